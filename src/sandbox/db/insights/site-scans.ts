// Scans of sites, and how they went.
import type { SiteScan } from '../../../api/insights/site-scans.generated.ts';
import { perDatabase } from '../database.ts';
import { insertRow, updateRow } from '../rows.ts';

export const siteScanTables = `
CREATE TABLE siteScans (
  id TEXT PRIMARY KEY,
  site TEXT NOT NULL REFERENCES sites(id) ON DELETE CASCADE,
  topic TEXT REFERENCES siteTopics(id) ON DELETE CASCADE,
  status TEXT NOT NULL,
  failureMessage TEXT,
  owner TEXT NOT NULL,
  createdAt TEXT NOT NULL,
  startedAt TEXT,
  finishedAt TEXT,
  updatedAt TEXT NOT NULL
) STRICT;
CREATE INDEX siteScans_by_site ON siteScans (site, createdAt)`;

export interface SiteScanRow {
  id: string;
  site: string;
  /** null: the whole site. */
  topic: string | null;
  status: SiteScan['status'];
  failureMessage: string | null;
  /** The process that runs it. */
  owner: string;
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  updatedAt: string;
}

export const siteScanStore = perDatabase((db) => ({
  row: (site: string, id: string) =>
    db.get<SiteScanRow>('SELECT * FROM siteScans WHERE id = ? AND site = ?', id, site),
  insert: (row: SiteScanRow) => insertRow(db, 'siteScans', row),
  update: (id: string, changes: Partial<Omit<SiteScanRow, 'id' | 'site'>>) =>
    updateRow(db, 'siteScans', id, changes),
}));

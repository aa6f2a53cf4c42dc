// What the records of each site are about.
import { perDatabase } from '../database.ts';
import { insertRow, updateRow } from '../rows.ts';

export const siteTopicTables = `
CREATE TABLE siteTopics (
  id TEXT PRIMARY KEY,
  site TEXT NOT NULL REFERENCES sites(id) ON DELETE CASCADE,
  label TEXT NOT NULL,
  changeRequests INTEGER NOT NULL DEFAULT 1,
  pages INTEGER NOT NULL DEFAULT 0,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL
) STRICT;
CREATE INDEX siteTopics_by_site ON siteTopics (site)`;

export interface SiteTopicRow {
  id: string;
  site: string;
  label: string;
  /** Whether findings about it may propose changes. */
  changeRequests: 0 | 1;
  /** How many pages are about it, as the last scan counted them. */
  pages: number;
  createdAt: string;
  updatedAt: string;
}

export const siteTopicStore = perDatabase((db) => ({
  row: (site: string, id: string) =>
    db.get<SiteTopicRow>('SELECT * FROM siteTopics WHERE id = ? AND site = ?', id, site),
  ofSite: (site: string) =>
    db.all<SiteTopicRow>('SELECT * FROM siteTopics WHERE site = ? ORDER BY createdAt, rowid', site),
  insert: (row: SiteTopicRow) => insertRow(db, 'siteTopics', row),
  update: (id: string, changes: Partial<Omit<SiteTopicRow, 'id' | 'site'>>) =>
    updateRow(db, 'siteTopics', id, changes),
  /** A topic is what its records are about: without one there is none. */
  removeEmpty: (site: string) =>
    db.run(
      `DELETE FROM siteTopics WHERE site = ?
       AND NOT EXISTS (SELECT 1 FROM contextRecords r WHERE r.topic = siteTopics.id)`,
      site,
    ),
}));

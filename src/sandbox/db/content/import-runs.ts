// Imports that run in the background, and how they went.
import type { ContentImportRun } from '../../../api/content/import-run-shapes.generated.ts';
import { perDatabase } from '../database.ts';
import { insertRow, updateRow } from '../rows.ts';

export const importRunTables = `
CREATE TABLE importRuns (
  id TEXT PRIMARY KEY,
  organization TEXT NOT NULL REFERENCES organizations(id) ON DELETE CASCADE,
  space TEXT NOT NULL REFERENCES spaces(id) ON DELETE CASCADE,
  changeRequest TEXT,
  page TEXT,
  site TEXT,
  source TEXT NOT NULL,
  status TEXT NOT NULL,
  reason TEXT,
  pages TEXT NOT NULL,
  owner TEXT NOT NULL,
  createdBy TEXT NOT NULL,
  startedAt TEXT,
  completedAt TEXT,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL
) STRICT;
CREATE INDEX importRuns_by_organization ON importRuns (organization, createdAt)`;

export interface ImportRunRow {
  id: string;
  organization: string;
  space: string;
  changeRequest: string | null;
  /** Id of the page that the imported ones are put under. */
  page: string | null;
  site: string | null;
  /** JSON. */
  source: string;
  status: ContentImportRun['status'];
  reason: string | null;
  /** JSON list. */
  pages: string;
  /** The process that runs it. */
  owner: string;
  createdBy: string;
  startedAt: string | null;
  completedAt: string | null;
  createdAt: string;
  updatedAt: string;
}

export const importRunStore = perDatabase((db) => ({
  row: (organization: string, id: string) =>
    db.get<ImportRunRow>('SELECT * FROM importRuns WHERE organization = ? AND id = ?', organization, id),
  insert: (row: ImportRunRow) => insertRow(db, 'importRuns', row),
  update: (id: string, changes: Partial<Omit<ImportRunRow, 'id'>>) =>
    updateRow(db, 'importRuns', id, changes),
}));

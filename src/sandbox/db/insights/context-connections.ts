// Sources that sites learn from. Their settings hold secrets, which are kept as they were given.
import type { ContextConnection } from '../../../api/insights/context-connections.generated.ts';
import { perDatabase } from '../database.ts';
import { insertRow, updateRow } from '../rows.ts';

export const contextConnectionTables = `
CREATE TABLE contextConnections (
  id TEXT PRIMARY KEY,
  site TEXT NOT NULL REFERENCES sites(id) ON DELETE CASCADE,
  connector TEXT NOT NULL,
  settings TEXT NOT NULL,
  usageSettings TEXT NOT NULL,
  label TEXT,
  filter TEXT,
  status TEXT NOT NULL,
  failureMessage TEXT,
  failureReason TEXT,
  owner TEXT NOT NULL,
  createdAt TEXT NOT NULL,
  syncedAt TEXT,
  updatedAt TEXT NOT NULL
) STRICT;
CREATE INDEX contextConnections_by_site ON contextConnections (site)`;

export interface ContextConnectionRow {
  id: string;
  site: string;
  connector: string;
  /** JSON; `null` where there are none. */
  settings: string;
  /** JSON. */
  usageSettings: string;
  label: string | null;
  filter: string | null;
  status: ContextConnection['status'];
  failureMessage: string | null;
  failureReason: NonNullable<ContextConnection['failureReason']> | null;
  /** The process that syncs it. */
  owner: string;
  createdAt: string;
  syncedAt: string | null;
  updatedAt: string;
}

export const contextConnectionStore = perDatabase((db) => ({
  row: (site: string, id: string) =>
    db.get<ContextConnectionRow>('SELECT * FROM contextConnections WHERE id = ? AND site = ?', id, site),
  ofConnector: (site: string, connector: string) =>
    db.get<ContextConnectionRow>(
      'SELECT * FROM contextConnections WHERE site = ? AND connector = ? ORDER BY rowid LIMIT 1',
      site,
      connector,
    ),
  insert: (row: ContextConnectionRow) => insertRow(db, 'contextConnections', row),
  update: (id: string, changes: Partial<Omit<ContextConnectionRow, 'id' | 'site'>>) =>
    updateRow(db, 'contextConnections', id, changes),
  remove: (id: string) => db.run('DELETE FROM contextConnections WHERE id = ?', id).changes > 0,
}));

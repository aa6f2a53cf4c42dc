// MCP servers of sites.
import { perDatabase } from '../database.ts';
import { insertRow, updateRow } from '../rows.ts';

export const siteMcpServerTables = `
CREATE TABLE siteMcpServers (
  id TEXT PRIMARY KEY,
  site TEXT NOT NULL REFERENCES sites(id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  url TEXT NOT NULL,
  transport TEXT NOT NULL,
  headers TEXT NOT NULL,
  condition TEXT,
  UNIQUE (site, name)
) STRICT`;

export interface SiteMcpServerRow {
  id: string;
  site: string;
  name: string;
  url: string;
  transport: 'sse' | 'http';
  /** JSON of names and values. */
  headers: string;
  condition: string | null;
}

export const siteMcpServerStore = perDatabase((db) => ({
  row: (site: string, id: string) =>
    db.get<SiteMcpServerRow>('SELECT * FROM siteMcpServers WHERE id = ? AND site = ?', id, site),
  named: (site: string, name: string) =>
    db.get<SiteMcpServerRow>('SELECT * FROM siteMcpServers WHERE site = ? AND name = ?', site, name),
  insert: (row: SiteMcpServerRow) => insertRow(db, 'siteMcpServers', row),
  update: (id: string, changes: Partial<Omit<SiteMcpServerRow, 'id' | 'site'>>) =>
    updateRow(db, 'siteMcpServers', id, changes),
  remove: (id: string) => db.run('DELETE FROM siteMcpServers WHERE id = ?', id).changes > 0,
}));

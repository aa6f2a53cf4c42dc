// Domains of sites, each with the state of its DNS.
import type { CustomHostname } from '../../../api/sites/custom-hostnames.generated.ts';
import { perDatabase } from '../database.ts';
import { insertRow } from '../rows.ts';

export const customHostnameTables = `
CREATE TABLE customHostnames (
  hostname TEXT PRIMARY KEY,
  site TEXT NOT NULL REFERENCES sites(id) ON DELETE CASCADE,
  status TEXT NOT NULL
) STRICT`;

export interface CustomHostnameRow {
  hostname: string;
  site: string;
  status: NonNullable<CustomHostname['status']>;
}

export const customHostnameStore = perDatabase((db) => ({
  /** With the organization of its site. */
  row: (hostname: string) =>
    db.get<CustomHostnameRow & { organization: string }>(
      `SELECT h.*, t.organization FROM customHostnames h JOIN sites t ON t.id = h.site WHERE h.hostname = ?`,
      hostname,
    ),
  insert: (row: CustomHostnameRow) => insertRow(db, 'customHostnames', row),
  setStatus: (hostname: string, status: CustomHostnameRow['status']) =>
    db.run('UPDATE customHostnames SET status = ? WHERE hostname = ?', status, hostname),
  remove(hostname: string): boolean {
    db.run('UPDATE sites SET hostname = NULL WHERE hostname = ?', hostname);
    return db.run('DELETE FROM customHostnames WHERE hostname = ?', hostname).changes > 0;
  },
}));

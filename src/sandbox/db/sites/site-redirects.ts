// Redirects of sites. A source may have one that is live and one that is a draft.
import type { SiteRedirectDestination } from '../../../api/sites/site-redirects.generated.ts';
import { perDatabase } from '../database.ts';
import { insertRow, updateRow } from '../rows.ts';

export const siteRedirectTables = `
CREATE TABLE siteRedirects (
  id TEXT PRIMARY KEY,
  site TEXT NOT NULL REFERENCES sites(id) ON DELETE CASCADE,
  source TEXT NOT NULL,
  draft INTEGER NOT NULL,
  captureWildcard INTEGER NOT NULL,
  permanent INTEGER NOT NULL,
  destination TEXT NOT NULL,
  createdAt TEXT NOT NULL,
  updatedAt TEXT,
  UNIQUE (site, source, draft)
) STRICT`;

export interface SiteRedirectRow {
  id: string;
  site: string;
  source: string;
  draft: 0 | 1;
  captureWildcard: 0 | 1;
  permanent: 0 | 1;
  /** JSON of a destination. */
  destination: string;
  createdAt: string;
  updatedAt: string | null;
}

export const destinationOf = ({ destination }: SiteRedirectRow): SiteRedirectDestination =>
  // Written by this store only.
  JSON.parse(destination) as SiteRedirectDestination;

export const siteRedirectStore = perDatabase((db) => ({
  row: (site: string, id: string) =>
    db.get<SiteRedirectRow>('SELECT * FROM siteRedirects WHERE id = ? AND site = ?', id, site),
  bySource: (site: string, source: string, draft: 0 | 1) =>
    db.get<SiteRedirectRow>(
      'SELECT * FROM siteRedirects WHERE site = ? AND source = ? AND draft = ?',
      site,
      source,
      draft,
    ),
  /** Live ones whose source ends with a wildcard, the longest first. */
  wildcards: (site: string) =>
    db.all<SiteRedirectRow>(
      `SELECT * FROM siteRedirects WHERE site = ? AND draft = 0 AND substr(source, -1) = '*'
       ORDER BY length(source) DESC, source`,
      site,
    ),
  insert: (row: SiteRedirectRow) => insertRow(db, 'siteRedirects', row),
  update: (id: string, changes: Partial<Omit<SiteRedirectRow, 'id' | 'site' | 'createdAt'>>) =>
    updateRow(db, 'siteRedirects', id, changes),
  remove: (id: string) => db.run('DELETE FROM siteRedirects WHERE id = ?', id).changes > 0,
}));

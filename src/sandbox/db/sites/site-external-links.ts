// Links to other places in the navigation of sites.
import { perDatabase } from '../database.ts';
import { insertRow, updateRow } from '../rows.ts';

export const siteExternalLinkTables = `
CREATE TABLE siteExternalLinks (
  id TEXT PRIMARY KEY,
  site TEXT NOT NULL REFERENCES sites(id) ON DELETE CASCADE,
  parent TEXT REFERENCES siteSectionGroups(id) ON DELETE SET NULL,
  title TEXT NOT NULL,
  localizedTitle TEXT,
  description TEXT,
  localizedDescription TEXT,
  icon TEXT,
  url TEXT NOT NULL,
  draft INTEGER NOT NULL,
  condition TEXT,
  position TEXT NOT NULL
) STRICT;
CREATE INDEX siteExternalLinks_by_site ON siteExternalLinks (site, position)`;

export interface SiteExternalLinkRow {
  id: string;
  site: string;
  /** A section group; null: the top level. */
  parent: string | null;
  title: string;
  /** JSON, by language. */
  localizedTitle: string | null;
  description: string | null;
  /** JSON, by language. */
  localizedDescription: string | null;
  icon: string | null;
  url: string;
  draft: 0 | 1;
  condition: string | null;
  position: string;
}

export const siteExternalLinkStore = perDatabase((db) => ({
  row: (site: string, id: string) =>
    db.get<SiteExternalLinkRow>('SELECT * FROM siteExternalLinks WHERE id = ? AND site = ?', id, site),
  insert: (row: SiteExternalLinkRow) => insertRow(db, 'siteExternalLinks', row),
  update: (id: string, changes: Partial<Omit<SiteExternalLinkRow, 'id' | 'site'>>) =>
    updateRow(db, 'siteExternalLinks', id, changes),
  remove: (id: string) => db.run('DELETE FROM siteExternalLinks WHERE id = ?', id).changes > 0,
}));

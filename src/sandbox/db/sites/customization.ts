// The looks of sites that were set, and what site spaces have of their own.
import { perDatabase } from '../database.ts';

export const customizationTables = `
CREATE TABLE siteCustomizations (
  site TEXT PRIMARY KEY REFERENCES sites(id) ON DELETE CASCADE,
  settings TEXT NOT NULL,
  updatedAt TEXT NOT NULL
) STRICT;
CREATE TABLE siteSpaceCustomizations (
  siteSpace TEXT PRIMARY KEY REFERENCES siteSpaces(id) ON DELETE CASCADE,
  overrides TEXT NOT NULL,
  updatedAt TEXT NOT NULL
) STRICT`;

/** JSON, and when it was written. */
interface Stored {
  text: string;
  updatedAt: string;
}

export const customizationStore = perDatabase((db) => ({
  ofSite: (site: string) =>
    db.get<Stored>('SELECT settings AS text, updatedAt FROM siteCustomizations WHERE site = ?', site),
  ofSiteSpace: (siteSpace: string) =>
    db.get<Stored>(
      'SELECT overrides AS text, updatedAt FROM siteSpaceCustomizations WHERE siteSpace = ?',
      siteSpace,
    ),
  setSite(site: string, { text, updatedAt }: Stored) {
    db.run('INSERT OR REPLACE INTO siteCustomizations VALUES (?, ?, ?)', site, text, updatedAt);
  },
  setSiteSpace(siteSpace: string, { text, updatedAt }: Stored) {
    db.run('INSERT OR REPLACE INTO siteSpaceCustomizations VALUES (?, ?, ?)', siteSpace, text, updatedAt);
  },
  removeSiteSpace: (siteSpace: string) =>
    db.run('DELETE FROM siteSpaceCustomizations WHERE siteSpace = ?', siteSpace).changes > 0,
}));

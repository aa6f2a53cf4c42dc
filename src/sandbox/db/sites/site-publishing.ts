// How visitors of each site sign in, where that was asked for or changed.
import { perDatabase } from '../database.ts';

export const sitePublishingTables = `
CREATE TABLE sitePublishing (
  site TEXT PRIMARY KEY REFERENCES sites(id) ON DELETE CASCADE,
  backend TEXT NOT NULL,
  privateKey TEXT NOT NULL,
  fallbackURL TEXT,
  logoutURL TEXT
) STRICT`;

export interface SitePublishingRow {
  site: string;
  backend: 'custom' | 'integration';
  privateKey: string;
  fallbackURL: string | null;
  logoutURL: string | null;
}

export const sitePublishingStore = perDatabase((db) => ({
  row: (site: string) => db.get<SitePublishingRow>('SELECT * FROM sitePublishing WHERE site = ?', site),
  set({ site, backend, privateKey, fallbackURL, logoutURL }: SitePublishingRow) {
    db.run(
      `INSERT OR REPLACE INTO sitePublishing (site, backend, privateKey, fallbackURL, logoutURL)
       VALUES (?, ?, ?, ?, ?)`,
      ...[site, backend, privateKey, fallbackURL, logoutURL],
    );
  },
}));

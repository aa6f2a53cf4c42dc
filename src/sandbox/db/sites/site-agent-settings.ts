// What the agent of each site may do, where it was set.
import { perDatabase } from '../database.ts';

export const siteAgentSettingsTables = `
CREATE TABLE siteAgentSettings (
  site TEXT PRIMARY KEY REFERENCES sites(id) ON DELETE CASCADE,
  settings TEXT NOT NULL,
  updatedAt TEXT NOT NULL,
  updatedBy TEXT NOT NULL
) STRICT`;

export interface SiteAgentSettingsRow {
  /** JSON. */
  settings: string;
  updatedAt: string;
  updatedBy: string;
}

export const siteAgentSettingsStore = perDatabase((db) => ({
  row: (site: string) =>
    db.get<SiteAgentSettingsRow>(
      'SELECT settings, updatedAt, updatedBy FROM siteAgentSettings WHERE site = ?',
      site,
    ),
  set(site: string, { settings, updatedAt, updatedBy }: SiteAgentSettingsRow) {
    db.run(
      'INSERT OR REPLACE INTO siteAgentSettings (site, settings, updatedAt, updatedBy) VALUES (?, ?, ?, ?)',
      ...[site, settings, updatedAt, updatedBy],
    );
  },
}));

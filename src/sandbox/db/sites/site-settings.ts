// What sites have at most one of each: looks, claims, settings of the agent, how visitors sign in; and their domains.
import type { AdaptiveSchema } from '../../../api/sites/adaptive-schema.ts';
import type { CustomHostname } from '../../../api/sites/custom-hostnames.generated.ts';
import type { SiteCustomizationSettingsInput } from '../../../api/sites/customization.generated.ts';
import type { SiteAgentSettings } from '../../../api/sites/site-agent-settings.generated.ts';
import type { Database } from '../database.ts';
import { json, key, oneOf, partOf, type RowOf, table, text, textOrNull } from '../table.ts';

/** The claims schema of a site. */
export const adaptiveSchemas = table('adaptiveSchemas', {
  site: oneOf('sites'),
  jsonSchema: json<AdaptiveSchema['jsonSchema']>(),
  updatedAt: text(),
});
export type AdaptiveSchemaRow = RowOf<typeof adaptiveSchemas>;

/** The looks that were set. */
export const siteCustomizations = table('siteCustomizations', {
  site: oneOf('sites'),
  settings: json<SiteCustomizationSettingsInput>(),
  updatedAt: text(),
});

/** What site spaces have of their own. */
export const siteSpaceCustomizations = table('siteSpaceCustomizations', {
  siteSpace: oneOf('siteSpaces'),
  overrides: json<Readonly<Record<string, unknown>>>(),
  updatedAt: text(),
});

export type AgentSettings = Pick<SiteAgentSettings, 'scans' | 'findings' | 'editing'>;

export const siteAgentSettings = table('siteAgentSettings', {
  site: oneOf('sites'),
  settings: json<AgentSettings>(),
  updatedAt: text(),
  updatedBy: text(),
});

/** How visitors sign in, where that was asked for or changed. */
export const sitePublishing = table('sitePublishing', {
  site: oneOf('sites'),
  backend: text<'custom' | 'integration'>(),
  privateKey: text(),
  fallbackURL: textOrNull(),
  logoutURL: textOrNull(),
});
export type SitePublishingRow = RowOf<typeof sitePublishing>;

/** Domains, each with the state of its DNS. */
export const customHostnames = table('customHostnames', {
  hostname: key(),
  site: partOf('sites'),
  status: text<NonNullable<CustomHostname['status']>>(),
});
export type CustomHostnameRow = RowOf<typeof customHostnames>;

/** With the organization of its site. */
export const hostnameRow = (db: Database, hostname: string) =>
  db.get<CustomHostnameRow & { organization: string }>(
    'SELECT h.*, t.organization FROM customHostnames h JOIN sites t ON t.id = h.site WHERE h.hostname = ?',
    hostname,
  );

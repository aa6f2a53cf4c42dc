// What sites have: looks, claims, settings of the agent, how visitors sign in, domains, redirects, MCP servers, fonts.
import type { AdaptiveSchema } from '../../../api/sites/adaptive-schema.ts';
import type { SiteCustomizationSettingsInput } from '../../../api/sites/customization.generated.ts';
import type { SiteAgentSettings, SiteMcpServer } from '../../../api/sites/site-agent-settings.generated.ts';
import type { CustomHostname } from '../../../api/sites/site-publishing.generated.ts';
import type { SiteRedirectDestination } from '../../../api/sites/site-redirects.generated.ts';
import type { Database } from '../database.ts';
import { integer, json, key, oneOf, partOf, type RowOf, table, text, textOrNull } from '../table.ts';

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

type AgentSettings = Pick<SiteAgentSettings, 'scans' | 'findings' | 'editing'>;

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

/** A source may have one that is live and one that is a draft. */
export const siteRedirects = table(
  'siteRedirects',
  {
    id: key(),
    site: partOf('sites'),
    source: text(),
    draft: integer<0 | 1>(),
    captureWildcard: integer<0 | 1>(),
    permanent: integer<0 | 1>(),
    destination: json<SiteRedirectDestination>(),
    createdAt: text(),
    updatedAt: textOrNull(),
  },
  { rest: ['UNIQUE (site, source, draft)'] },
);
export type SiteRedirectRow = RowOf<typeof siteRedirects>;

export const siteMcpServers = table(
  'siteMcpServers',
  {
    id: key(),
    site: partOf('sites'),
    name: text(),
    url: text(),
    transport: text<'sse' | 'http'>(),
    headers: json<SiteMcpServer['headers']>(),
    condition: textOrNull(),
  },
  { rest: ['UNIQUE (site, name)'] },
);
export type SiteMcpServerRow = RowOf<typeof siteMcpServers>;

export interface Face {
  weight: number;
  /** Of its file. */
  storageKey: string;
}

export const fonts = table('fonts', {
  id: key(),
  organization: partOf('organizations'),
  fontFamily: text(),
  faces: json<Face[]>(),
});
export type FontRow = RowOf<typeof fonts>;

/** Files that were announced for upload. */
export const uploads = table(
  'uploads',
  {
    key: text(),
    organization: partOf('organizations'),
    kind: text<'customization_font' | 'import_file' | 'organization_file'>(),
    /** Media type. */
    type: text(),
  },
  { keys: ['organization', 'key'] },
);

const DEFAULTS: AgentSettings = {
  scans: { topics: 'auto' },
  findings: { changeRequests: 'auto-fixable' },
  editing: { customInstructions: { object: 'document', data: {}, nodes: [] } },
};

export const agentSettingsOf = (db: Database, site: string): AgentSettings =>
  siteAgentSettings(db).find({ site })?.settings ?? DEFAULTS;

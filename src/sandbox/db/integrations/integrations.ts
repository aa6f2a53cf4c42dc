// Integrations that were published, and where they are installed.
import type { publishIntegration } from '../../../api/integrations/integrations.ts';
import type { InputOf } from '../../../api/operation.ts';
import { type Database, perDatabase } from '../database.ts';
import { insertRow, updateRow } from '../rows.ts';
import type { SiteRow } from '../sites/sites.ts';
import { isOn } from './installation-bindings.ts';

export const integrationTables = `
CREATE TABLE integrations (
  name TEXT PRIMARY KEY,
  organization TEXT NOT NULL REFERENCES organizations(id) ON DELETE CASCADE,
  version INTEGER NOT NULL,
  target TEXT NOT NULL,
  visibility TEXT NOT NULL,
  details TEXT NOT NULL,
  script TEXT NOT NULL,
  secrets TEXT NOT NULL,
  icon TEXT,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL,
  tunnelUrl TEXT,
  tunnelAll INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE installations (
  id TEXT PRIMARY KEY,
  integration TEXT NOT NULL REFERENCES integrations(name) ON DELETE CASCADE,
  organization TEXT NOT NULL REFERENCES organizations(id) ON DELETE CASCADE,
  status TEXT NOT NULL,
  configuration TEXT NOT NULL,
  externalIds TEXT NOT NULL,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL,
  spaceSelection TEXT NOT NULL DEFAULT 'all',
  siteSelection TEXT NOT NULL DEFAULT 'all',
  UNIQUE (integration, organization)
) STRICT;
CREATE INDEX installations_by_organization ON installations (organization)`;

type Published = InputOf<typeof publishIntegration>;
/** What is shown of an integration, as it was published. */
export type IntegrationDetails = Pick<Published, 'title' | 'description' | 'scopes'> &
  Partial<
    Pick<
      Published,
      | 'runtime'
      | 'summary'
      | 'previewImages'
      | 'categories'
      | 'blocks'
      | 'contentSources'
      | 'externalLinks'
      | 'configurations'
      | 'contentSecurityPolicy'
    >
  >;

export interface IntegrationRow {
  name: string;
  /** Owner. */
  organization: string;
  version: number;
  target: NonNullable<Published['target']>;
  visibility: NonNullable<Published['visibility']>;
  details: IntegrationDetails;
  script: string;
  /** JSON; never shown. */
  secrets: string;
  /** Base64. */
  icon: string | null;
  createdAt: string;
  updatedAt: string;
  /** Development mode is on while there is one: events are sent there. */
  tunnelUrl: string | null;
  tunnelAll: 0 | 1;
}

export type StoredIntegration = Omit<IntegrationRow, 'details'> & { details: string };

export const toIntegrationRow = (row: StoredIntegration): IntegrationRow => ({
  ...row,
  // Written by this store only.
  details: JSON.parse(row.details) as IntegrationDetails,
});

export interface InstallationRow {
  id: string;
  integration: string;
  organization: string;
  status: 'active' | 'pending' | 'paused';
  /** JSON. */
  configuration: string;
  /** JSON list. */
  externalIds: string;
  createdAt: string;
  updatedAt: string;
  /** `all`, or those that were added (installation-bindings.ts). */
  spaceSelection: 'all' | 'selected';
  siteSelection: 'all' | 'selected';
}

export const integrationStore = perDatabase((db) => ({
  row(name: string): IntegrationRow | undefined {
    const stored = db.get<StoredIntegration>('SELECT * FROM integrations WHERE name = ?', name);
    return stored && toIntegrationRow(stored);
  },
  names: () =>
    db.all<{ name: string }>('SELECT name FROM integrations ORDER BY name').map(({ name }) => name),
  insert: (row: IntegrationRow) =>
    insertRow(db, 'integrations', { ...row, details: JSON.stringify(row.details) }),
  update(name: string, { details, ...changes }: Partial<Omit<IntegrationRow, 'name'>>) {
    const text = details && { details: JSON.stringify(details) };
    return updateRow(db, 'integrations', name, { ...changes, ...text }, 'name');
  },
  remove: (name: string) => db.run('DELETE FROM integrations WHERE name = ?', name).changes > 0,
}));

export const installationStore = perDatabase((db) => ({
  row: (id: string) => db.get<InstallationRow>('SELECT * FROM installations WHERE id = ?', id),
  all: () => db.all<InstallationRow>('SELECT * FROM installations ORDER BY createdAt, rowid'),
  ofIntegration: (integration: string) =>
    db.all<InstallationRow>('SELECT * FROM installations WHERE integration = ?', integration),
  in: (integration: string, organization: string) =>
    db.get<InstallationRow>(
      'SELECT * FROM installations WHERE integration = ? AND organization = ?',
      integration,
      organization,
    ),
  insert: (row: InstallationRow) => insertRow(db, 'installations', row),
  update: (id: string, changes: Partial<Omit<InstallationRow, 'id'>>) =>
    updateRow(db, 'installations', id, changes),
  remove: (id: string) => db.run('DELETE FROM installations WHERE id = ?', id).changes > 0,
}));

interface SiteScript {
  name: string;
  contentSecurityPolicy: string;
  cookies: boolean;
}

/** Scripts that the integrations installed on a site put there. */
export function scriptsOfSite(db: Database, { id, organization }: SiteRow): SiteScript[] {
  return db
    .all<StoredIntegration>(
      `SELECT n.* FROM installations i JOIN integrations n ON n.name = i.integration
       WHERE i.organization = ? AND i.status = 'active' AND n.target IN ('all', 'site')
       AND ${isOn('site', 'i', '?')} ORDER BY n.name`,
      organization,
      id,
    )
    .map(toIntegrationRow)
    .filter(({ details }) => details.scopes.includes('site:script:inject'))
    .map(({ name, details: { contentSecurityPolicy, scopes } }) => ({
      name,
      contentSecurityPolicy: policyText(contentSecurityPolicy),
      cookies: scopes.includes('site:script:cookies'),
    }));
}

function policyText(policy: IntegrationDetails['contentSecurityPolicy']): string {
  if (policy === undefined || typeof policy === 'string') return policy ?? '';
  return Object.entries(policy)
    .map(([directive, value]) => `${directive} ${value};`)
    .join(' ');
}

// Integrations that were published, and where they are installed.
import type { IntegrationInstallation as Installation } from '../../../api/integrations/integration-installations.generated.ts';
import type { publishIntegration } from '../../../api/integrations/integrations.ts';
import type { InputOf } from '../../../api/operation.ts';
import type { Database } from '../database.ts';
import type { SiteRow } from '../sites/sites.ts';
import { flag, integer, json, key, partOf, type RowOf, table, text, textOrNull } from '../table.ts';

/** Spaces and sites that installations were put on by name, and their settings there. */
export const installationBindings = table(
  'installationBindings',
  {
    installation: partOf('installations'),
    kind: text<BindingKind>(),
    /** Id of the space or site. */
    target: text(),
    /** 0: it has settings there, and is there only while it is on all of them. */
    selected: integer<0 | 1>(),
    configuration: json<Installation['configuration']>(),
    externalIds: json<string[]>(),
  },
  { keys: ['installation', 'kind', 'target'] },
);
export type BindingRow = RowOf<typeof installationBindings>;

export type BindingKind = 'space' | 'site';

/** Whether an installation is on a space or site, in SQL: on all, or on this one. `target` is an expression. */
export const isOn = (kind: BindingKind, installation: string, target: string): string =>
  `(${installation}.${kind}Selection = 'all' OR EXISTS (SELECT 1 FROM installationBindings b
    WHERE b.installation = ${installation}.id AND b.kind = '${kind}' AND b.selected = 1 AND b.target = ${target}))`;

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

export const integrations = table('integrations', {
  name: key(),
  /** Owner. */
  organization: partOf('organizations'),
  version: integer(),
  target: text<NonNullable<Published['target']>>(),
  visibility: text<NonNullable<Published['visibility']>>(),
  details: json<IntegrationDetails>(),
  script: text(),
  /** JSON; never shown. */
  secrets: text(),
  /** Base64. */
  icon: textOrNull(),
  createdAt: text(),
  updatedAt: text(),
  /** Development mode is on while there is one: events are sent there. */
  tunnelUrl: textOrNull(),
  tunnelAll: flag(),
});
export type IntegrationRow = RowOf<typeof integrations>;

export const installations = table(
  'installations',
  {
    id: key(),
    integration: partOf('integrations', 'name'),
    organization: partOf('organizations'),
    status: text<'active' | 'pending' | 'paused'>(),
    configuration: json<Installation['configuration']>(),
    externalIds: json<string[]>(),
    createdAt: text(),
    updatedAt: text(),
    /** `all`, or those that were added (installationBindings). */
    spaceSelection: text<'all' | 'selected'>("DEFAULT 'all'"),
    siteSelection: text<'all' | 'selected'>("DEFAULT 'all'"),
  },
  {
    rest: ['UNIQUE (integration, organization)'],
    indexes: ['CREATE INDEX installations_by_organization ON installations (organization)'],
  },
);
export type InstallationRow = RowOf<typeof installations>;

interface SiteScript {
  name: string;
  contentSecurityPolicy: string;
  cookies: boolean;
}

/** Scripts that the integrations installed on a site put there. */
export function scriptsOfSite(db: Database, { id, organization }: SiteRow): SiteScript[] {
  return db
    .all<object>(
      `SELECT n.* FROM installations i JOIN integrations n ON n.name = i.integration
       WHERE i.organization = ? AND i.status = 'active' AND n.target IN ('all', 'site')
       AND ${isOn('site', 'i', '?')} ORDER BY n.name`,
      organization,
      id,
    )
    .map((row) => integrations.read(row))
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

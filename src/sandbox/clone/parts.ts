// What a clone holds beside people, spaces and sites as rows: OpenAPI specifications, translations, glossary and invite links.

import type { IntegrationInstallation as Installation } from '../../api/integrations/integration-installations.generated.ts';
import type { Integration } from '../../api/integrations/integrations.generated.ts';
import type { OpenAPISpec as OpenApiSpec } from '../../api/integrations/openapi.generated.ts';
import type { OrganizationInviteLink } from '../../api/people/invites.generated.ts';
import type { GlossaryEntry, Translation } from '../../api/translations/translations.generated.ts';
import { type Database, insertRow, putRow } from '../db/database.ts';
import {
  type IntegrationDetails,
  type IntegrationRow,
  installationBindings,
  installations as installationRows,
  integrations as integrationRows,
} from '../db/integrations/integrations.ts';
import { type OpenApiSpecRow, openApiSpecs } from '../db/integrations/openapi.ts';
import { organizations } from '../db/people/organizations.ts';
import { translations } from '../db/translations/translations.ts';
import { columns, keepOnly, putOrganization } from './people.ts';

export interface ClonedOpenApi {
  spec: OpenApiSpec;
  /** The oldest first; without a source where it is here already. */
  versions: readonly { id: string; createdAt?: string; source?: { text: string; format: 'json' | 'yaml' } }[];
}

/** What is absent stays as it was. */
export interface ClonedParts extends Partial<ClonedIntegrations> {
  openApi?: readonly ClonedOpenApi[];
  translations?: readonly Translation[];
  glossary?: readonly GlossaryEntry[];
  linkInvites?: readonly OrganizationInviteLink[];
}

/** Where the parts go: which organization, who made what has no known maker, and when. */
export interface Owner {
  organization: string;
  caller: string;
  at: string;
}

/** Exactly these of each part that is given. */
export function putParts(db: Database, owner: Owner, parts: ClonedParts): void {
  const { openApi, translations, glossary, integrations, installations, linkInvites } = parts;
  if (openApi) putOpenApi(db, owner, openApi);
  if (integrations && installations) putIntegrations(db, owner, { integrations, installations });
  if (translations) putTranslations(db, owner, translations);
  if (glossary) putGlossary(db, owner, glossary);
  if (linkInvites) putInvites(db, owner, linkInvites);
}

/** OpenAPI versions that are here. */
export const versionIds = (db: Database): ReadonlySet<string> =>
  new Set(db.all<{ id: string }>('SELECT id FROM openApiVersions').map(({ id }) => id));

function putOpenApi(db: Database, { organization }: Owner, specs: readonly ClonedOpenApi[]): void {
  keepOnly(
    db,
    'openApiSpecs',
    { organization },
    specs.map(({ spec }) => spec.id),
  );
  for (const { spec, versions } of specs) {
    openApiSpecs(db).put(specRow(organization, spec));
    keepOnly(
      db,
      'openApiVersions',
      { spec: spec.id },
      versions.map(({ id }) => id),
    );
    for (const { id, createdAt = spec.createdAt, source } of versions)
      if (source) putRow(db, 'openApiVersions', { id, spec: spec.id, ...source, createdAt });
  }
}

const specRow = (organization: string, spec: OpenApiSpec): OpenApiSpecRow => ({
  ...columns(spec, 'id', 'slug', 'sourceURL', 'processingState', 'lastVersion', 'lastProcessedAt'),
  ...columns(spec, 'lastProcessErrorCode', 'lastProcessedErrors', 'createdAt', 'updatedAt'),
  organization,
  visibility: spec.visibility ?? 'private',
  job: `clone ${spec.id}`,
  owner: '',
});

/** In the order of the list, which is that of the rows where times are equal. */
function putTranslations(db: Database, { organization, caller }: Owner, given: readonly Translation[]): void {
  db.run('DELETE FROM translations WHERE organization = ?', organization);
  for (const { id, status, source, language, instructions, result, stats, ...times } of given)
    translations(db).insert({
      ...{ id, organization, status, language, instructions, stats, owner: '', createdBy: caller },
      sourceSpace: source.space,
      sourceLanguage: source.language,
      resultSpace: result?.space ?? null,
      resultRevision: result?.revision ?? null,
      // The platform does not show it: the next run translates every page.
      translatedRevision: null,
      createdAt: times.createdAt,
      updatedAt: times.updatedAt,
    });
}

function putGlossary(db: Database, { organization }: Owner, entries: readonly GlossaryEntry[]): void {
  db.run('DELETE FROM glossary WHERE organization = ?', organization);
  for (const { id, translations, createdAt, updatedAt } of entries)
    insertRow(db, 'glossary', {
      ...{ id, organization, createdAt, updatedAt },
      translations: JSON.stringify(translations),
    });
}

function putInvites(
  db: Database,
  { organization, at }: Owner,
  invites: readonly OrganizationInviteLink[],
): void {
  db.run('DELETE FROM linkInvites WHERE organization = ?', organization);
  for (const invite of invites) {
    const place =
      'space' in invite
        ? { kind: 'space', target: invite.space.id, role: invite.level }
        : 'collection' in invite
          ? { kind: 'collection', target: invite.collection.id, role: invite.level }
          : { kind: 'organization', target: null, role: invite.role };
    insertRow(db, 'linkInvites', { id: invite.id, organization, ...place, createdAt: at });
  }
}

// Integrations of a clone as rows, with where they are installed: without scripts and secrets, nothing of them runs.

export interface ClonedInstallation {
  installation: Installation;
  integration: Integration;
  /** Spaces and sites that it is on by name, or has settings on. */
  bindings: readonly {
    kind: 'space' | 'site';
    target: string;
    selected: boolean;
    configuration: Installation['configuration'];
    externalIds: readonly string[];
  }[];
}

interface ClonedIntegrations {
  /** Those that the organization publishes. */
  integrations: readonly Integration[];
  installations: readonly ClonedInstallation[];
}

/** Exactly these: what was published or installed here goes, and so do its events. */
function putIntegrations(
  db: Database,
  { organization, at }: { organization: string; at: string },
  { integrations, installations }: ClonedIntegrations,
): void {
  db.run('DELETE FROM integrations');
  const known = new Map(
    [...integrations, ...installations.map(({ integration }) => integration)].map((one) => [one.name, one]),
  );
  for (const integration of known.values()) {
    putPublisher(db, integration);
    integrationRows(db).insert(rowOf(integration, at));
  }
  for (const one of installations) putInstallation(db, organization, one);
}

/** Another organization may publish it. */
function putPublisher(db: Database, { owner }: Integration): void {
  if (organizations(db).find({ id: owner.id })) return;
  const isTaken =
    owner.hostname !== undefined && organizations(db).find({ hostname: owner.hostname }) !== undefined;
  const { hostname: _, ...nameless } = owner;
  putOrganization(db, isTaken ? nameless : owner);
}

function rowOf(integration: Integration, at: string): IntegrationRow {
  const { name, owner, version, target, visibility, urls } = integration;
  return {
    ...{ name, organization: owner.id, version, target, visibility },
    details: detailsOf(integration),
    script: '',
    secrets: '{}',
    icon: urls.icon === undefined ? null : '',
    createdAt: at,
    updatedAt: at,
    tunnelUrl: null,
    tunnelAll: 0,
  };
}

function detailsOf(integration: Integration): IntegrationDetails {
  const { title, description = '', scopes, summary, categories, externalLinks, previewImages } = integration;
  const { blocks, contentSources, configurations, contentSecurityPolicy } = integration;
  return {
    ...{ title, description, scopes, categories, externalLinks },
    // Only their number is shown.
    previewImages: previewImages.map(() => ''),
    ...(summary !== undefined && { summary }),
    ...(blocks && { blocks }),
    ...(contentSources && { contentSources }),
    ...(configurations && { configurations }),
    ...(contentSecurityPolicy !== undefined && { contentSecurityPolicy }),
  };
}

function putInstallation(
  db: Database,
  organization: string,
  { installation, integration, bindings }: ClonedInstallation,
): void {
  const { id, status, configuration, externalIds, createdAt, updatedAt } = installation;
  installationRows(db).insert({
    ...{ id, status, organization, integration: integration.name, createdAt, updatedAt },
    configuration,
    externalIds,
    spaceSelection: installation.space_selection,
    siteSelection: installation.site_selection,
  });
  for (const { kind, target, selected, ...settings } of bindings)
    installationBindings(db).put({
      ...{ installation: id, kind, target, selected: selected ? 1 : 0 },
      configuration: settings.configuration,
      externalIds: [...settings.externalIds],
    });
}

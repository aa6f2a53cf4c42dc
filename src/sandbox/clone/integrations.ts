// Integrations of a clone as rows, with where they are installed: without scripts and secrets, nothing of them runs.
import type { Installation } from '../../api/integrations/integration-installations.ts';
import type { Integration } from '../../api/integrations/integrations.ts';
import type { Database } from '../db/database.ts';
import { bindingStore } from '../db/integrations/installation-bindings.ts';
import {
  type IntegrationDetails,
  type IntegrationRow,
  installationStore,
  integrationStore,
} from '../db/integrations/integrations.ts';
import { organizationStore } from '../db/people/organizations.ts';
import { putOrganization } from './people.ts';

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

export interface ClonedIntegrations {
  /** Those that the organization publishes. */
  integrations: readonly Integration[];
  installations: readonly ClonedInstallation[];
}

/** Exactly these: what was published or installed here goes, and so do its events. */
export function putIntegrations(
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
    integrationStore(db).insert(rowOf(integration, at));
  }
  for (const one of installations) putInstallation(db, organization, one);
}

/** Another organization may publish it. */
function putPublisher(db: Database, { owner }: Integration): void {
  if (organizationStore(db).row(owner.id)) return;
  const isTaken =
    owner.hostname !== undefined && organizationStore(db).idOfHostname(owner.hostname) !== undefined;
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
  installationStore(db).insert({
    ...{ id, status, organization, integration: integration.name, createdAt, updatedAt },
    configuration: JSON.stringify(configuration),
    externalIds: JSON.stringify(externalIds),
    spaceSelection: installation.space_selection,
    siteSelection: installation.site_selection,
  });
  for (const { kind, target, selected, ...settings } of bindings)
    bindingStore(db).put({
      ...{ installation: id, kind, target, selected: selected ? 1 : 0 },
      configuration: JSON.stringify(settings.configuration),
      externalIds: JSON.stringify(settings.externalIds),
    });
}

// Integrations as an organization meets them: what it can install, what it has installed, and where that is at work.
import type { Static } from '@sinclair/typebox';
import { OrganizationRef, operation, SiteRef, SpaceRef, Type } from '../schema.ts';
import * as wire from './installed-integrations.generated.ts';
import { Block } from './integration-parts.ts';
import { IntegrationRef } from './integrations.ts';

const { Array: ArrayOf, Object: Obj, String: Str } = Type;

/** An integration, and where it is installed. */
export const InstalledIntegration = wire.InstalledIntegration;
export type InstalledIntegration = Static<typeof InstalledIntegration>;

/** A script that an integration puts on a site. */
export const SiteIntegrationScript = wire.SiteIntegrationScript;
export type SiteIntegrationScript = Static<typeof SiteIntegrationScript>;

/** The blocks of one integration; `name` is its own. */
const IntegrationBlocks = Obj({ name: Str(), blocks: ArrayOf(Block) });
export const SpaceIntegrationBlocks = ArrayOf(IntegrationBlocks);

export const listOrganizationIntegrations = operation('installedIntegrations.available', {
  ...wire.listOrganizationIntegrations,
  summary: 'List the integrations an organization can install',
  params: OrganizationRef,
  says: {
    search: 'only integrations whose name contains this',
    category: 'only this category',
    blockDomain: 'only integrations with blocks for this domain',
    blocks: 'only integrations with (or without) blocks',
    contentSources: 'only integrations with (or without) content sources',
    owner: 'only integrations owned by this organization',
    scope: 'only integrations that use this scope',
    target: 'only integrations for this target',
  },
  token: 'any',
});

export const getInstallationStatus = operation('installedIntegrations.status', {
  ...wire.getOrganizationIntegrationStatus,
  summary: 'Show the installation status of an integration',
  params: Obj({ ...OrganizationRef.properties, ...IntegrationRef.properties }),
  errors: [404],
});

export const listOrganizationInstallations = operation('installedIntegrations.list', {
  ...wire.listOrganizationInstallations,
  summary: 'List the installations in an organization',
  params: OrganizationRef,
  says: { search: 'only integrations whose name contains this' },
  token: 'any',
});

export const listInstallationStatuses = operation('installedIntegrations.statuses', {
  ...wire.listOrganizationIntegrationsStatus,
  summary: 'List installed integrations and their status',
  params: OrganizationRef,
  says: {
    target: 'only installations on this kind of target',
    site: 'only installations on this site',
    space: 'only installations on this space',
  },
  token: 'any',
});

export const listSiteIntegrationScripts = operation('installedIntegrations.scripts', {
  ...wire.listSiteIntegrationScripts,
  summary: 'List the scripts that integrations add to a site',
  params: SiteRef,
  errors: [400],
});

export const listSiteIntegrations = operation('installedIntegrations.onSite', {
  ...wire.listSiteIntegrations,
  summary: 'List the integrations enabled on a site',
  params: SiteRef,
  says: { search: 'only integrations whose name contains this' },
});

export const listSpaceIntegrations = operation('installedIntegrations.onSpace', {
  ...wire.listSpaceIntegrations,
  summary: 'List the integrations enabled on a space',
  params: SpaceRef,
  says: { search: 'only integrations whose name contains this' },
});

export const listSpaceIntegrationBlocks = operation('installedIntegrations.blocks', {
  ...wire.listSpaceIntegrationsBlocks,
  summary: 'List the blocks that integrations add to a space',
  params: SpaceRef,
  errors: [404],
  token: 'any',
});

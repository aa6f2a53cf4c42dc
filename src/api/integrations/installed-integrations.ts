// Integrations as an organization meets them: what it can install, what it has installed, and where that is at work.
import type { Static } from '@sinclair/typebox';
import { resource, Type } from '../schema.ts';
import * as wire from './installed-integrations.generated.ts';
import { Block } from './integration-parts.ts';

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

const op = resource('installedIntegrations');

export const listOrganizationIntegrations = op(
  'available',
  'List the integrations an organization can install',
  {
    ...wire.listOrganizationIntegrations,
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
  },
);
export const getInstallationStatus = op('status', 'Show the installation status of an integration', {
  ...wire.getOrganizationIntegrationStatus,
  errors: [404],
});
export const listOrganizationInstallations = op('list', 'List the installations in an organization', {
  ...wire.listOrganizationInstallations,
  says: { search: 'only integrations whose name contains this' },
  token: 'any',
});
export const listInstallationStatuses = op('statuses', 'List installed integrations and their status', {
  ...wire.listOrganizationIntegrationsStatus,
  says: {
    target: 'only installations on this kind of target',
    site: 'only installations on this site',
    space: 'only installations on this space',
  },
  token: 'any',
});
export const listSiteIntegrationScripts = op('scripts', 'List the scripts that integrations add to a site', {
  ...wire.listSiteIntegrationScripts,
  errors: [400],
});
export const listSiteIntegrations = op('onSite', 'List the integrations enabled on a site', {
  ...wire.listSiteIntegrations,
  says: { search: 'only integrations whose name contains this' },
});
export const listSpaceIntegrations = op('onSpace', 'List the integrations enabled on a space', {
  ...wire.listSpaceIntegrations,
  says: { search: 'only integrations whose name contains this' },
});
export const listSpaceIntegrationBlocks = op('blocks', 'List the blocks that integrations add to a space', {
  ...wire.listSpaceIntegrationsBlocks,
  errors: [404],
  token: 'any',
});

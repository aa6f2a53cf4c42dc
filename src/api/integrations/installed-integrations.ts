// Integrations as an organization meets them: what it can install, what it has installed, and where that is at work.
import { resource } from '../schema.ts';
import * as wire from './installed-integrations.generated.ts';
import { INTEGRATION_FILTERS } from './integration-parts.ts';

const op = resource('installedIntegrations', {
  says: { search: 'only integrations whose name contains this' },
});
export const listOrganizationIntegrations = op(
  'available',
  'List the integrations an organization can install',
  {
    ...wire.listOrganizationIntegrations,
    says: INTEGRATION_FILTERS,
  },
);
export const getInstallationStatus = op('status', 'Show the installation status of an integration', {
  ...wire.getOrganizationIntegrationStatus,
});
export const listOrganizationInstallations = op('list', 'List the installations in an organization', {
  ...wire.listOrganizationInstallations,
});
export const listInstallationStatuses = op('statuses', 'List installed integrations and their status', {
  ...wire.listOrganizationIntegrationsStatus,
  says: {
    target: 'only installations on this kind of target',
    site: 'only installations on this site',
    space: 'only installations on this space',
  },
});
export const listSiteIntegrationScripts = op('scripts', 'List the scripts that integrations add to a site', {
  ...wire.listSiteIntegrationScripts,
});
export const listSiteIntegrations = op('onSite', 'List the integrations enabled on a site', {
  ...wire.listSiteIntegrations,
});
export const listSpaceIntegrations = op('onSpace', 'List the integrations enabled on a space', {
  ...wire.listSpaceIntegrations,
});
export const listSpaceIntegrationBlocks = op('blocks', 'List the blocks that integrations add to a space', {
  ...wire.listSpaceIntegrationsBlocks,
});

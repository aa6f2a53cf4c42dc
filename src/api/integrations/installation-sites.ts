// The sites that one installation of an integration is on.
import { resource } from '../schema.ts';
import * as wire from './installation-sites.generated.ts';

const op = resource('installationSites', {
  says: {
    configuration: 'settings of the integration',
    extended: 'show sites as objects instead of IDs',
    externalIds: 'IDs to find the installation by (at most 5)',
  },
});
export const listInstallationSites = op('list', 'List the sites of an installation', {
  ...wire.listIntegrationInstallationSites,
});
export const addInstallationSite = op('add', 'Install an integration on a site', {
  ...wire.installIntegrationOnSite,
  says: { siteId: 'site to install it on' },
});
export const getInstallationSite = op('get', 'Show an installation on a site', {
  ...wire.getIntegrationSiteInstallation,
});
export const updateInstallationSite = op('update', 'Update the settings of an installation on a site', {
  ...wire.updateIntegrationSiteInstallation,
});
export const removeInstallationSite = op('remove', 'Uninstall an integration from a site', {
  ...wire.uninstallIntegrationFromSite,
});

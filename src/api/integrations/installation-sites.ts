// The sites that one installation of an integration is on.
import { resource } from '../schema.ts';
import * as wire from './installation-sites.generated.ts';
import { installedOn } from './integration-parts.ts';

const op = resource('installationSites', {
  does: installedOn('site'),
  says: { extended: 'show sites as objects instead of IDs' },
});
export const listInstallationSites = op('list', wire.listIntegrationInstallationSites);
export const addInstallationSite = op('add', {
  ...wire.installIntegrationOnSite,
  says: { siteId: 'site to install it on' },
});
export const getInstallationSite = op('get', wire.getIntegrationSiteInstallation);
export const updateInstallationSite = op('update', wire.updateIntegrationSiteInstallation);
export const removeInstallationSite = op('remove', wire.uninstallIntegrationFromSite);

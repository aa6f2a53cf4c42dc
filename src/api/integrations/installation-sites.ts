// The sites that one installation of an integration is on.
import { resource } from '../schema.ts';
import * as wire from './installation-sites.generated.ts';
import { INSTALLED, installedOn } from './integration-parts.ts';

const does = installedOn('site');
const op = resource('installationSites', {
  says: { ...INSTALLED, extended: 'show sites as objects instead of IDs' },
});
export const listInstallationSites = op('list', does.list, wire.listIntegrationInstallationSites);
export const addInstallationSite = op('add', does.add, {
  ...wire.installIntegrationOnSite,
  says: { siteId: 'site to install it on' },
});
export const getInstallationSite = op('get', does.get, wire.getIntegrationSiteInstallation);
export const updateInstallationSite = op('update', does.update, wire.updateIntegrationSiteInstallation);
export const removeInstallationSite = op('remove', does.remove, wire.uninstallIntegrationFromSite);

// Installations of an integration, and the spaces and sites that each is on.

import { resource } from '../schema.ts';
import * as wire from './integration-installations.generated.ts';
import { INSTALLED, installedOn } from './integration-parts.ts';

const op = resource('installations', { says: { ...INSTALLED, externalId: 'only with this external ID' } });
export const listInstallations = op('list', 'List the installations of an integration', {
  ...wire.listIntegrationInstallations,
});
export const installIntegration = op('create', 'Install an integration in an organization', {
  ...wire.installIntegration,
  says: { organization: 'organization to install it in' },
});
export const listIntegrationSpaces = op('spaces', 'List the spaces where an integration is installed', {
  ...wire.listIntegrationSpaceInstallations,
  says: { extended: 'show spaces as objects instead of IDs' },
});
export const listIntegrationSites = op('sites', 'List the sites where an integration is installed', {
  ...wire.listIntegrationSiteInstallations,
  says: { extended: 'show sites as objects instead of IDs' },
});
export const getInstallation = op('get', 'Show an installation of an integration', {
  ...wire.getIntegrationInstallationById,
});
export const updateInstallation = op('update', 'Update the settings of an installation', {
  ...wire.updateIntegrationInstallation,
  says: {
    site_selection: 'whether it is on all sites or on selected ones',
    space_selection: 'whether it is on all spaces or on selected ones',
  },
});
export const deleteInstallation = op('delete', 'Uninstall an integration from an organization', {
  ...wire.uninstallIntegration,
});
/** A token that ends by itself: with it a program acts as the installation. */
export const createInstallationToken = op('token', 'Create a temporary token of an installation', {
  ...wire.createIntegrationInstallationToken,
});

const onSite = installedOn('site');
const siteOp = resource('installationSites', {
  says: { ...INSTALLED, extended: 'show sites as objects instead of IDs' },
});
export const listInstallationSites = siteOp('list', onSite.list, wire.listIntegrationInstallationSites);
export const addInstallationSite = siteOp('add', onSite.add, {
  ...wire.installIntegrationOnSite,
  says: { siteId: 'site to install it on' },
});
export const getInstallationSite = siteOp('get', onSite.get, wire.getIntegrationSiteInstallation);
export const updateInstallationSite = siteOp('update', onSite.update, wire.updateIntegrationSiteInstallation);
export const removeInstallationSite = siteOp('remove', onSite.remove, wire.uninstallIntegrationFromSite);

const onSpace = installedOn('space');
const spaceOp = resource('installationSpaces', {
  says: { ...INSTALLED, extended: 'show spaces as objects instead of IDs' },
});
export const listInstallationSpaces = spaceOp('list', onSpace.list, wire.listIntegrationInstallationSpaces);
export const addInstallationSpace = spaceOp('add', onSpace.add, {
  ...wire.installIntegrationOnSpace,
  says: { space: 'space to install it on' },
});
export const getInstallationSpace = spaceOp('get', onSpace.get, wire.getIntegrationSpaceInstallation);
export const updateInstallationSpace = spaceOp(
  'update',
  onSpace.update,
  wire.updateIntegrationSpaceInstallation,
);
export const removeInstallationSpace = spaceOp('remove', onSpace.remove, wire.uninstallIntegrationFromSpace);

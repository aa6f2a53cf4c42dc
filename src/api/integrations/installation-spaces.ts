// The spaces that one installation of an integration is on.
import { resource } from '../schema.ts';
import * as wire from './installation-spaces.generated.ts';
import { INSTALLED, installedOn } from './integration-parts.ts';

const does = installedOn('space');
const op = resource('installationSpaces', {
  says: { ...INSTALLED, extended: 'show spaces as objects instead of IDs' },
});
export const listInstallationSpaces = op('list', does.list, wire.listIntegrationInstallationSpaces);
export const addInstallationSpace = op('add', does.add, {
  ...wire.installIntegrationOnSpace,
  says: { space: 'space to install it on' },
});
export const getInstallationSpace = op('get', does.get, wire.getIntegrationSpaceInstallation);
export const updateInstallationSpace = op('update', does.update, wire.updateIntegrationSpaceInstallation);
export const removeInstallationSpace = op('remove', does.remove, wire.uninstallIntegrationFromSpace);

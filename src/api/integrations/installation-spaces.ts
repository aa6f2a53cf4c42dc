// The spaces that one installation of an integration is on.
import { resource } from '../schema.ts';
import * as wire from './installation-spaces.generated.ts';

const op = resource('installationSpaces', {
  says: {
    configuration: 'settings of the integration',
    externalIds: 'IDs to find the installation by (at most 5)',
    extended: 'show spaces as objects instead of IDs',
  },
});
export const listInstallationSpaces = op('list', 'List the spaces of an installation', {
  ...wire.listIntegrationInstallationSpaces,
});
export const addInstallationSpace = op('add', 'Install an integration on a space', {
  ...wire.installIntegrationOnSpace,
  says: { space: 'space to install it on' },
});
export const getInstallationSpace = op('get', 'Show an installation on a space', {
  ...wire.getIntegrationSpaceInstallation,
});
export const updateInstallationSpace = op('update', 'Update the settings of an installation on a space', {
  ...wire.updateIntegrationSpaceInstallation,
});
export const removeInstallationSpace = op('remove', 'Uninstall an integration from a space', {
  ...wire.uninstallIntegrationFromSpace,
});

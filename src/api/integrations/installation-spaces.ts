// The spaces that one installation of an integration is on.
import { resource } from '../schema.ts';
import * as wire from './installation-spaces.generated.ts';
import { installedOn } from './integration-parts.ts';

const op = resource('installationSpaces', {
  does: installedOn('space'),
  says: { extended: 'show spaces as objects instead of IDs' },
});
export const listInstallationSpaces = op('list', wire.listIntegrationInstallationSpaces);
export const addInstallationSpace = op('add', {
  ...wire.installIntegrationOnSpace,
  says: { space: 'space to install it on' },
});
export const getInstallationSpace = op('get', wire.getIntegrationSpaceInstallation);
export const updateInstallationSpace = op('update', wire.updateIntegrationSpaceInstallation);
export const removeInstallationSpace = op('remove', wire.uninstallIntegrationFromSpace);

// The spaces that one installation of an integration is on.
import { operation, Type } from '../schema.ts';
import * as wire from './installation-spaces.generated.ts';
import { InstallationRef } from './integration-installations.ts';

const { Object: Obj, String: Str } = Type;

const InstallationSpaceRef = Obj({ ...InstallationRef.properties, spaceId: Str({ description: 'space' }) });

export const listInstallationSpaces = operation('installationSpaces.list', {
  ...wire.listIntegrationInstallationSpaces,
  summary: 'List the spaces of an installation',
  params: InstallationRef,
  token: 'any',
  says: { extended: 'show spaces as objects instead of IDs' },
});

export const addInstallationSpace = operation('installationSpaces.add', {
  ...wire.installIntegrationOnSpace,
  summary: 'Install an integration on a space',
  params: InstallationRef,
  errors: [404],
  says: { extended: 'show spaces as objects instead of IDs', space: 'space to install it on' },
  token: 'any',
});

export const getInstallationSpace = operation('installationSpaces.get', {
  ...wire.getIntegrationSpaceInstallation,
  summary: 'Show an installation on a space',
  params: InstallationSpaceRef,
  errors: [404],
  token: 'any',
  says: { extended: 'show spaces as objects instead of IDs' },
});

export const updateInstallationSpace = operation('installationSpaces.update', {
  ...wire.updateIntegrationSpaceInstallation,
  summary: 'Update the settings of an installation on a space',
  params: InstallationSpaceRef,
  token: 'any',
  says: {
    extended: 'show spaces as objects instead of IDs',
    externalIds: 'IDs to find the installation by (at most 5)',
    configuration: 'settings of the integration',
  },
});

export const removeInstallationSpace = operation('installationSpaces.remove', {
  ...wire.uninstallIntegrationFromSpace,
  summary: 'Uninstall an integration from a space',
  params: InstallationSpaceRef,
  token: 'any',
});

// The spaces that one installation of an integration is on.
import { operation, Paging, pageOf, Type } from '../schema.ts';
import {
  Extended,
  InstallationRef,
  InstallationSettings,
  IntegrationSpace,
} from './integration-installations.ts';

const { Object: Obj, String: Str } = Type;

const InstallationSpaceRef = Obj({ ...InstallationRef.properties, spaceId: Str({ description: 'space' }) });
const ExtendedQuery = Obj({ extended: Extended('spaces') });

export const listInstallationSpaces = operation('installationSpaces.list', {
  method: 'GET',
  path: '/v1/integrations/{integrationName}/installations/{installationId}/spaces',
  summary: 'List the spaces of an installation',
  params: InstallationRef,
  query: Obj({ ...Paging, ...ExtendedQuery.properties }),
  result: pageOf(IntegrationSpace),
  paging: 'pages',
  token: 'any',
});

export const addInstallationSpace = operation('installationSpaces.add', {
  method: 'POST',
  path: '/v1/integrations/{integrationName}/installations/{installationId}/spaces',
  summary: 'Install an integration on a space',
  params: InstallationRef,
  query: ExtendedQuery,
  body: Obj({ space: Str({ description: 'space to install it on' }) }),
  result: IntegrationSpace,
  success: [201],
  errors: [404],
});

export const getInstallationSpace = operation('installationSpaces.get', {
  method: 'GET',
  path: '/v1/integrations/{integrationName}/installations/{installationId}/spaces/{spaceId}',
  summary: 'Show an installation on a space',
  params: InstallationSpaceRef,
  query: ExtendedQuery,
  result: IntegrationSpace,
  errors: [404],
  token: 'any',
});

export const updateInstallationSpace = operation('installationSpaces.update', {
  method: 'PATCH',
  path: '/v1/integrations/{integrationName}/installations/{installationId}/spaces/{spaceId}',
  summary: 'Update the settings of an installation on a space',
  params: InstallationSpaceRef,
  query: ExtendedQuery,
  body: Obj({ ...InstallationSettings }),
  result: IntegrationSpace,
  token: 'any',
});

export const removeInstallationSpace = operation('installationSpaces.remove', {
  method: 'DELETE',
  path: '/v1/integrations/{integrationName}/installations/{installationId}/spaces/{spaceId}',
  summary: 'Uninstall an integration from a space',
  params: InstallationSpaceRef,
});

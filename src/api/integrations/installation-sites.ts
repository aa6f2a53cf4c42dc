// The sites that one installation of an integration is on.
import { Paging, pageOf, resource, Type } from '../schema.ts';
import { Extended, InstallationSettings, IntegrationSite } from './integration-installations.ts';

const { Object: Obj, String: Str } = Type;
const ExtendedQuery = Obj({ extended: Extended('sites') });

const op = resource('installationSites', {
  says: {
    configuration: 'settings of the integration',
    externalIds: 'IDs to find the installation by (at most 5)',
  },
});
export const listInstallationSites = op('list', 'List the sites of an installation', {
  method: 'GET',
  path: '/v1/integrations/{integrationName}/installations/{installationId}/sites',
  query: Obj({ ...Paging, ...ExtendedQuery.properties }),
  result: pageOf(IntegrationSite),
  paging: 'pages',
  token: 'any',
});
export const addInstallationSite = op('add', 'Install an integration on a site', {
  method: 'POST',
  path: '/v1/integrations/{integrationName}/installations/{installationId}/sites',
  query: ExtendedQuery,
  body: Obj({ siteId: Str({ description: 'site to install it on' }) }),
  result: IntegrationSite,
  success: [201],
  errors: [404],
  token: 'any',
});
export const getInstallationSite = op('get', 'Show an installation on a site', {
  method: 'GET',
  path: '/v1/integrations/{integrationName}/installations/{installationId}/sites/{siteId}',
  query: ExtendedQuery,
  result: IntegrationSite,
  errors: [404],
  token: 'any',
});
export const updateInstallationSite = op('update', 'Update the settings of an installation on a site', {
  method: 'PATCH',
  path: '/v1/integrations/{integrationName}/installations/{installationId}/sites/{siteId}',
  query: ExtendedQuery,
  body: Obj({ ...InstallationSettings }),
  result: IntegrationSite,
  token: 'any',
});
export const removeInstallationSite = op('remove', 'Uninstall an integration from a site', {
  method: 'DELETE',
  path: '/v1/integrations/{integrationName}/installations/{installationId}/sites/{siteId}',
  token: 'any',
});

// The sites that one installation of an integration is on.
import { operation, Paging, pageOf, Type } from '../schema.ts';
import {
  Extended,
  InstallationRef,
  InstallationSettings,
  IntegrationSite,
} from './integration-installations.ts';

const { Object: Obj, String: Str } = Type;

const InstallationSiteRef = Obj({ ...InstallationRef.properties, siteId: Str({ description: 'site' }) });
const ExtendedQuery = Obj({ extended: Extended('sites') });

export const listInstallationSites = operation('installationSites.list', {
  method: 'GET',
  path: '/v1/integrations/{integrationName}/installations/{installationId}/sites',
  summary: 'List the sites of an installation',
  params: InstallationRef,
  query: Obj({ ...Paging, ...ExtendedQuery.properties }),
  result: pageOf(IntegrationSite),
  paging: 'pages',
  token: 'any',
});

export const addInstallationSite = operation('installationSites.add', {
  method: 'POST',
  path: '/v1/integrations/{integrationName}/installations/{installationId}/sites',
  summary: 'Install an integration on a site',
  params: InstallationRef,
  query: ExtendedQuery,
  body: Obj({ siteId: Str({ description: 'site to install it on' }) }),
  result: IntegrationSite,
  success: [201],
  errors: [404],
  token: 'any',
});

export const getInstallationSite = operation('installationSites.get', {
  method: 'GET',
  path: '/v1/integrations/{integrationName}/installations/{installationId}/sites/{siteId}',
  summary: 'Show an installation on a site',
  params: InstallationSiteRef,
  query: ExtendedQuery,
  result: IntegrationSite,
  errors: [404],
  token: 'any',
});

export const updateInstallationSite = operation('installationSites.update', {
  method: 'PATCH',
  path: '/v1/integrations/{integrationName}/installations/{installationId}/sites/{siteId}',
  summary: 'Update the settings of an installation on a site',
  params: InstallationSiteRef,
  query: ExtendedQuery,
  body: Obj({ ...InstallationSettings }),
  result: IntegrationSite,
  token: 'any',
});

export const removeInstallationSite = operation('installationSites.remove', {
  method: 'DELETE',
  path: '/v1/integrations/{integrationName}/installations/{installationId}/sites/{siteId}',
  summary: 'Uninstall an integration from a site',
  params: InstallationSiteRef,
  token: 'any',
});

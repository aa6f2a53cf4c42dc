// Made by npm run contract from version 0.202.0 of the published contract.
import { builders } from '../schema.ts';
import { Site } from '../sites/sites.generated.ts';

const { ArrayOf, Bool, Enum, Obj, Optional, Paging, RecordOf, Str, Union, Unknown, Uri, pageOf } = builders;

export const IntegrationSiteInstallation = Obj({
  integration: Str(),
  installation: Str(),
  status: Enum(['active', 'pending', 'paused']),
  configuration: RecordOf(Str(), Unknown()),
  externalIds: ArrayOf(Str(), { maxItems: 5 }),
  urls: Obj({ location: Uri(), publicEndpoint: Uri(), publicContentEndpoint: Optional(Uri()) }),
  site: Union([Str(), Site]),
});

export const listIntegrationInstallationSites = {
  method: 'GET',
  path: '/v1/integrations/{integrationName}/installations/{installationId}/sites',
  query: Obj({ ...Paging, extended: Optional(Bool({ default: false })) }),
  result: pageOf(IntegrationSiteInstallation),
  paging: 'pages',
  token: 'any',
} as const;

export const installIntegrationOnSite = {
  method: 'POST',
  path: '/v1/integrations/{integrationName}/installations/{installationId}/sites',
  query: Obj({ extended: Optional(Bool({ default: false })) }),
  body: Obj({ siteId: Str() }),
  result: IntegrationSiteInstallation,
  success: [201],
  errors: [404],
  token: 'any',
} as const;

export const getIntegrationSiteInstallation = {
  method: 'GET',
  path: '/v1/integrations/{integrationName}/installations/{installationId}/sites/{siteId}',
  query: Obj({ extended: Optional(Bool({ default: false })) }),
  result: IntegrationSiteInstallation,
  errors: [404],
  token: 'any',
} as const;

export const updateIntegrationSiteInstallation = {
  method: 'PATCH',
  path: '/v1/integrations/{integrationName}/installations/{installationId}/sites/{siteId}',
  query: Obj({ extended: Optional(Bool({ default: false })) }),
  body: Obj({
    externalIds: Optional(ArrayOf(Str(), { maxItems: 5 })),
    configuration: Optional(RecordOf(Str(), Unknown())),
  }),
  result: IntegrationSiteInstallation,
  token: 'any',
} as const;

export const uninstallIntegrationFromSite = {
  method: 'DELETE',
  path: '/v1/integrations/{integrationName}/installations/{installationId}/sites/{siteId}',
  token: 'any',
} as const;

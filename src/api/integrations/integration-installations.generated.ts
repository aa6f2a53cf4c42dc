// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { Space } from '../content/spaces.generated.ts';
import { builders } from '../schema.ts';
import { Site } from '../sites/sites.generated.ts';

const {
  ArrayOf,
  Bool,
  DateTime,
  Enum,
  Num,
  Obj,
  Optional,
  Paging,
  RecordOf,
  Str,
  Union,
  Unknown,
  Uri,
  pageOf,
} = builders;

export const IntegrationInstallation = Obj({
  id: Str(),
  status: Enum(['active', 'pending', 'paused']),
  space_selection: Enum(['all', 'selected']),
  site_selection: Enum(['all', 'selected']),
  spaces: Num(),
  configuration: RecordOf(Str(), Unknown()),
  createdAt: DateTime(),
  updatedAt: DateTime(),
  urls: Obj({ location: Uri(), app: Uri(), publicEndpoint: Uri(), publicContentEndpoint: Optional(Uri()) }),
  externalIds: ArrayOf(Str(), { maxItems: 5 }),
  target: Obj({ organization: Str() }),
  network: Optional(Obj({ proxy: Optional(Bool()) })),
});
export type IntegrationInstallation = Static<typeof IntegrationInstallation>;

export const IntegrationSpaceInstallation = Obj({
  integration: Str(),
  installation: Str(),
  status: Enum(['active', 'pending', 'paused']),
  configuration: RecordOf(Str(), Unknown()),
  externalIds: ArrayOf(Str(), { maxItems: 5 }),
  urls: Obj({ location: Uri(), publicEndpoint: Uri(), publicContentEndpoint: Optional(Uri()) }),
  space: Union([Str(), Space]),
});
export type IntegrationSpaceInstallation = Static<typeof IntegrationSpaceInstallation>;

export const IntegrationSiteInstallation = Obj({
  integration: Str(),
  installation: Str(),
  status: Enum(['active', 'pending', 'paused']),
  configuration: RecordOf(Str(), Unknown()),
  externalIds: ArrayOf(Str(), { maxItems: 5 }),
  urls: Obj({ location: Uri(), publicEndpoint: Uri(), publicContentEndpoint: Optional(Uri()) }),
  site: Union([Str(), Site]),
});

export const listIntegrationInstallations = {
  method: 'GET',
  path: '/v1/integrations/{integrationName}/installations',
  query: Obj({ ...Paging, externalId: Optional(Str()) }),
  result: pageOf(IntegrationInstallation),
  paging: 'pages',
  token: ['integration', 'installation'],
} as const;

export const installIntegration = {
  method: 'POST',
  path: '/v1/integrations/{integrationName}/installations',
  body: Obj({ organization: Str() }),
  result: IntegrationInstallation,
  success: [201],
  errors: [404],
} as const;

export const listIntegrationSpaceInstallations = {
  method: 'GET',
  path: '/v1/integrations/{integrationName}/spaces',
  query: Obj({ ...Paging, externalId: Optional(Str()), extended: Optional(Bool({ default: false })) }),
  result: pageOf(IntegrationSpaceInstallation),
  paging: 'pages',
  token: ['integration', 'installation'],
} as const;

export const listIntegrationSiteInstallations = {
  method: 'GET',
  path: '/v1/integrations/{integrationName}/sites',
  query: Obj({ ...Paging, externalId: Optional(Str()), extended: Optional(Bool({ default: false })) }),
  result: pageOf(IntegrationSiteInstallation),
  paging: 'pages',
  token: 'integration',
} as const;

export const getIntegrationInstallationById = {
  method: 'GET',
  path: '/v1/integrations/{integrationName}/installations/{installationId}',
  result: IntegrationInstallation,
  errors: [404],
  token: 'any',
} as const;

export const updateIntegrationInstallation = {
  method: 'PATCH',
  path: '/v1/integrations/{integrationName}/installations/{installationId}',
  body: Obj({
    externalIds: Optional(ArrayOf(Str(), { maxItems: 5 })),
    configuration: Optional(RecordOf(Str(), Unknown())),
    space_selection: Optional(Enum(['all', 'selected'])),
    site_selection: Optional(Enum(['all', 'selected'])),
  }),
  result: IntegrationInstallation,
  token: 'any',
} as const;

export const uninstallIntegration = {
  method: 'DELETE',
  path: '/v1/integrations/{integrationName}/installations/{installationId}',
} as const;

export const createIntegrationInstallationToken = {
  method: 'POST',
  path: '/v1/integrations/{integrationName}/installations/{installationId}/tokens',
  result: Obj({ token: Str() }),
  errors: [404],
  token: 'integration',
} as const;

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

export const listIntegrationInstallationSpaces = {
  method: 'GET',
  path: '/v1/integrations/{integrationName}/installations/{installationId}/spaces',
  query: Obj({ ...Paging, extended: Optional(Bool({ default: false })) }),
  result: pageOf(IntegrationSpaceInstallation),
  paging: 'pages',
  token: 'any',
} as const;

export const installIntegrationOnSpace = {
  method: 'POST',
  path: '/v1/integrations/{integrationName}/installations/{installationId}/spaces',
  query: Obj({ extended: Optional(Bool({ default: false })) }),
  body: Obj({ space: Str() }),
  result: IntegrationSpaceInstallation,
  success: [201],
  errors: [404],
  token: 'any',
} as const;

export const getIntegrationSpaceInstallation = {
  method: 'GET',
  path: '/v1/integrations/{integrationName}/installations/{installationId}/spaces/{spaceId}',
  query: Obj({ extended: Optional(Bool({ default: false })) }),
  result: IntegrationSpaceInstallation,
  errors: [404],
  token: 'any',
} as const;

export const updateIntegrationSpaceInstallation = {
  method: 'PATCH',
  path: '/v1/integrations/{integrationName}/installations/{installationId}/spaces/{spaceId}',
  query: Obj({ extended: Optional(Bool({ default: false })) }),
  body: Obj({
    externalIds: Optional(ArrayOf(Str(), { maxItems: 5 })),
    configuration: Optional(RecordOf(Str(), Unknown())),
  }),
  result: IntegrationSpaceInstallation,
  token: 'any',
} as const;

export const uninstallIntegrationFromSpace = {
  method: 'DELETE',
  path: '/v1/integrations/{integrationName}/installations/{installationId}/spaces/{spaceId}',
  token: 'any',
} as const;

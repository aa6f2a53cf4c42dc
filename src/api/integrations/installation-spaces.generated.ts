// Made by npm run contract from version 0.202.0 of the published contract.
import { IntegrationSpaceInstallation } from './integration-installations.generated.ts';
import { builders } from '../schema.ts';

const { ArrayOf, Bool, Obj, Optional, Paging, RecordOf, Str, Unknown, pageOf } = builders;

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

// Made by npm run contract from version 0.202.0 of the published contract.
import { builders } from '../schema.ts';

const { Obj, Str } = builders;

export const createIntegrationInstallationToken = {
  method: 'POST',
  path: '/v1/integrations/{integrationName}/installations/{installationId}/tokens',
  result: Obj({ token: Str() }),
  errors: [404],
} as const;

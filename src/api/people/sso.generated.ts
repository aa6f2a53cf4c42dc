// Made by npm run contract from version 0.202.0 of the published contract.
import { builders } from '../schema.ts';

const { ArrayOf, Obj, Str, Uri } = builders;

export const listSSOProviderLoginsInOrganization = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sso',
  result: Obj({
    items: ArrayOf(Obj({ id: Str(), label: Str({ minLength: 1, maxLength: 30 }), startURL: Uri() })),
  }),
  token: 'any',
} as const;

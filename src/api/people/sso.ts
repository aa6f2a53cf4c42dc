// The ways to sign in to an organization.
import type { Static } from '@sinclair/typebox';
import { OrganizationRef, operation, Type } from '../schema.ts';

const { Array: ArrayOf, Object: Obj, String: Str } = Type;

export const SsoLogin = Obj({ id: Str(), label: Str(), startURL: Str() });
export type SsoLogin = Static<typeof SsoLogin>;

export const listSsoLogins = operation('sso.list', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sso',
  summary: 'List the single sign-on options of an organization',
  params: OrganizationRef,
  result: Obj({ items: ArrayOf(SsoLogin) }),
  token: 'any',
});

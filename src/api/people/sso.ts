// The ways to sign in to an organization.
import type { Static } from '@sinclair/typebox';
import { OrganizationRef, operation } from '../schema.ts';
import * as wire from './sso.generated.ts';

export const SsoLogin = wire.OrganizationSSOProviderLogin;
export type SsoLogin = Static<typeof SsoLogin>;

export const listSsoLogins = operation('sso.list', {
  ...wire.listSSOProviderLoginsInOrganization,
  summary: 'List the single sign-on options of an organization',
  params: OrganizationRef,
  token: 'any',
});

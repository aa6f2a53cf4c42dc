// The ways to sign in to an organization.
import type { Static } from '@sinclair/typebox';
import { resource } from '../schema.ts';
import * as wire from './sso.generated.ts';

export const SsoLogin = wire.OrganizationSSOProviderLogin;
export type SsoLogin = Static<typeof SsoLogin>;

const op = resource('sso', { token: 'any' });
export const listSsoLogins = op('list', 'List the single sign-on options of an organization', {
  ...wire.listSSOProviderLoginsInOrganization,
});

// The ways to sign in to an organization.
import { resource } from '../schema.ts';
import * as wire from './sso.generated.ts';

const op = resource('sso', { token: 'any' });
export const listSsoLogins = op('list', 'List the single sign-on options of an organization', {
  ...wire.listSSOProviderLoginsInOrganization,
});

// SAML providers of organizations.
import type { Role } from '../../../api/roles.ts';
import { key, partOf, type RowOf, table, text, textOrNull } from '../table.ts';

export const samlProviders = table('samlProviders', {
  id: key(),
  organization: partOf('organizations'),
  label: text(),
  /** Empty until they are known: then the provider is pending. */
  ssoURL: text(),
  entityID: text(),
  certificate: text(),
  defaultTeam: textOrNull('REFERENCES teams(id) ON DELETE SET NULL'),
  defaultRole: textOrNull<Role>(),
  createdAt: text(),
});
export type SamlProviderRow = RowOf<typeof samlProviders>;

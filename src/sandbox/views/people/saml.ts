// SAML providers as the platform shows them.
import type { OrganizationSAMLProvider as SamlProvider } from '../../../api/people/saml.generated.ts';
import type { SamlProviderRow } from '../../db/people/saml.ts';
import { teamStore } from '../../db/people/teams.ts';
import type { Call } from '../../sandbox.ts';
import { locationUrl } from '../../urls.ts';
import { teamView } from './members.ts';

/** Always a URL (src/api/README.md#single-sign-on), before one is set, too: this one leads nowhere. */
export const NO_URL = 'about:blank';

/** Whether it can sign anybody in. */
export const isConfigured = ({ ssoURL, entityID, certificate }: SamlProviderRow): boolean =>
  ssoURL !== '' && entityID !== '' && certificate !== '';

export function samlView(call: Call, row: SamlProviderRow): SamlProvider {
  const team = row.defaultTeam === null ? undefined : teamStore(call.db).row(row.defaultTeam);
  return {
    object: 'saml-provider',
    id: row.id,
    label: row.label,
    ssoURL: row.ssoURL === '' ? NO_URL : row.ssoURL,
    entityID: row.entityID,
    certificate: row.certificate,
    ...(team && { defaultTeam: teamView(call, team) }),
    defaultRole: row.defaultRole,
    createdAt: row.createdAt,
    status: isConfigured(row) ? 'active' : 'pending',
    service: {
      acsURL: serviceUrl(row, 'acs'),
      startURL: startUrl(row),
      entityID: serviceUrl(row, 'metadata'),
    },
    urls: { location: locationUrl(call, `/v1/orgs/${row.organization}/saml/${row.id}`) },
  };
}

/** Where members begin to sign in. */
export const startUrl = (row: SamlProviderRow) => serviceUrl(row, 'login');

/** The host is a reserved example name: nothing answers there. */
const serviceUrl = ({ id }: SamlProviderRow, name: string) => `https://auth.docs.example/saml/${id}/${name}`;

// SAML providers: who signs members in.
import type { Static } from '@sinclair/typebox';
import { Role } from '../roles.ts';
import {
  DateTime,
  Enum,
  Nullable,
  OrganizationRef,
  operation,
  Paging,
  pageOf,
  Type,
  Uri,
} from '../schema.ts';
import { Team } from './teams.ts';

const { Object: Obj, String: Str, Optional, Literal } = Type;

export const SamlProvider = Obj({
  object: Literal('saml-provider'),
  id: Str(),
  label: Str({ minLength: 1, maxLength: 30 }),
  ssoURL: Str(),
  entityID: Str(),
  certificate: Str(),
  defaultTeam: Optional(Team),
  defaultRole: Nullable(Role),
  createdAt: DateTime(),
  status: Enum(['active', 'pending']),
  service: Obj({ acsURL: Str(), startURL: Str(), entityID: Str() }),
  urls: Obj({ location: Str() }),
});
export type SamlProvider = Static<typeof SamlProvider>;

export const SamlProviderRef = Obj({
  organizationId: Str({ description: 'organization' }),
  samlProviderId: Str({ description: 'SAML provider: ID or label' }),
});

const Label = Str({ minLength: 1, maxLength: 30, description: 'label of the sign-in button' });
const settings = {
  entityID: Optional(Str({ maxLength: 1024, description: 'entity ID of the identity provider' })),
  certificate: Optional(
    Str({ maxLength: 10_000, description: 'certificate of the identity provider, as PEM' }),
  ),
  ssoURL: Optional(Uri({ description: 'sign-in URL of the identity provider' })),
  defaultTeam: Optional(Str({ description: 'team that new members join' })),
  defaultRole: Optional(Nullable(Role, { description: 'role of new members; if cleared, they are guests' })),
};

export const listSamlProviders = operation('saml.list', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/saml',
  summary: 'List the SAML providers of an organization',
  lists: { param: 'samlProviderId', noun: 'SAML provider', names: ['label'] },
  params: OrganizationRef,
  query: Obj({ ...Paging }),
  result: pageOf(SamlProvider),
  paging: 'pages',
});

export const createSamlProvider = operation('saml.create', {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/saml',
  summary: 'Add a SAML provider',
  params: OrganizationRef,
  body: Obj({ label: Label, ...settings }),
  result: SamlProvider,
  success: [201],
});

export const getSamlProvider = operation('saml.get', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/saml/{samlProviderId}',
  summary: 'Show a SAML provider',
  params: SamlProviderRef,
  result: SamlProvider,
  errors: [404],
});

export const updateSamlProvider = operation('saml.update', {
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/saml/{samlProviderId}',
  summary: 'Update the settings of a SAML provider',
  params: SamlProviderRef,
  body: Obj({ label: Optional(Label), ...settings }),
  result: SamlProvider,
});

export const deleteSamlProvider = operation('saml.delete', {
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/saml/{samlProviderId}',
  summary: 'Delete a SAML provider',
  params: SamlProviderRef,
});

// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { OrganizationTeam } from './teams.generated.ts';
import { builders } from '../schema.ts';

const { DateTime, Enum, Literal, Nullable, Obj, Optional, Paging, Str, Uri, pageOf } = builders;

export const OrganizationSAMLProvider = Obj({
  object: Literal('saml-provider'),
  id: Str(),
  label: Str({ minLength: 1, maxLength: 30 }),
  ssoURL: Uri({ maxLength: 2048 }),
  entityID: Str({ maxLength: 1024 }),
  certificate: Str({ maxLength: 10000 }),
  defaultTeam: Optional(OrganizationTeam),
  defaultRole: Nullable(Enum(['admin', 'create', 'edit', 'review', 'comment', 'read'])),
  createdAt: DateTime(),
  status: Enum(['active', 'pending']),
  service: Obj({ acsURL: Uri(), startURL: Uri(), entityID: Str({ maxLength: 1024 }) }),
  urls: Obj({ location: Uri() }),
});
export type OrganizationSAMLProvider = Static<typeof OrganizationSAMLProvider>;

export const listSAMLProvidersInOrganizationById = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/saml',
  query: Obj({ ...Paging }),
  result: pageOf(OrganizationSAMLProvider),
  paging: 'pages',
} as const;

export const createOrganizationSAMLProvider = {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/saml',
  body: Obj({
    label: Str({ minLength: 1, maxLength: 30 }),
    entityID: Optional(Str({ maxLength: 1024 })),
    certificate: Optional(Str({ maxLength: 10000 })),
    ssoURL: Optional(Uri({ maxLength: 2048 })),
    defaultTeam: Optional(Str()),
    defaultRole: Optional(Nullable(Enum(['admin', 'create', 'edit', 'review', 'comment', 'read']))),
  }),
  result: OrganizationSAMLProvider,
  success: [201],
} as const;

export const getOrganizationSAMLProviderById = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/saml/{samlProviderId}',
  result: OrganizationSAMLProvider,
  errors: [404],
} as const;

export const updateOrganizationSAMLProvider = {
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/saml/{samlProviderId}',
  body: Obj({
    label: Optional(Str({ minLength: 1, maxLength: 30 })),
    entityID: Optional(Str({ maxLength: 1024 })),
    certificate: Optional(Str({ maxLength: 10000 })),
    ssoURL: Optional(Uri({ maxLength: 2048 })),
    defaultTeam: Optional(Str()),
    defaultRole: Optional(Nullable(Enum(['admin', 'create', 'edit', 'review', 'comment', 'read']))),
  }),
  result: OrganizationSAMLProvider,
} as const;

export const deleteOrganizationSAMLProvider = {
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/saml/{samlProviderId}',
} as const;

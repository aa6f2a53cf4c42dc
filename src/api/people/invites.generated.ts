// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { Collection } from '../content/collections.generated.ts';
import { Space } from '../content/spaces.generated.ts';
import { OrganizationTeam } from './members.generated.ts';
import { builders } from '../schema.ts';

const {
  ArrayOf,
  Bool,
  DateTime,
  Email,
  Enum,
  Literal,
  Nullable,
  Num,
  Obj,
  Optional,
  Paging,
  RecordOf,
  Str,
  Union,
  Unknown,
  Uri,
  pageOf,
} = builders;

export const OrganizationInviteLink = Union([
  Obj({
    object: Literal('invite'),
    id: Str(),
    role: Nullable(Enum(['admin', 'create', 'edit', 'review', 'comment', 'read'])),
    redundant: Bool(),
  }),
  Obj({
    object: Literal('invite'),
    id: Str(),
    level: Nullable(Enum(['admin', 'create', 'edit', 'review', 'comment', 'read'])),
    redundant: Bool(),
    space: Space,
  }),
  Obj({
    object: Literal('invite'),
    id: Str(),
    level: Nullable(Enum(['admin', 'create', 'edit', 'review', 'comment', 'read'])),
    redundant: Bool(),
    collection: Collection,
  }),
]);
export type OrganizationInviteLink = Static<typeof OrganizationInviteLink>;

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

export const inviteUsersToOrganization = {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/invites',
  body: Obj({
    emails: ArrayOf(
      Union([
        Email(),
        Obj({
          email: Email(),
          role: Nullable(Enum(['admin', 'create', 'edit', 'review', 'comment', 'read'])),
        }),
      ]),
    ),
    role: Optional(Nullable(Enum(['admin', 'create', 'edit', 'review', 'comment', 'read']))),
    sso: Optional(Bool()),
  }),
  result: Obj({ users: ArrayOf(Str()), invited: Num(), failedSSOEmails: Optional(ArrayOf(Str())) }),
  errors: [400],
} as const;

export const joinOrganizationWithInvite = {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/invites/{inviteId}',
  result: RecordOf(Str(), Unknown()),
} as const;

export const listOrganizationInviteLinks = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/link-invites',
  query: Obj({ ...Paging }),
  result: pageOf(
    Obj({
      object: Literal('invite'),
      id: Str(),
      role: Nullable(Enum(['admin', 'create', 'edit', 'review', 'comment', 'read'])),
      redundant: Bool(),
    }),
  ),
  paging: 'pages',
} as const;

export const createOrganizationInvite = {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/link-invites',
  body: Obj({
    role: Optional(Nullable(Enum(['admin', 'create', 'edit', 'review', 'comment', 'read']))),
    level: Optional(Nullable(Enum(['admin', 'create', 'edit', 'review', 'comment', 'read']))),
    space: Optional(Str()),
    collection: Optional(Str()),
  }),
  result: OrganizationInviteLink,
  success: [201],
} as const;

export const getOrganizationInviteLink = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/link-invites/{inviteId}',
  result: OrganizationInviteLink,
} as const;

export const updateOrganizationInviteById = {
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/link-invites/{inviteId}',
  body: Obj({
    role: Optional(Nullable(Enum(['admin', 'create', 'edit', 'review', 'comment', 'read']))),
    level: Optional(Nullable(Enum(['admin', 'create', 'edit', 'review', 'comment', 'read']))),
  }),
  result: OrganizationInviteLink,
} as const;

export const deleteOrganizationInviteById = {
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/link-invites/{inviteId}',
} as const;

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

export const listSSOProviderLoginsInOrganization = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sso',
  result: Obj({
    items: ArrayOf(Obj({ id: Str(), label: Str({ minLength: 1, maxLength: 30 }), startURL: Uri() })),
  }),
  token: 'any',
} as const;

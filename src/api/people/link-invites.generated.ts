// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { Collection } from '../content/collections.generated.ts';
import { Space } from '../content/spaces.generated.ts';
import { builders } from '../schema.ts';

const { Bool, Enum, Literal, Nullable, Obj, Optional, Paging, Str, Union, pageOf } = builders;

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

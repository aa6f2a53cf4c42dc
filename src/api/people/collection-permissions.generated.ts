// Made by npm run contract from version 0.202.0 of the published contract.
import { OrganizationTeam } from './teams.generated.ts';
import { User } from './users.generated.ts';
import { builders } from '../schema.ts';

const { ArrayOf, Enum, Nullable, Obj, Optional, Paging, Str, pageOf } = builders;

export const inviteToCollection = {
  method: 'POST',
  path: '/v1/collections/{collectionId}/permissions',
  body: Obj({
    role: Nullable(Enum(['admin', 'create', 'edit', 'review', 'comment', 'read'])),
    teams: Optional(ArrayOf(Str(), { minItems: 1 })),
    users: Optional(ArrayOf(Str(), { minItems: 1 })),
  }),
  success: [204],
  errors: [404],
} as const;

export const listUserPermissionsInCollection = {
  method: 'GET',
  path: '/v1/collections/{collectionId}/permissions/users',
  query: Obj({ ...Paging }),
  result: pageOf(
    Obj({ permission: Enum(['admin', 'create', 'edit', 'review', 'comment', 'read']), user: User }),
  ),
  errors: [404],
  paging: 'pages',
} as const;

export const updateUserPermissionInCollection = {
  method: 'PATCH',
  path: '/v1/collections/{collectionId}/permissions/users/{userId}',
  body: Obj({ role: Optional(Nullable(Enum(['admin', 'create', 'edit', 'review', 'comment', 'read']))) }),
  success: [204],
  errors: [404],
} as const;

export const removeUserFromCollection = {
  method: 'DELETE',
  path: '/v1/collections/{collectionId}/permissions/users/{userId}',
} as const;

export const listTeamPermissionsInCollection = {
  method: 'GET',
  path: '/v1/collections/{collectionId}/permissions/teams',
  query: Obj({ ...Paging }),
  result: pageOf(
    Obj({
      permission: Enum(['admin', 'create', 'edit', 'review', 'comment', 'read']),
      team: OrganizationTeam,
    }),
  ),
  paging: 'pages',
} as const;

export const updateTeamPermissionInCollection = {
  method: 'PATCH',
  path: '/v1/collections/{collectionId}/permissions/teams/{teamId}',
  body: Obj({ role: Optional(Nullable(Enum(['admin', 'create', 'edit', 'review', 'comment', 'read']))) }),
  success: [204],
  errors: [404],
} as const;

export const removeTeamFromCollection = {
  method: 'DELETE',
  path: '/v1/collections/{collectionId}/permissions/teams/{teamId}',
} as const;

export const listPermissionsAggregateInCollection = {
  method: 'GET',
  path: '/v1/collections/{collectionId}/permissions/aggregate',
  query: Obj({ ...Paging, role: Optional(Enum(['admin', 'create', 'edit', 'review', 'comment', 'read'])) }),
  result: pageOf(
    Obj({ permission: Enum(['admin', 'create', 'edit', 'review', 'comment', 'read']), user: User }),
  ),
  paging: 'pages',
} as const;

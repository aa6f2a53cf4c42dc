// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { OrganizationTeam, User } from './members.generated.ts';
import { builders } from '../schema.ts';

const { ArrayOf, Bool, DateTime, Enum, Literal, Nullable, Obj, Optional, Paging, Str, Union, pageOf } =
  builders;

export const UserSitePermission = Obj({
  permission: Nullable(Enum(['admin', 'create', 'edit', 'review', 'comment', 'read'])),
  user: User,
  origin: Union([
    Obj({ type: Literal('space'), space: Str() }),
    Obj({ type: Literal('organization'), organization: Str() }),
    Obj({
      type: Literal('site'),
      site: Str(),
      reason: Enum(['member', 'team', 'default']),
      team: Optional(Str()),
    }),
  ]),
  disabled: Optional(Bool()),
  lastSeenAt: Optional(DateTime()),
});
export type UserSitePermission = Static<typeof UserSitePermission>;

export const inviteToSpace = {
  method: 'POST',
  path: '/v1/spaces/{spaceId}/permissions',
  body: Obj({
    role: Nullable(Enum(['admin', 'create', 'edit', 'review', 'comment', 'read'])),
    teams: Optional(ArrayOf(Str(), { minItems: 1 })),
    users: Optional(ArrayOf(Str(), { minItems: 1 })),
  }),
  success: [204],
  errors: [404],
} as const;

export const listUserPermissionsInSpace = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/permissions/users',
  query: Obj({ ...Paging }),
  result: pageOf(
    Obj({ permission: Enum(['admin', 'create', 'edit', 'review', 'comment', 'read']), user: User }),
  ),
  errors: [404],
  paging: 'pages',
} as const;

export const updateUserPermissionInSpace = {
  method: 'PATCH',
  path: '/v1/spaces/{spaceId}/permissions/users/{userId}',
  body: Obj({ role: Optional(Nullable(Enum(['admin', 'create', 'edit', 'review', 'comment', 'read']))) }),
  success: [204],
  errors: [404],
} as const;

export const removeUserFromSpace = {
  method: 'DELETE',
  path: '/v1/spaces/{spaceId}/permissions/users/{userId}',
} as const;

export const listTeamPermissionsInSpace = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/permissions/teams',
  query: Obj({ ...Paging }),
  result: pageOf(
    Obj({
      permission: Enum(['admin', 'create', 'edit', 'review', 'comment', 'read']),
      team: OrganizationTeam,
    }),
  ),
  errors: [404],
  paging: 'pages',
} as const;

export const updateTeamPermissionInSpace = {
  method: 'PATCH',
  path: '/v1/spaces/{spaceId}/permissions/teams/{teamId}',
  body: Obj({ role: Optional(Nullable(Enum(['admin', 'create', 'edit', 'review', 'comment', 'read']))) }),
  success: [204],
  errors: [404],
} as const;

export const removeTeamFromSpace = {
  method: 'DELETE',
  path: '/v1/spaces/{spaceId}/permissions/teams/{teamId}',
  errors: [400],
} as const;

export const listPermissionsAggregateInSpace = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/permissions/aggregate',
  query: Obj({ ...Paging, role: Optional(Enum(['admin', 'create', 'edit', 'review', 'comment', 'read'])) }),
  result: pageOf(
    Obj({ permission: Enum(['admin', 'create', 'edit', 'review', 'comment', 'read']), user: User }),
  ),
  paging: 'pages',
} as const;

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

export const inviteToSite = {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/permissions',
  body: Obj({
    role: Nullable(Enum(['admin', 'create', 'edit', 'review', 'comment', 'read'])),
    teams: Optional(ArrayOf(Str(), { minItems: 1 })),
    users: Optional(ArrayOf(Str(), { minItems: 1 })),
  }),
  success: [204],
  errors: [404],
  only: '0.202.0',
} as const;

export const listUserPermissionsInSite = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/permissions/users',
  query: Obj({ ...Paging }),
  result: pageOf(
    Obj({ permission: Nullable(Enum(['admin', 'create', 'edit', 'review', 'comment', 'read'])), user: User }),
  ),
  errors: [404],
  paging: 'pages',
  only: '0.202.0',
} as const;

export const updateUserPermissionInSite = {
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/permissions/users/{userId}',
  body: Obj({ role: Optional(Enum(['admin', 'create', 'edit', 'review', 'comment', 'read'])) }),
  success: [204],
  errors: [404],
  only: '0.202.0',
} as const;

export const removeUserFromSite = {
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/permissions/users/{userId}',
  only: '0.202.0',
} as const;

export const listTeamPermissionsInSite = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/permissions/teams',
  query: Obj({ ...Paging }),
  result: pageOf(
    Obj({
      permission: Nullable(Enum(['admin', 'create', 'edit', 'review', 'comment', 'read'])),
      team: OrganizationTeam,
    }),
  ),
  errors: [404],
  paging: 'pages',
  only: '0.202.0',
} as const;

export const updateTeamPermissionInSite = {
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/permissions/teams/{teamId}',
  body: Obj({ role: Optional(Enum(['admin', 'create', 'edit', 'review', 'comment', 'read'])) }),
  success: [204],
  errors: [404],
  only: '0.202.0',
} as const;

export const removeTeamFromSite = {
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/permissions/teams/{teamId}',
  only: '0.202.0',
} as const;

export const listPermissionsAggregateInSite = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/permissions/aggregate',
  query: Obj({
    ...Paging,
    order: Optional(Enum(['asc', 'desc'], { default: 'desc' })),
    role: Optional(Enum(['admin', 'create', 'edit', 'review', 'comment', 'read', 'guest'])),
    search: Optional(Str()),
    sort: Optional(Enum(['joinedAt', 'lastSeenAt', 'name'], { default: 'joinedAt' })),
    team: Optional(Str()),
  }),
  result: pageOf(UserSitePermission),
  paging: 'pages',
} as const;

// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { OrganizationTeam } from './teams.generated.ts';
import { User } from './users.generated.ts';
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

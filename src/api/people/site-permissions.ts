// Who may see or change a site, by name, through a team, or in some other way.
import type { Static } from '@sinclair/typebox';
import { ROLES, Role } from '../roles.ts';
import { DateTime, Enum, Nullable, operation, Paging, pageOf, SiteRef, Type } from '../schema.ts';
import { InviteUsersAndTeams } from './space-permissions.ts';
import { Team } from './teams.ts';
import { User } from './users.ts';

const { Boolean: Bool, Object: Obj, String: Str, Optional, Literal, Union } = Type;

export const SiteUserRef = Obj({
  ...SiteRef.properties,
  userId: Str({ description: 'member: ID, email or name' }),
});
export const SiteTeamRef = Obj({
  ...SiteRef.properties,
  teamId: Str({ description: 'team: ID or title' }),
});

export const UserSitePermissionOverride = Obj({ permission: Nullable(Role), user: User });
export const TeamSitePermissionOverride = Obj({ permission: Nullable(Role), team: Team });

const SiteRole = Obj({ role: Optional(Enum(ROLES, { description: 'new role' })) });

/** Where the access of a user to a site comes from. */
export const UserSitePermissionOrigin = Union([
  Obj({ type: Literal('space'), space: Str() }),
  Obj({ type: Literal('organization'), organization: Str() }),
  Obj({
    type: Literal('site'),
    site: Str(),
    reason: Enum(['member', 'team', 'default']),
    team: Optional(Str()),
  }),
]);

/** A role of null is that of a guest. */
export const UserSitePermission = Obj({
  permission: Nullable(Role),
  user: User,
  origin: UserSitePermissionOrigin,
  disabled: Bool(),
  lastSeenAt: Optional(DateTime()),
});
export type UserSitePermission = Static<typeof UserSitePermission>;

const SiteAccessQuery = Obj({
  ...Paging,
  order: Optional(Enum(['asc', 'desc'], { description: 'sort order' })),
  role: Optional(Enum([...ROLES, 'guest'], { description: 'only users with this role' })),
  search: Optional(Str({ description: 'only users whose name or email contains this' })),
  sort: Optional(Enum(['joinedAt', 'lastSeenAt', 'name'], { description: 'sort key' })),
  team: Optional(Str({ description: 'only members of this team' })),
});

export const addSitePermission = operation('sitePermissions.add', {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/permissions',
  summary: 'Give members or teams access to a site',
  params: SiteRef,
  body: InviteUsersAndTeams,
  success: [204],
  errors: [404],
  newer: 'permissions given on a site',
});

export const listSiteUsers = operation('sitePermissions.users', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/permissions/users',
  summary: 'List the users who were given access to a site',
  params: SiteRef,
  query: Obj({ ...Paging }),
  result: pageOf(UserSitePermissionOverride),
  paging: 'pages',
  errors: [404],
  newer: 'permissions given on a site',
});

export const updateSiteUser = operation('sitePermissions.updateUser', {
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/permissions/users/{userId}',
  summary: 'Change the role a user was given on a site',
  params: SiteUserRef,
  body: SiteRole,
  success: [204],
  errors: [404],
  newer: 'permissions given on a site',
});

export const removeSiteUser = operation('sitePermissions.removeUser', {
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/permissions/users/{userId}',
  summary: 'Remove the access a user was given to a site',
  params: SiteUserRef,
  success: [205, 204],
  newer: 'permissions given on a site',
});

export const listSiteTeams = operation('sitePermissions.teams', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/permissions/teams',
  summary: 'List the teams with access to a site',
  params: SiteRef,
  query: Obj({ ...Paging }),
  result: pageOf(TeamSitePermissionOverride),
  paging: 'pages',
  errors: [404],
  newer: 'permissions given on a site',
});

export const updateSiteTeam = operation('sitePermissions.updateTeam', {
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/permissions/teams/{teamId}',
  summary: 'Change the role of a team with access on a site',
  params: SiteTeamRef,
  body: SiteRole,
  success: [204],
  errors: [404],
  newer: 'permissions given on a site',
});

export const removeSiteTeam = operation('sitePermissions.removeTeam', {
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/permissions/teams/{teamId}',
  summary: 'Remove the access a team was given to a site',
  params: SiteTeamRef,
  success: [205, 204],
  newer: 'permissions given on a site',
});

export const listSiteAccess = operation('sitePermissions.access', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/permissions/aggregate',
  summary: 'List everyone with access to a site, however they got it',
  params: SiteRef,
  query: SiteAccessQuery,
  result: pageOf(UserSitePermission),
  paging: 'pages',
});

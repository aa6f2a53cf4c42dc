// Who may see or change a space, by name or through a team.
import type { Static } from '@sinclair/typebox';
import { ROLES, Role } from '../roles.ts';
import { Enum, Nullable, operation, Paging, pageOf, SpaceRef, Type } from '../schema.ts';
import { Team } from './teams.ts';
import { User } from './users.ts';

const { Array: ArrayOf, Object: Obj, String: Str, Optional } = Type;

/** Access of one user. */
export const UserContentPermission = Obj({ permission: Role, user: User });
export type UserContentPermission = Static<typeof UserContentPermission>;

/** Access of the members of one team. */
export const TeamContentPermission = Obj({ permission: Role, team: Team });
export type TeamContentPermission = Static<typeof TeamContentPermission>;

const userId = { userId: Str({ description: 'member: ID, email or name' }) };
const teamId = { teamId: Str({ description: 'team: ID or title' }) };

/** Whoever is named gets the role; null: that of a guest, which is none. */
export const InviteUsersAndTeams = Obj({
  role: Nullable(Role, { description: 'role to give' }),
  users: Optional(ArrayOf(Str(), { minItems: 1, description: 'members to give it to' })),
  teams: Optional(ArrayOf(Str(), { minItems: 1, description: 'teams to give it to' })),
});

/** Null: a guest, who has nothing but what is given further up. */
export const PermissionRole = Obj({
  role: Optional(Nullable(Role, { description: 'new role; if cleared, guest' })),
});

export const PermissionQuery = Obj({
  ...Paging,
  role: Optional(Enum(ROLES, { description: 'only users with this role' })),
});

export const SpaceUserRef = Obj({ ...SpaceRef.properties, ...userId });
export const SpaceTeamRef = Obj({ ...SpaceRef.properties, ...teamId });

export const addSpacePermission = operation('spacePermissions.add', {
  method: 'POST',
  path: '/v1/spaces/{spaceId}/permissions',
  summary: 'Give members or teams access to a space',
  params: SpaceRef,
  body: InviteUsersAndTeams,
  success: [204],
  errors: [404],
});

export const listSpaceUsers = operation('spacePermissions.users', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/permissions/users',
  summary: 'List the users who were given access to a space',
  params: SpaceRef,
  query: Obj({ ...Paging }),
  result: pageOf(UserContentPermission),
  paging: 'pages',
  errors: [404],
});

export const updateSpaceUser = operation('spacePermissions.updateUser', {
  method: 'PATCH',
  path: '/v1/spaces/{spaceId}/permissions/users/{userId}',
  summary: 'Change the role a user was given on a space',
  params: SpaceUserRef,
  body: PermissionRole,
  success: [204],
  errors: [404],
});

export const removeSpaceUser = operation('spacePermissions.removeUser', {
  method: 'DELETE',
  path: '/v1/spaces/{spaceId}/permissions/users/{userId}',
  summary: 'Remove the access a user was given to a space',
  params: SpaceUserRef,
  success: [205, 204],
});

export const listSpaceTeams = operation('spacePermissions.teams', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/permissions/teams',
  summary: 'List the teams with access to a space',
  params: SpaceRef,
  query: Obj({ ...Paging }),
  result: pageOf(TeamContentPermission),
  paging: 'pages',
  errors: [404],
});

export const updateSpaceTeam = operation('spacePermissions.updateTeam', {
  method: 'PATCH',
  path: '/v1/spaces/{spaceId}/permissions/teams/{teamId}',
  summary: 'Change the role of a team with access on a space',
  params: SpaceTeamRef,
  body: PermissionRole,
  success: [204],
  errors: [404],
});

export const removeSpaceTeam = operation('spacePermissions.removeTeam', {
  method: 'DELETE',
  path: '/v1/spaces/{spaceId}/permissions/teams/{teamId}',
  summary: 'Remove the access a team was given to a space',
  params: SpaceTeamRef,
  success: [205, 204],
});

export const listSpaceAccess = operation('spacePermissions.access', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/permissions/aggregate',
  summary: 'List everyone with access to a space, however they got it',
  params: SpaceRef,
  query: PermissionQuery,
  result: pageOf(UserContentPermission),
  paging: 'pages',
});

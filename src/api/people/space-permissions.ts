// Who may see or change a space, by name or through a team.
import type { Static } from '@sinclair/typebox';
import { ROLES, Role } from '../roles.ts';
import { Enum, Nullable, operation, Paging, SpaceRef, Type } from '../schema.ts';
import * as wire from './space-permissions.generated.ts';
import { Team } from './teams.ts';

const { Object: Obj, String: Str, Optional } = Type;

/** Access of one user. */
export const UserContentPermission = wire.UserContentPermission;
export type UserContentPermission = Static<typeof UserContentPermission>;

/** Access of the members of one team. */
export const TeamContentPermission = Obj({ permission: Role, team: Team });
export type TeamContentPermission = Static<typeof TeamContentPermission>;

const userId = { userId: Str({ description: 'member: ID, email or name' }) };
const teamId = { teamId: Str({ description: 'team: ID or title' }) };

/** Whoever is named gets the role; null: that of a guest, which is none. */
export const InviteUsersAndTeams = wire.InviteUsersAndTeams;

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
  ...wire.inviteToSpace,
  summary: 'Give members or teams access to a space',
  params: SpaceRef,
  errors: [404],
  says: { role: 'role to give', users: 'members to give it to', teams: 'teams to give it to' },
});

export const listSpaceUsers = operation('spacePermissions.users', {
  ...wire.listUserPermissionsInSpace,
  summary: 'List the users who were given access to a space',
  params: SpaceRef,
  errors: [404],
});

export const updateSpaceUser = operation('spacePermissions.updateUser', {
  ...wire.updateUserPermissionInSpace,
  summary: 'Change the role a user was given on a space',
  params: SpaceUserRef,
  errors: [404],
  says: { role: 'new role; if cleared, guest' },
});

export const removeSpaceUser = operation('spacePermissions.removeUser', {
  ...wire.removeUserFromSpace,
  summary: 'Remove the access a user was given to a space',
  params: SpaceUserRef,
});

export const listSpaceTeams = operation('spacePermissions.teams', {
  ...wire.listTeamPermissionsInSpace,
  summary: 'List the teams with access to a space',
  params: SpaceRef,
  errors: [404],
});

export const updateSpaceTeam = operation('spacePermissions.updateTeam', {
  ...wire.updateTeamPermissionInSpace,
  summary: 'Change the role of a team with access on a space',
  params: SpaceTeamRef,
  errors: [404],
  says: { role: 'new role; if cleared, guest' },
});

export const removeSpaceTeam = operation('spacePermissions.removeTeam', {
  ...wire.removeTeamFromSpace,
  summary: 'Remove the access a team was given to a space',
  params: SpaceTeamRef,
});

export const listSpaceAccess = operation('spacePermissions.access', {
  ...wire.listPermissionsAggregateInSpace,
  summary: 'List everyone with access to a space, however they got it',
  params: SpaceRef,
  says: { role: 'only users with this role' },
});

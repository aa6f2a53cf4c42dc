// Who may see or change a space, by name or through a team.
import type { Static } from '@sinclair/typebox';
import { Role } from '../roles.ts';
import { builders, resource } from '../schema.ts';
import * as wire from './space-permissions.generated.ts';
import { OrganizationTeam as Team } from './teams.generated.ts';

const { Obj } = builders;
/** Access of the members of one team. */
export const TeamContentPermission = Obj({ permission: Role, team: Team });
export type TeamContentPermission = Static<typeof TeamContentPermission>;

const op = resource('spacePermissions');
export const addSpacePermission = op('add', 'Give members or teams access to a space', {
  ...wire.inviteToSpace,
  says: { role: 'role to give', users: 'members to give it to', teams: 'teams to give it to' },
});
export const listSpaceUsers = op('users', 'List the users who were given access to a space', {
  ...wire.listUserPermissionsInSpace,
});
export const updateSpaceUser = op('updateUser', 'Change the role a user was given on a space', {
  ...wire.updateUserPermissionInSpace,
  says: { role: 'new role; if cleared, guest' },
});
export const removeSpaceUser = op('removeUser', 'Remove the access a user was given to a space', {
  ...wire.removeUserFromSpace,
});
export const listSpaceTeams = op('teams', 'List the teams with access to a space', {
  ...wire.listTeamPermissionsInSpace,
});
export const updateSpaceTeam = op('updateTeam', 'Change the role of a team with access on a space', {
  ...wire.updateTeamPermissionInSpace,
  says: { role: 'new role; if cleared, guest' },
});
export const removeSpaceTeam = op('removeTeam', 'Remove the access a team was given to a space', {
  ...wire.removeTeamFromSpace,
});
export const listSpaceAccess = op('access', 'List everyone with access to a space, however they got it', {
  ...wire.listPermissionsAggregateInSpace,
  says: { role: 'only users with this role' },
});

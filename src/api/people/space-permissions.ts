// Who may see or change a space, by name or through a team.
import type { Static } from '@sinclair/typebox';
import { accessTo, GIVEN, NEW_ROLE, Role } from '../roles.ts';
import { resource, Type } from '../schema.ts';
import * as wire from './space-permissions.generated.ts';
import { InviteUsersAndTeams, UserContentPermission } from './space-permissions.generated.ts';
import { Team } from './teams.ts';

export { InviteUsersAndTeams, UserContentPermission };

const { Object: Obj } = Type;
/** Access of the members of one team. */
export const TeamContentPermission = Obj({ permission: Role, team: Team });
export type TeamContentPermission = Static<typeof TeamContentPermission>;

const op = resource('spacePermissions', { does: accessTo('a space') });
export const addSpacePermission = op('add', { ...wire.inviteToSpace, says: GIVEN });
export const listSpaceUsers = op('users', wire.listUserPermissionsInSpace);
export const updateSpaceUser = op('updateUser', { ...wire.updateUserPermissionInSpace, says: NEW_ROLE });
export const removeSpaceUser = op('removeUser', wire.removeUserFromSpace);
export const listSpaceTeams = op('teams', wire.listTeamPermissionsInSpace);
export const updateSpaceTeam = op('updateTeam', { ...wire.updateTeamPermissionInSpace, says: NEW_ROLE });
export const removeSpaceTeam = op('removeTeam', wire.removeTeamFromSpace);
export const listSpaceAccess = op('access', {
  ...wire.listPermissionsAggregateInSpace,
  says: { role: 'only users with this role' },
});

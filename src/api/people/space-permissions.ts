// Who may see or change a space, by name or through a team.
import { resource } from '../schema.ts';
import { accessTo, GIVEN, NEW_ROLE, OF_ROLE } from './access-words.ts';
import * as wire from './space-permissions.generated.ts';

const does = accessTo('a space');
const op = resource('spacePermissions', { says: NEW_ROLE });
export const addSpacePermission = op('add', does.add, { ...wire.inviteToSpace, says: GIVEN });
export const listSpaceUsers = op('users', does.users, wire.listUserPermissionsInSpace);
export const updateSpaceUser = op('updateUser', does.updateUser, wire.updateUserPermissionInSpace);
export const removeSpaceUser = op('removeUser', does.removeUser, wire.removeUserFromSpace);
export const listSpaceTeams = op('teams', does.teams, wire.listTeamPermissionsInSpace);
export const updateSpaceTeam = op('updateTeam', does.updateTeam, wire.updateTeamPermissionInSpace);
export const removeSpaceTeam = op('removeTeam', does.removeTeam, wire.removeTeamFromSpace);
export const listSpaceAccess = op('access', does.access, {
  ...wire.listPermissionsAggregateInSpace,
  says: OF_ROLE,
});

// Who may see or change a space, by name or through a team.
import type { Static } from '@sinclair/typebox';
import { Role } from '../roles.ts';
import { builders, resource } from '../schema.ts';
import { accessTo, GIVEN, NEW_ROLE, OF_ROLE } from './access-words.ts';
import * as wire from './space-permissions.generated.ts';
import { OrganizationTeam as Team } from './teams.generated.ts';

const { Obj } = builders;
/** Access of the members of one team. */
export const TeamContentPermission = Obj({ permission: Role, team: Team });
export type TeamContentPermission = Static<typeof TeamContentPermission>;

const does = accessTo('a space');
const op = resource('spacePermissions');
export const addSpacePermission = op('add', does.add, { ...wire.inviteToSpace, says: GIVEN });
export const listSpaceUsers = op('users', does.users, wire.listUserPermissionsInSpace);
export const updateSpaceUser = op('updateUser', does.updateUser, {
  ...wire.updateUserPermissionInSpace,
  says: NEW_ROLE,
});
export const removeSpaceUser = op('removeUser', does.removeUser, wire.removeUserFromSpace);
export const listSpaceTeams = op('teams', does.teams, wire.listTeamPermissionsInSpace);
export const updateSpaceTeam = op('updateTeam', does.updateTeam, {
  ...wire.updateTeamPermissionInSpace,
  says: NEW_ROLE,
});
export const removeSpaceTeam = op('removeTeam', does.removeTeam, wire.removeTeamFromSpace);
export const listSpaceAccess = op('access', does.access, {
  ...wire.listPermissionsAggregateInSpace,
  says: OF_ROLE,
});

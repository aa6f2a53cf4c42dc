// Who may see or change a collection and what is in it, by name or through a team.
import { accessTo, GIVEN, NEW_ROLE } from '../roles.ts';
import { resource } from '../schema.ts';
import * as wire from './collection-permissions.generated.ts';

const op = resource('collectionPermissions', { does: accessTo('a collection') });
export const addCollectionPermission = op('add', { ...wire.inviteToCollection, says: GIVEN });
export const listCollectionUsers = op('users', wire.listUserPermissionsInCollection);
export const updateCollectionUser = op('updateUser', {
  ...wire.updateUserPermissionInCollection,
  says: NEW_ROLE,
});
export const removeCollectionUser = op('removeUser', wire.removeUserFromCollection);
export const listCollectionTeams = op('teams', wire.listTeamPermissionsInCollection);
export const updateCollectionTeam = op('updateTeam', {
  ...wire.updateTeamPermissionInCollection,
  says: NEW_ROLE,
});
export const removeCollectionTeam = op('removeTeam', wire.removeTeamFromCollection);
export const listCollectionAccess = op('access', {
  ...wire.listPermissionsAggregateInCollection,
  says: { role: 'only users with this role' },
});

// Who may see or change a collection and what is in it, by name or through a team.
import { resource } from '../schema.ts';
import { accessTo, GIVEN, NEW_ROLE, OF_ROLE } from './access-words.ts';
import * as wire from './collection-permissions.generated.ts';

const does = accessTo('a collection');
const op = resource('collectionPermissions', {
  says: { ...NEW_ROLE, collectionId: 'collection: ID or title' },
});
export const addCollectionPermission = op('add', does.add, { ...wire.inviteToCollection, says: GIVEN });
export const listCollectionUsers = op('users', does.users, wire.listUserPermissionsInCollection);
export const updateCollectionUser = op('updateUser', does.updateUser, wire.updateUserPermissionInCollection);
export const removeCollectionUser = op('removeUser', does.removeUser, wire.removeUserFromCollection);
export const listCollectionTeams = op('teams', does.teams, wire.listTeamPermissionsInCollection);
export const updateCollectionTeam = op('updateTeam', does.updateTeam, wire.updateTeamPermissionInCollection);
export const removeCollectionTeam = op('removeTeam', does.removeTeam, wire.removeTeamFromCollection);
export const listCollectionAccess = op('access', does.access, {
  ...wire.listPermissionsAggregateInCollection,
  says: OF_ROLE,
});

// Who may see or change a collection and what is in it, by name or through a team.
import { resource } from '../schema.ts';
import * as wire from './collection-permissions.generated.ts';

const op = resource('collectionPermissions', { says: { collectionId: 'collection: ID or title' } });
export const addCollectionPermission = op('add', 'Give members or teams access to a collection', {
  ...wire.inviteToCollection,
  says: { role: 'role to give', users: 'members to give it to', teams: 'teams to give it to' },
});
export const listCollectionUsers = op('users', 'List the users who were given access to a collection', {
  ...wire.listUserPermissionsInCollection,
});
export const updateCollectionUser = op('updateUser', 'Change the role a user was given on a collection', {
  ...wire.updateUserPermissionInCollection,
  says: { role: 'new role; if cleared, guest' },
});
export const removeCollectionUser = op('removeUser', 'Remove the access a user was given to a collection', {
  ...wire.removeUserFromCollection,
});
export const listCollectionTeams = op('teams', 'List the teams with access to a collection', {
  ...wire.listTeamPermissionsInCollection,
});
export const updateCollectionTeam = op(
  'updateTeam',
  'Change the role of a team with access on a collection',
  {
    ...wire.updateTeamPermissionInCollection,
    says: { role: 'new role; if cleared, guest' },
  },
);
export const removeCollectionTeam = op('removeTeam', 'Remove the access a team was given to a collection', {
  ...wire.removeTeamFromCollection,
});
export const listCollectionAccess = op(
  'access',
  'List everyone with access to a collection, however they got it',
  {
    ...wire.listPermissionsAggregateInCollection,
    says: { role: 'only users with this role' },
  },
);

// Who may see or change a collection and what is in it, by name or through a team.
import { CollectionRef } from '../content/collections.ts';
import { operation, Type } from '../schema.ts';
import * as wire from './collection-permissions.generated.ts';

const { Object: Obj, String: Str } = Type;

export const CollectionUserRef = Obj({
  ...CollectionRef.properties,
  userId: Str({ description: 'member: ID, email or name' }),
});
export const CollectionTeamRef = Obj({
  ...CollectionRef.properties,
  teamId: Str({ description: 'team: ID or title' }),
});

export const addCollectionPermission = operation('collectionPermissions.add', {
  ...wire.inviteToCollection,
  summary: 'Give members or teams access to a collection',
  params: CollectionRef,
  errors: [404],
  says: { role: 'role to give', users: 'members to give it to', teams: 'teams to give it to' },
});

export const listCollectionUsers = operation('collectionPermissions.users', {
  ...wire.listUserPermissionsInCollection,
  summary: 'List the users who were given access to a collection',
  params: CollectionRef,
  errors: [404],
});

export const updateCollectionUser = operation('collectionPermissions.updateUser', {
  ...wire.updateUserPermissionInCollection,
  summary: 'Change the role a user was given on a collection',
  params: CollectionUserRef,
  errors: [404],
  says: { role: 'new role; if cleared, guest' },
});

export const removeCollectionUser = operation('collectionPermissions.removeUser', {
  ...wire.removeUserFromCollection,
  summary: 'Remove the access a user was given to a collection',
  params: CollectionUserRef,
});

export const listCollectionTeams = operation('collectionPermissions.teams', {
  ...wire.listTeamPermissionsInCollection,
  summary: 'List the teams with access to a collection',
  params: CollectionRef,
  errors: [404],
});

export const updateCollectionTeam = operation('collectionPermissions.updateTeam', {
  ...wire.updateTeamPermissionInCollection,
  summary: 'Change the role of a team with access on a collection',
  params: CollectionTeamRef,
  errors: [404],
  says: { role: 'new role; if cleared, guest' },
});

export const removeCollectionTeam = operation('collectionPermissions.removeTeam', {
  ...wire.removeTeamFromCollection,
  summary: 'Remove the access a team was given to a collection',
  params: CollectionTeamRef,
});

export const listCollectionAccess = operation('collectionPermissions.access', {
  ...wire.listPermissionsAggregateInCollection,
  summary: 'List everyone with access to a collection, however they got it',
  params: CollectionRef,
  says: { role: 'only users with this role' },
});

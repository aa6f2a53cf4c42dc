// Who may see or change a collection and what is in it, by name or through a team.
import { CollectionRef } from '../content/collections.ts';
import { operation, Paging, pageOf, Type } from '../schema.ts';
import {
  InviteUsersAndTeams,
  PermissionQuery,
  PermissionRole,
  TeamContentPermission,
  UserContentPermission,
} from './space-permissions.ts';

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
  method: 'POST',
  path: '/v1/collections/{collectionId}/permissions',
  summary: 'Give members or teams access to a collection',
  params: CollectionRef,
  body: InviteUsersAndTeams,
  success: [204],
  errors: [404],
});

export const listCollectionUsers = operation('collectionPermissions.users', {
  method: 'GET',
  path: '/v1/collections/{collectionId}/permissions/users',
  summary: 'List the users who were given access to a collection',
  params: CollectionRef,
  query: Obj({ ...Paging }),
  result: pageOf(UserContentPermission),
  paging: 'pages',
  errors: [404],
});

export const updateCollectionUser = operation('collectionPermissions.updateUser', {
  method: 'PATCH',
  path: '/v1/collections/{collectionId}/permissions/users/{userId}',
  summary: 'Change the role a user was given on a collection',
  params: CollectionUserRef,
  body: PermissionRole,
  success: [204],
  errors: [404],
});

export const removeCollectionUser = operation('collectionPermissions.removeUser', {
  method: 'DELETE',
  path: '/v1/collections/{collectionId}/permissions/users/{userId}',
  summary: 'Remove the access a user was given to a collection',
  params: CollectionUserRef,
  success: [205, 204],
});

export const listCollectionTeams = operation('collectionPermissions.teams', {
  method: 'GET',
  path: '/v1/collections/{collectionId}/permissions/teams',
  summary: 'List the teams with access to a collection',
  params: CollectionRef,
  query: Obj({ ...Paging }),
  result: pageOf(TeamContentPermission),
  paging: 'pages',
  errors: [404],
});

export const updateCollectionTeam = operation('collectionPermissions.updateTeam', {
  method: 'PATCH',
  path: '/v1/collections/{collectionId}/permissions/teams/{teamId}',
  summary: 'Change the role of a team with access on a collection',
  params: CollectionTeamRef,
  body: PermissionRole,
  success: [204],
  errors: [404],
});

export const removeCollectionTeam = operation('collectionPermissions.removeTeam', {
  method: 'DELETE',
  path: '/v1/collections/{collectionId}/permissions/teams/{teamId}',
  summary: 'Remove the access a team was given to a collection',
  params: CollectionTeamRef,
  success: [205, 204],
});

export const listCollectionAccess = operation('collectionPermissions.access', {
  method: 'GET',
  path: '/v1/collections/{collectionId}/permissions/aggregate',
  summary: 'List everyone with access to a collection, however they got it',
  params: CollectionRef,
  query: PermissionQuery,
  result: pageOf(UserContentPermission),
  paging: 'pages',
});

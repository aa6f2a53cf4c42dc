// Who may see or change a space, a collection or a site, by name or through a team.

import { resource } from '../schema.ts';
import * as wire from './permissions.generated.ts';

/** `place`: `a space`. */
const accessTo = (place: string) => ({
  add: `Give members or teams access to ${place}`,
  users: `List the users who were given access to ${place}`,
  updateUser: `Change the role a user was given on ${place}`,
  removeUser: `Remove the access a user was given to ${place}`,
  teams: `List the teams with access to ${place}`,
  updateTeam: `Change the role of a team with access on ${place}`,
  removeTeam: `Remove the access a team was given to ${place}`,
  access: `List everyone with access to ${place}, however they got it`,
});

/** Words for the fields of those that give access, change what was given, and list it. */
export const GIVEN = { role: 'role to give', users: 'members to give it to', teams: 'teams to give it to' };
export const NEW_ROLE = { role: 'new role; if cleared, guest' };
export const OF_ROLE = { role: 'only users with this role' };

const toSpace = accessTo('a space');
const spaceOp = resource('spacePermissions', { says: NEW_ROLE });
export const addSpacePermission = spaceOp('add', toSpace.add, { ...wire.inviteToSpace, says: GIVEN });
export const listSpaceUsers = spaceOp('users', toSpace.users, wire.listUserPermissionsInSpace);
export const updateSpaceUser = spaceOp('updateUser', toSpace.updateUser, wire.updateUserPermissionInSpace);
export const removeSpaceUser = spaceOp('removeUser', toSpace.removeUser, wire.removeUserFromSpace);
export const listSpaceTeams = spaceOp('teams', toSpace.teams, wire.listTeamPermissionsInSpace);
export const updateSpaceTeam = spaceOp('updateTeam', toSpace.updateTeam, wire.updateTeamPermissionInSpace);
export const removeSpaceTeam = spaceOp('removeTeam', toSpace.removeTeam, wire.removeTeamFromSpace);
export const listSpaceAccess = spaceOp('access', toSpace.access, {
  ...wire.listPermissionsAggregateInSpace,
  says: OF_ROLE,
});

const toCollection = accessTo('a collection');
const collectionOp = resource('collectionPermissions', {
  says: { ...NEW_ROLE, collectionId: 'collection: ID or title' },
});
export const addCollectionPermission = collectionOp('add', toCollection.add, {
  ...wire.inviteToCollection,
  says: GIVEN,
});
export const listCollectionUsers = collectionOp(
  'users',
  toCollection.users,
  wire.listUserPermissionsInCollection,
);
export const updateCollectionUser = collectionOp(
  'updateUser',
  toCollection.updateUser,
  wire.updateUserPermissionInCollection,
);
export const removeCollectionUser = collectionOp(
  'removeUser',
  toCollection.removeUser,
  wire.removeUserFromCollection,
);
export const listCollectionTeams = collectionOp(
  'teams',
  toCollection.teams,
  wire.listTeamPermissionsInCollection,
);
export const updateCollectionTeam = collectionOp(
  'updateTeam',
  toCollection.updateTeam,
  wire.updateTeamPermissionInCollection,
);
export const removeCollectionTeam = collectionOp(
  'removeTeam',
  toCollection.removeTeam,
  wire.removeTeamFromCollection,
);
export const listCollectionAccess = collectionOp('access', toCollection.access, {
  ...wire.listPermissionsAggregateInCollection,
  says: OF_ROLE,
});

const toSite = accessTo('a site');
const siteOp = resource('sitePermissions', {
  newer: 'permissions given on a site',
  says: { role: 'new role' },
});
export const addSitePermission = siteOp('add', toSite.add, { ...wire.inviteToSite, says: GIVEN });
export const listSiteUsers = siteOp('users', toSite.users, wire.listUserPermissionsInSite);
export const updateSiteUser = siteOp('updateUser', toSite.updateUser, wire.updateUserPermissionInSite);
export const removeSiteUser = siteOp('removeUser', toSite.removeUser, wire.removeUserFromSite);
export const listSiteTeams = siteOp('teams', toSite.teams, wire.listTeamPermissionsInSite);
export const updateSiteTeam = siteOp('updateTeam', toSite.updateTeam, wire.updateTeamPermissionInSite);
export const removeSiteTeam = siteOp('removeTeam', toSite.removeTeam, wire.removeTeamFromSite);
/** Hosts of every age have it. */
export const listSiteAccess = resource('sitePermissions')('access', toSite.access, {
  ...wire.listPermissionsAggregateInSite,
  says: {
    ...OF_ROLE,
    search: 'only users whose name or email contains this',
    team: 'only members of this team',
  },
});

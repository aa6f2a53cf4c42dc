// The operations that give, change and remove access by name: for members and for teams, on each kind of place.
import {
  addCollectionPermission,
  addSitePermission,
  addSpacePermission,
  listCollectionTeams,
  listCollectionUsers,
  listSiteTeams,
  listSiteUsers,
  listSpaceTeams,
  listSpaceUsers,
  removeCollectionTeam,
  removeCollectionUser,
  removeSiteTeam,
  removeSiteUser,
  removeSpaceTeam,
  removeSpaceUser,
  updateCollectionTeam,
  updateCollectionUser,
  updateSiteTeam,
  updateSiteUser,
  updateSpaceTeam,
  updateSpaceUser,
} from '../../api/people/permissions.ts';

export const ADD = {
  space: addSpacePermission,
  collection: addCollectionPermission,
  site: addSitePermission,
} as const;

export const LIST = {
  user: { space: listSpaceUsers, collection: listCollectionUsers, site: listSiteUsers },
  team: { space: listSpaceTeams, collection: listCollectionTeams, site: listSiteTeams },
} as const;

export const UPDATE = {
  user: { space: updateSpaceUser, collection: updateCollectionUser, site: updateSiteUser },
  team: { space: updateSpaceTeam, collection: updateCollectionTeam, site: updateSiteTeam },
} as const;

export const REMOVE = {
  user: { space: removeSpaceUser, collection: removeCollectionUser, site: removeSiteUser },
  team: { space: removeSpaceTeam, collection: removeCollectionTeam, site: removeSiteTeam },
} as const;

// The operations that give, change and remove access by name: for members and for teams, on each kind of place.
import {
  addCollectionPermission,
  listCollectionTeams,
  listCollectionUsers,
  removeCollectionTeam,
  removeCollectionUser,
  updateCollectionTeam,
  updateCollectionUser,
} from '../../api/people/collection-permissions.ts';
import {
  addSitePermission,
  listSiteTeams,
  listSiteUsers,
  removeSiteTeam,
  removeSiteUser,
  updateSiteTeam,
  updateSiteUser,
} from '../../api/people/site-permissions.ts';
import {
  addSpacePermission,
  listSpaceTeams,
  listSpaceUsers,
  removeSpaceTeam,
  removeSpaceUser,
  updateSpaceTeam,
  updateSpaceUser,
} from '../../api/people/space-permissions.ts';

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

// Who may see or change a site, by name, through a team, or in some other way.
import { accessTo, GIVEN } from '../roles.ts';
import { resource } from '../schema.ts';
import * as wire from './site-permissions.generated.ts';
import {
  TeamSitePermissionOverride,
  UserSitePermission,
  UserSitePermissionOrigin,
  UserSitePermissionOverride,
} from './site-permissions.generated.ts';

export {
  TeamSitePermissionOverride,
  UserSitePermission,
  UserSitePermissionOrigin,
  UserSitePermissionOverride,
};

const does = accessTo('a site');
const op = resource('sitePermissions', { does, newer: 'permissions given on a site' });
export const addSitePermission = op('add', { ...wire.inviteToSite, says: GIVEN });
export const listSiteUsers = op('users', wire.listUserPermissionsInSite);
export const updateSiteUser = op('updateUser', {
  ...wire.updateUserPermissionInSite,
  says: { role: 'new role' },
});
export const removeSiteUser = op('removeUser', wire.removeUserFromSite);
export const listSiteTeams = op('teams', wire.listTeamPermissionsInSite);
export const updateSiteTeam = op('updateTeam', {
  ...wire.updateTeamPermissionInSite,
  says: { role: 'new role' },
});
export const removeSiteTeam = op('removeTeam', wire.removeTeamFromSite);
export const listSiteAccess = resource('sitePermissions', { does })('access', {
  ...wire.listPermissionsAggregateInSite,
  says: {
    role: 'only users with this role',
    search: 'only users whose name or email contains this',
    team: 'only members of this team',
  },
});

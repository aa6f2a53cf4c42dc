// Who may see or change a site, by name, through a team, or in some other way.
import { resource } from '../schema.ts';
import { accessTo, GIVEN, OF_ROLE } from './access-words.ts';
import * as wire from './site-permissions.generated.ts';

const does = accessTo('a site');
const op = resource('sitePermissions', {
  newer: 'permissions given on a site',
  says: { role: 'new role' },
});
export const addSitePermission = op('add', does.add, { ...wire.inviteToSite, says: GIVEN });
export const listSiteUsers = op('users', does.users, wire.listUserPermissionsInSite);
export const updateSiteUser = op('updateUser', does.updateUser, wire.updateUserPermissionInSite);
export const removeSiteUser = op('removeUser', does.removeUser, wire.removeUserFromSite);
export const listSiteTeams = op('teams', does.teams, wire.listTeamPermissionsInSite);
export const updateSiteTeam = op('updateTeam', does.updateTeam, wire.updateTeamPermissionInSite);
export const removeSiteTeam = op('removeTeam', does.removeTeam, wire.removeTeamFromSite);
/** Hosts of every age have it. */
export const listSiteAccess = resource('sitePermissions')('access', does.access, {
  ...wire.listPermissionsAggregateInSite,
  says: {
    ...OF_ROLE,
    search: 'only users whose name or email contains this',
    team: 'only members of this team',
  },
});

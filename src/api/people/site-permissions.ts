// Who may see or change a site, by name, through a team, or in some other way.
import { resource } from '../schema.ts';
import * as wire from './site-permissions.generated.ts';

const op = resource('sitePermissions');
export const addSitePermission = op('add', 'Give members or teams access to a site', {
  ...wire.inviteToSite,
  newer: 'permissions given on a site',
  says: { role: 'role to give', users: 'members to give it to', teams: 'teams to give it to' },
});
export const listSiteUsers = op('users', 'List the users who were given access to a site', {
  ...wire.listUserPermissionsInSite,
  newer: 'permissions given on a site',
});
export const updateSiteUser = op('updateUser', 'Change the role a user was given on a site', {
  ...wire.updateUserPermissionInSite,
  newer: 'permissions given on a site',
  says: { role: 'new role' },
});
export const removeSiteUser = op('removeUser', 'Remove the access a user was given to a site', {
  ...wire.removeUserFromSite,
  newer: 'permissions given on a site',
});
export const listSiteTeams = op('teams', 'List the teams with access to a site', {
  ...wire.listTeamPermissionsInSite,
  newer: 'permissions given on a site',
});
export const updateSiteTeam = op('updateTeam', 'Change the role of a team with access on a site', {
  ...wire.updateTeamPermissionInSite,
  newer: 'permissions given on a site',
  says: { role: 'new role' },
});
export const removeSiteTeam = op('removeTeam', 'Remove the access a team was given to a site', {
  ...wire.removeTeamFromSite,
  newer: 'permissions given on a site',
});
export const listSiteAccess = op('access', 'List everyone with access to a site, however they got it', {
  ...wire.listPermissionsAggregateInSite,
  says: {
    role: 'only users with this role',
    search: 'only users whose name or email contains this',
    team: 'only members of this team',
  },
});

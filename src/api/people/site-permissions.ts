// Who may see or change a site, by name, through a team, or in some other way.
import type { Static } from '@sinclair/typebox';
import { operation, SiteRef, Type } from '../schema.ts';
import * as wire from './site-permissions.generated.ts';

const { Object: Obj, String: Str } = Type;

export const SiteUserRef = Obj({
  ...SiteRef.properties,
  userId: Str({ description: 'member: ID, email or name' }),
});
export const SiteTeamRef = Obj({
  ...SiteRef.properties,
  teamId: Str({ description: 'team: ID or title' }),
});

export const UserSitePermissionOverride = wire.UserSitePermissionOverride;
export const TeamSitePermissionOverride = wire.TeamSitePermissionOverride;

/** Where the access of a user to a site comes from. */
export const UserSitePermissionOrigin = wire.UserSitePermissionOrigin;

/** A role of null is that of a guest. */
export const UserSitePermission = wire.UserSitePermission;
export type UserSitePermission = Static<typeof UserSitePermission>;

export const addSitePermission = operation('sitePermissions.add', {
  ...wire.inviteToSite,
  summary: 'Give members or teams access to a site',
  params: SiteRef,
  errors: [404],
  newer: 'permissions given on a site',
  says: { role: 'role to give', users: 'members to give it to', teams: 'teams to give it to' },
});

export const listSiteUsers = operation('sitePermissions.users', {
  ...wire.listUserPermissionsInSite,
  summary: 'List the users who were given access to a site',
  params: SiteRef,
  errors: [404],
  newer: 'permissions given on a site',
});

export const updateSiteUser = operation('sitePermissions.updateUser', {
  ...wire.updateUserPermissionInSite,
  summary: 'Change the role a user was given on a site',
  params: SiteUserRef,
  errors: [404],
  newer: 'permissions given on a site',
  says: { role: 'new role' },
});

export const removeSiteUser = operation('sitePermissions.removeUser', {
  ...wire.removeUserFromSite,
  summary: 'Remove the access a user was given to a site',
  params: SiteUserRef,
  newer: 'permissions given on a site',
});

export const listSiteTeams = operation('sitePermissions.teams', {
  ...wire.listTeamPermissionsInSite,
  summary: 'List the teams with access to a site',
  params: SiteRef,
  errors: [404],
  newer: 'permissions given on a site',
});

export const updateSiteTeam = operation('sitePermissions.updateTeam', {
  ...wire.updateTeamPermissionInSite,
  summary: 'Change the role of a team with access on a site',
  params: SiteTeamRef,
  errors: [404],
  newer: 'permissions given on a site',
  says: { role: 'new role' },
});

export const removeSiteTeam = operation('sitePermissions.removeTeam', {
  ...wire.removeTeamFromSite,
  summary: 'Remove the access a team was given to a site',
  params: SiteTeamRef,
  newer: 'permissions given on a site',
});

export const listSiteAccess = operation('sitePermissions.access', {
  ...wire.listPermissionsAggregateInSite,
  summary: 'List everyone with access to a site, however they got it',
  params: SiteRef,
  says: {
    order: 'sort order',
    role: 'only users with this role',
    search: 'only users whose name or email contains this',
    sort: 'sort key',
    team: 'only members of this team',
  },
});

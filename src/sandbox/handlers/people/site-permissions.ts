// Who was given access to a site, and everyone who has it.
import {
  addSitePermission,
  listSiteAccess,
  listSiteTeams,
  listSiteUsers,
  removeSiteTeam,
  removeSiteUser,
  updateSiteTeam,
  updateSiteUser,
} from '../../../api/people/site-permissions.ts';
import * as permissions from '../../actions/people/permissions.ts';
import { deleted, handle, reply } from '../../handler.ts';
import { givenTeams, givenUsers } from '../../views/people/permissions.ts';
import { siteAccessPage } from '../../views/people/site-permissions.ts';

export default [
  handle(addSitePermission, (call, { role, users, teams, ...ref }) => {
    permissions.give(call, () => permissions.siteTarget(call, ref), { role, users, teams });
    return reply(204);
  }),

  handle(listSiteUsers, (call, { page, limit, ...ref }) =>
    givenUsers(call, permissions.siteTarget(call, ref), { page, limit }),
  ),

  handle(listSiteTeams, (call, { page, limit, ...ref }) =>
    givenTeams(call, permissions.siteTarget(call, ref), { page, limit }),
  ),

  handle(listSiteAccess, (call, { organizationId, siteId, ...query }) =>
    siteAccessPage(call, permissions.siteTarget(call, { organizationId, siteId }), query),
  ),

  handle(updateSiteUser, (call, { userId, role, ...ref }) => {
    permissions.change(call, () => permissions.siteTarget(call, ref), permissions.user(userId), role);
    return reply(204);
  }),

  handle(removeSiteUser, (call, { userId, ...ref }) =>
    deleted(permissions.revoke(call, () => permissions.siteTarget(call, ref), permissions.user(userId))),
  ),

  handle(updateSiteTeam, (call, { teamId, role, ...ref }) => {
    permissions.change(call, () => permissions.siteTarget(call, ref), permissions.team(teamId), role);
    return reply(204);
  }),

  handle(removeSiteTeam, (call, { teamId, ...ref }) =>
    deleted(permissions.revoke(call, () => permissions.siteTarget(call, ref), permissions.team(teamId))),
  ),
];

export const fidelity = permissions.FIDELITY;

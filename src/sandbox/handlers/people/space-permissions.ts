// Who was given access to a space, and everyone who has it.
import {
  addSpacePermission,
  listSpaceAccess,
  listSpaceTeams,
  listSpaceUsers,
  removeSpaceTeam,
  removeSpaceUser,
  updateSpaceTeam,
  updateSpaceUser,
} from '../../../api/people/space-permissions.ts';
import * as permissions from '../../actions/people/permissions.ts';
import { deleted, handle, reply } from '../../handler.ts';
import { contentAccess, givenTeams, givenUsers } from '../../views/people/permissions.ts';

export default [
  handle(addSpacePermission, (call, { spaceId, ...grant }) => {
    permissions.give(call, () => permissions.spaceTarget(call, spaceId), grant);
    return reply(204);
  }),

  handle(listSpaceUsers, (call, { spaceId, ...query }) =>
    givenUsers(call, permissions.spaceTarget(call, spaceId), query),
  ),

  handle(listSpaceTeams, (call, { spaceId, ...query }) =>
    givenTeams(call, permissions.spaceTarget(call, spaceId), query),
  ),

  handle(listSpaceAccess, (call, { spaceId, ...query }) =>
    contentAccess(call, permissions.spaceTarget(call, spaceId), query),
  ),

  handle(updateSpaceUser, (call, { spaceId, userId, role }) => {
    permissions.change(call, () => permissions.spaceTarget(call, spaceId), permissions.user(userId), role);
    return reply(204);
  }),

  handle(removeSpaceUser, (call, { spaceId, userId }) =>
    deleted(permissions.revoke(call, () => permissions.spaceTarget(call, spaceId), permissions.user(userId))),
  ),

  handle(updateSpaceTeam, (call, { spaceId, teamId, role }) => {
    permissions.change(call, () => permissions.spaceTarget(call, spaceId), permissions.team(teamId), role);
    return reply(204);
  }),

  handle(removeSpaceTeam, (call, { spaceId, teamId }) =>
    deleted(permissions.revoke(call, () => permissions.spaceTarget(call, spaceId), permissions.team(teamId))),
  ),
];

export const fidelity = permissions.FIDELITY;

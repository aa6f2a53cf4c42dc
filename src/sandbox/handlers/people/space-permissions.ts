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
import type { FidelityOf } from '../../fidelity.ts';
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
    permissions.change(
      call,
      () => permissions.spaceTarget(call, spaceId),
      { subject: 'user', subjectId: userId },
      role,
    );
    return reply(204);
  }),

  handle(removeSpaceUser, (call, { spaceId, userId }) =>
    deleted(
      permissions.revoke(call, () => permissions.spaceTarget(call, spaceId), {
        subject: 'user',
        subjectId: userId,
      }),
    ),
  ),

  handle(updateSpaceTeam, (call, { spaceId, teamId, role }) => {
    permissions.change(
      call,
      () => permissions.spaceTarget(call, spaceId),
      { subject: 'team', subjectId: teamId },
      role,
    );
    return reply(204);
  }),

  handle(removeSpaceTeam, (call, { spaceId, teamId }) =>
    deleted(
      permissions.revoke(call, () => permissions.spaceTarget(call, spaceId), {
        subject: 'team',
        subjectId: teamId,
      }),
    ),
  ),
];

const ADDS = 'A role given here adds to the others that a user has: the highest one counts.';

export const fidelity: FidelityOf = {
  access: { limited: ADDS },
  add: { limited: ADDS },
  removeTeam: 'real',
  removeUser: 'real',
  teams: 'real',
  updateTeam: { limited: ADDS },
  updateUser: { limited: ADDS },
  users: 'real',
};

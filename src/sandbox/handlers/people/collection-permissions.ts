// Who was given access to a collection, and everyone who has it.
import {
  addCollectionPermission,
  listCollectionAccess,
  listCollectionTeams,
  listCollectionUsers,
  removeCollectionTeam,
  removeCollectionUser,
  updateCollectionTeam,
  updateCollectionUser,
} from '../../../api/people/collection-permissions.ts';
import * as permissions from '../../actions/people/permissions.ts';
import { deleted, handle, reply } from '../../handler.ts';
import { contentAccess, givenTeams, givenUsers } from '../../views/people/permissions.ts';

export default [
  handle(addCollectionPermission, (call, { collectionId, ...grant }) => {
    permissions.give(call, () => permissions.collectionTarget(call, collectionId), grant);
    return reply(204);
  }),

  handle(listCollectionUsers, (call, { collectionId, ...query }) =>
    givenUsers(call, permissions.collectionTarget(call, collectionId), query),
  ),

  handle(listCollectionTeams, (call, { collectionId, ...query }) =>
    givenTeams(call, permissions.collectionTarget(call, collectionId), query),
  ),

  handle(listCollectionAccess, (call, { collectionId, ...query }) =>
    contentAccess(call, permissions.collectionTarget(call, collectionId), query),
  ),

  handle(updateCollectionUser, (call, { collectionId, userId, role }) => {
    permissions.change(
      call,
      () => permissions.collectionTarget(call, collectionId),
      permissions.user(userId),
      role,
    );
    return reply(204);
  }),

  handle(removeCollectionUser, (call, { collectionId, userId }) =>
    deleted(
      permissions.revoke(
        call,
        () => permissions.collectionTarget(call, collectionId),
        permissions.user(userId),
      ),
    ),
  ),

  handle(updateCollectionTeam, (call, { collectionId, teamId, role }) => {
    permissions.change(
      call,
      () => permissions.collectionTarget(call, collectionId),
      permissions.team(teamId),
      role,
    );
    return reply(204);
  }),

  handle(removeCollectionTeam, (call, { collectionId, teamId }) =>
    deleted(
      permissions.revoke(
        call,
        () => permissions.collectionTarget(call, collectionId),
        permissions.team(teamId),
      ),
    ),
  ),
];

export const fidelity = permissions.FIDELITY;

// Who is asked to review a change request, and who contributed to it.

import type { RichDocument } from '../../../api/content/rich-document.ts';
import type { ChangeRequestRequestedReviewer as RequestedReviewer } from '../../../api/review/reviewers.generated.ts';
import {
  listContributors,
  listRequestedReviewers,
  removeRequestedReviewer,
  requestReviewers,
} from '../../../api/review/reviewers.ts';
import { changeRequestOf, requireUnmerged } from '../../actions/content/content-target.ts';
import { visibleTarget } from '../../actions/content/content-view.ts';
import { changeChangeRequest } from '../../actions/review/change-requests.ts';
import { revisionsStore } from '../../db/content/content.ts';
import type { Database } from '../../db/database.ts';
import { members } from '../../db/people/organizations.ts';
import { type ChangeRequestRow, contributors, requestedReviewers } from '../../db/review/change-requests.ts';
import type { RowOf } from '../../db/table.ts';
import { deleted, type FidelityOf, handle } from '../../handler.ts';
import { type PageQuery, pageOfRows } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
import { userView } from '../../views/people/users.ts';
import { notFound } from '../../wire-error.ts';

interface Ref {
  spaceId: string;
  changeRequestId: string;
}

function about(call: Call, input: Ref) {
  const { space } = visibleTarget(call, input);
  return { space, changeRequest: changeRequestOf(call, input.spaceId, input.changeRequestId) };
}

function list(call: Call, input: Ref & PageQuery) {
  const { changeRequest } = about(call, input);
  return pageOfRows(call.db, requestedReviewers, {
    where: { changeRequest: changeRequest.id },
    order: ['createdAt', 'user'],
    query: input,
    item: (row) => requestedReviewerView(call, changeRequest, row),
  });
}

interface Request extends Ref {
  users: string[];
  subject?: string;
  description?: RichDocument;
}

/** Everybody or nobody: one unknown user (404) and no one is asked. */
const request = (call: Call, { users, subject, description, ...ref }: Request) =>
  call.db.transaction(() => {
    const { space, changeRequest } = about(call, ref);
    call.access.requireSpace(space, 'edit');
    requireUnmerged(changeRequest);
    const store = requestedReviewers(call.db);
    const of = { changeRequest: changeRequest.id };
    for (const user of users) {
      if (!members(call.db).find({ organization: space.organization, user })) throw notFound('member', user);
      // Whoever was asked already keeps the first request.
      if (store.find({ ...of, user })) continue;
      store.insert({ ...of, user, requestedBy: call.caller.userId, createdAt: call.now().toISOString() });
    }
    const changes = { ...(subject !== undefined && { subject }), ...(description && { description }) };
    changeChangeRequest(call, changeRequest, changes);
    return {
      users: store
        .all(of, 'createdAt, user')
        .filter(({ user }) => users.includes(user))
        .map((row) => requestedReviewerView(call, changeRequest, row)),
    };
  });

const remove = (call: Call, { userId, ...ref }: Ref & { userId: string }) =>
  call.db.transaction(() => {
    const { space, changeRequest } = about(call, ref);
    call.access.requireSpace(space, 'edit');
    return deleted(requestedReviewers(call.db).remove({ changeRequest: changeRequest.id, user: userId }));
  });

function listOfContributors(call: Call, input: Ref & PageQuery) {
  const { changeRequest } = about(call, input);
  return pageOfRows(call.db, contributors, {
    where: { changeRequest: changeRequest.id },
    order: ['user', 'action'],
    query: input,
    item: ({ user, action, count, updatedAt }) => ({
      ...{ user: userView(call, user), updatedAt, count, actionType: action },
    }),
  });
}

/** `changeRequest` is the one the review is asked of. */
const requestedReviewerView = (
  call: Call,
  { revision }: ChangeRequestRow,
  { user, requestedBy, createdAt }: RowOf<typeof requestedReviewers>,
): RequestedReviewer => ({
  object: 'change-request-requested-reviewer',
  kind: 'user',
  user: userView(call, user),
  requestedBy: userView(call, requestedBy),
  revision: revisionAt(call.db, revision, createdAt),
  createdAt,
});

/** The revision that a line of revisions had reached at a time. */
function revisionAt(db: Database, head: string, time: string): string {
  const row = revisionsStore(db).get(head);
  const [before] = row?.parents ?? [];
  return row && before !== undefined && row.createdAt > time ? revisionAt(db, before, time) : head;
}

export default [
  handle(listRequestedReviewers, list),
  handle(requestReviewers, request),
  handle(removeRequestedReviewer, remove),
  handle(listContributors, listOfContributors),
];

export const fidelity: FidelityOf = {
  'reviewers.request': { limited: 'No notification is sent.' },
};

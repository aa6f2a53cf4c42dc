// Who is asked to review a change request, and who contributed to it.

import type { RichDocument } from '../../../api/content/rich-document.ts';
import {
  listContributors,
  listRequestedReviewers,
  removeRequestedReviewer,
  requestReviewers,
} from '../../../api/review/reviewers.ts';
import { changeRequestOf, requireUnmerged } from '../../actions/content/content-target.ts';
import { visibleTarget } from '../../actions/content/content-view.ts';
import { changeChangeRequest } from '../../actions/review/change-requests.ts';
import { members } from '../../db/people/members.ts';
import { type RequestedReviewerRow, reviewsStore } from '../../db/review/reviews.ts';
import { deleted, type FidelityOf, handle } from '../../handler.ts';
import { type PageQuery, paginate } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
import { type ContributionRow, contributorView, requestedReviewerView } from '../../views/review/reviews.ts';
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
  return paginate(call.db, {
    list: `reviewers ${changeRequest.id}`,
    from: 'requested_reviewers',
    where: ['changeRequest = ?'],
    params: [changeRequest.id],
    order: ['createdAt', 'user'],
    query: input,
    item: (row: RequestedReviewerRow) => requestedReviewerView(call, changeRequest, row),
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
    for (const user of users) {
      if (!members(call.db).find({ organization: space.organization, user })) throw notFound('member', user);
      reviewsStore(call.db).request({
        changeRequest: changeRequest.id,
        user,
        requestedBy: call.caller.userId,
        createdAt: call.now().toISOString(),
      });
    }
    const changes = { ...(subject !== undefined && { subject }), ...(description && { description }) };
    changeChangeRequest(call, changeRequest, changes);
    const asked = reviewsStore(call.db).requested(changeRequest.id);
    return {
      users: asked
        .filter(({ user }) => users.includes(user))
        .map((row) => requestedReviewerView(call, changeRequest, row)),
    };
  });

const remove = (call: Call, { userId, ...ref }: Ref & { userId: string }) =>
  call.db.transaction(() => {
    const { space, changeRequest } = about(call, ref);
    call.access.requireSpace(space, 'edit');
    return deleted(reviewsStore(call.db).removeRequest(changeRequest.id, userId));
  });

function contributors(call: Call, input: Ref & PageQuery) {
  const { changeRequest } = about(call, input);
  return paginate(call.db, {
    list: `contributors ${changeRequest.id}`,
    from: 'contributors',
    where: ['changeRequest = ?'],
    params: [changeRequest.id],
    order: ['user', 'action'],
    query: input,
    item: (row: ContributionRow) => contributorView(call, row),
  });
}

export default [
  handle(listRequestedReviewers, list),
  handle(requestReviewers, request),
  handle(removeRequestedReviewer, remove),
  handle(listContributors, contributors),
];

export const fidelity: FidelityOf = {
  request: { limited: 'No notification is sent.' },
};

// Reviews of change requests; the merge rules of a space read them.

import type { Body } from '../../../api/content/rich-document.ts';
import type { ChangeRequestReview as Review } from '../../../api/review/reviews.generated.ts';
import { createReview, getReview, listReviews } from '../../../api/review/reviews.ts';
import { type BodyFormat, bodyMarkdown, bodyWriter } from '../../actions/content/bodies.ts';
import { changeRequestOf, requireUnmerged } from '../../actions/content/content-target.ts';
import { visibleTarget } from '../../actions/content/content-view.ts';
import { postComment } from '../../actions/review/comments.ts';
import { type ReviewRow, reviewsStore } from '../../db/review/reviews.ts';
import { handle } from '../../handler.ts';
import { type PageQuery, paginate } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
import { reviewView } from '../../views/review/reviews.ts';
import { notFound } from '../../wire-error.ts';

interface Ref {
  spaceId: string;
  changeRequestId: string;
}

async function list(call: Call, input: Ref & PageQuery & { format?: BodyFormat; outdated?: boolean }) {
  const { space } = visibleTarget(call, input);
  const changeRequest = changeRequestOf(call, input.spaceId, input.changeRequestId);
  const view = { call, space, body: await bodyWriter(input.format) };
  const { outdated } = input;
  return paginate(call.db, {
    list: `reviews ${changeRequest.id}`,
    from: 'reviews',
    where: ['changeRequest = ?', ...(outdated === undefined ? [] : [`revision ${outdated ? '<>' : '='} ?`])],
    params: [changeRequest.id, ...(outdated === undefined ? [] : [changeRequest.revision])],
    order: ['createdAt', 'id'],
    query: input,
    item: (row: ReviewRow) => reviewView(view, changeRequest, row),
  });
}

/** Answers the request for it, if there was one; what it says stands among the comments too. */
async function create(call: Call, input: Ref & { status: Review['status']; comment?: Body }) {
  const body = await bodyWriter();
  return call.db.transaction(() => {
    const target = visibleTarget(call, input);
    call.access.requireSpace(target.space, 'review');
    const changeRequest = changeRequestOf(call, input.spaceId, input.changeRequestId);
    requireUnmerged(changeRequest);
    const store = reviewsStore(call.db);
    const { userId } = call.caller;
    const request = store.requested(changeRequest.id).find(({ user }) => user === userId);
    const text = input.comment ? bodyMarkdown(input.comment) : '';
    const row = store.insert({
      changeRequest: changeRequest.id,
      reviewer: userId,
      status: input.status,
      revision: changeRequest.revision,
      requestedBy: request?.requestedBy ?? null,
      comment: text === '' ? null : text,
      createdAt: call.now().toISOString(),
    });
    store.removeRequest(changeRequest.id, userId);
    if (text !== '') postComment(call, target, { body: { markdown: text }, review: row.id });
    return reviewView({ call, space: target.space, body }, changeRequest, row);
  });
}

async function get(call: Call, input: Ref & { reviewId: string; format?: BodyFormat }) {
  const { space } = visibleTarget(call, input);
  const changeRequest = changeRequestOf(call, input.spaceId, input.changeRequestId);
  const row = reviewsStore(call.db).row(input.reviewId);
  if (row?.changeRequest !== changeRequest.id) throw notFound('review', input.reviewId);
  return reviewView({ call, space, body: await bodyWriter(input.format) }, changeRequest, row);
}

export default [handle(listReviews, list), handle(createReview, create), handle(getReview, get)];

// Reviews of change requests; the merge rules of a space read them.

import type { Body } from '../../../api/content/rich-document.ts';
import type { ChangeRequestReview as Review } from '../../../api/review/reviews.generated.ts';
import { createReview, getReview, listReviews } from '../../../api/review/reviews.ts';
import { type BodyFormat, bodyMarkdown, bodyWriter } from '../../actions/content/bodies.ts';
import { changeRequestOf, requireUnmerged } from '../../actions/content/content-target.ts';
import { visibleTarget } from '../../actions/content/content-view.ts';
import { postComment } from '../../actions/review/comments.ts';
import {
  type ChangeRequestRow,
  comments,
  type ReviewRow,
  requestedReviewers,
  reviews,
} from '../../db/review/change-requests.ts';
import { handle } from '../../handler.ts';
import { newId } from '../../ids.ts';
import { given, type PageQuery, pageOfRows } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
import { locationUrl } from '../../urls.ts';
import { userView } from '../../views/people/users.ts';
import { type CommentView, commentView } from '../../views/review/comments.ts';

interface Ref {
  spaceId: string;
  changeRequestId: string;
}

async function list(call: Call, input: Ref & PageQuery & { format?: BodyFormat; outdated?: boolean }) {
  const { space } = visibleTarget(call, input);
  const changeRequest = changeRequestOf(call, input.spaceId, input.changeRequestId);
  const view = { call, space, body: await bodyWriter(input.format) };
  const { id, revision } = changeRequest;
  return pageOfRows(call.db, reviews, {
    where: { changeRequest: id, revision: input.outdated === false ? revision : undefined },
    also: given([['revision <> ?', input.outdated ? revision : undefined]]),
    order: ['createdAt', 'id'],
    query: input,
    item: (row) => reviewView(view, changeRequest, row),
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
    const own = { changeRequest: changeRequest.id, user: call.caller.userId };
    const request = requestedReviewers(call.db).find(own);
    const text = input.comment ? bodyMarkdown(input.comment) : '';
    const row: ReviewRow = {
      id: newId(),
      changeRequest: changeRequest.id,
      reviewer: own.user,
      status: input.status,
      revision: changeRequest.revision,
      requestedBy: request?.requestedBy ?? null,
      comment: text === '' ? null : text,
      createdAt: call.now().toISOString(),
    };
    reviews(call.db).insert(row);
    requestedReviewers(call.db).remove(own);
    if (text !== '') postComment(call, target, { body: { markdown: text }, review: row.id });
    return reviewView({ call, space: target.space, body }, changeRequest, row);
  });
}

async function get(call: Call, input: Ref & { reviewId: string; format?: BodyFormat }) {
  const { space } = visibleTarget(call, input);
  const changeRequest = changeRequestOf(call, input.spaceId, input.changeRequestId);
  const row = reviews(call.db).get({ id: input.reviewId, changeRequest: changeRequest.id }, 'review');
  return reviewView({ call, space, body: await bodyWriter(input.format) }, changeRequest, row);
}

/** What it says is a comment of the change request: it can be edited, answered and deleted there. */
function reviewView(view: CommentView, changeRequest: ChangeRequestRow, row: ReviewRow): Review {
  const sandbox = view.call;
  const comment = comments(sandbox.db).find({ changeRequest: changeRequest.id, review: row.id });
  const path = `/v1/spaces/${changeRequest.space}/change-requests/${changeRequest.id}/reviews/${row.id}`;
  return {
    object: 'change-request-review',
    id: row.id,
    reviewer: userView(sandbox, row.reviewer),
    status: row.status,
    outdated: row.revision !== changeRequest.revision,
    revision: row.revision,
    ...(row.requestedBy !== null && { requestedBy: userView(sandbox, row.requestedBy) }),
    ...(comment && { comment: commentView(view, comment) }),
    createdAt: row.createdAt,
    updatedAt: comment?.editedAt ?? row.createdAt,
    urls: { location: locationUrl(sandbox, path) },
  };
}

export default [handle(listReviews, list), handle(createReview, create), handle(getReview, get)];

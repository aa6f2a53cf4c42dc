// Reviews of change requests, and who was asked for one; the merge rules of a space read them.
import type { Body, RichDocument } from '../../../api/content/rich-document.ts';
import type {
  ChangeRequestRequestedReviewer as RequestedReviewer,
  ChangeRequestReview as Review,
} from '../../../api/review/reviews.generated.ts';
import * as api from '../../../api/review/reviews.ts';
import { nonNull } from '../../../files/lists.ts';
import { revisionsStore } from '../../db/content/content.ts';
import type { Database } from '../../db/database.ts';
import { members } from '../../db/people/organizations.ts';
import {
  type ChangeRequestRow,
  comments,
  contributors,
  type ReviewRow,
  requestedReviewers,
  reviews,
} from '../../db/review/change-requests.ts';
import type { RowOf } from '../../db/table.ts';
import { created, deleted, type FidelityOf, handle } from '../../handler.ts';
import { given, type PageQuery, pageOfRows } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
import { locationUrl, newId } from '../../urls.ts';
import { notFound } from '../../wire-error.ts';
import { type BodyFormat, bodyMarkdown, bodyWriter } from '../content/bodies.ts';
import {
  type ChangeRequestRef as Ref,
  requireUnmerged,
  visibleChangeRequest,
} from '../content/content-target.ts';
import { userView } from '../people/members-view.ts';
import { changeChangeRequest } from './change-requests-rules.ts';
import { postComment } from './comments.ts';
import { type CommentView, commentView } from './comments-view.ts';

async function list(call: Call, input: Ref & PageQuery & { format?: BodyFormat; outdated?: boolean }) {
  const { space, changeRequest } = visibleChangeRequest(call, input);
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

/** Answers the request for it, if there was one; what it says is among the comments too. */
async function create(call: Call, input: Ref & { status: Review['status']; comment?: Body }) {
  const body = await bodyWriter();
  return call.db.transaction(() => {
    const target = visibleChangeRequest(call, input);
    call.access.requireSpace(target.space, 'review');
    const { changeRequest } = target;
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
    return created(reviewView({ call, space: target.space, body }, changeRequest, row));
  });
}

async function get(call: Call, input: Ref & { reviewId: string; format?: BodyFormat }) {
  const { space, changeRequest } = visibleChangeRequest(call, input);
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

function listReviewers(call: Call, input: Ref & PageQuery) {
  const { changeRequest } = visibleChangeRequest(call, input);
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

/** Asks all of them, or nobody where one is unknown (404). */
const request = (call: Call, { users, subject, description, ...ref }: Request) =>
  call.db.transaction(() => {
    const { space, changeRequest } = visibleChangeRequest(call, ref);
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
    changeChangeRequest(call, changeRequest, nonNull({ subject, description }));
    return {
      users: store
        .all(of, 'createdAt, user')
        .filter(({ user }) => users.includes(user))
        .map((row) => requestedReviewerView(call, changeRequest, row)),
    };
  });

const remove = (call: Call, { userId, ...ref }: Ref & { userId: string }) =>
  call.db.transaction(() => {
    const { space, changeRequest } = visibleChangeRequest(call, ref);
    call.access.requireSpace(space, 'edit');
    return deleted(requestedReviewers(call.db).remove({ changeRequest: changeRequest.id, user: userId }));
  });

function listOfContributors(call: Call, input: Ref & PageQuery) {
  const { changeRequest } = visibleChangeRequest(call, input);
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
  handle(api.listReviews, list),
  handle(api.createReview, create),
  handle(api.getReview, get),
  handle(api.listRequestedReviewers, listReviewers),
  handle(api.requestReviewers, request),
  handle(api.removeRequestedReviewer, remove),
  handle(api.listContributors, listOfContributors),
];

export const fidelity: FidelityOf = {
  'reviewers.request': 'No notification is sent.',
};

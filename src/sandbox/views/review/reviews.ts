// Reviews, requests for them and contributions as the platform shows them.
import type {
  ChangeRequestUserContributor as Contributor,
  ChangeRequestRequestedReviewer as RequestedReviewer,
} from '../../../api/review/reviewers.generated.ts';
import type { ChangeRequestReview as Review } from '../../../api/review/reviews.generated.ts';
import { revisionsStore } from '../../db/content/content.ts';
import type { ChangeRequestRow } from '../../db/review/change-requests.ts';
import { commentStore } from '../../db/review/comments.ts';
import type { RequestedReviewerRow, ReviewRow } from '../../db/review/reviews.ts';
import type { Sandbox } from '../../sandbox.ts';
import { locationUrl } from '../../urls.ts';
import { userView } from '../people/users.ts';
import { type CommentView, commentView } from './comments.ts';

/** What it says is a comment of the change request: it can be edited, answered and deleted there. */
export function reviewView(view: CommentView, changeRequest: ChangeRequestRow, row: ReviewRow): Review {
  const sandbox = view.call;
  const comment = commentStore(sandbox.db).ofReview(changeRequest.id, row.id);
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

/** `changeRequest` is the one the review is asked of. */
export const requestedReviewerView = (
  sandbox: Sandbox,
  changeRequest: ChangeRequestRow,
  row: RequestedReviewerRow,
): RequestedReviewer => ({
  object: 'change-request-requested-reviewer',
  kind: 'user',
  user: userView(sandbox, row.user),
  requestedBy: userView(sandbox, row.requestedBy),
  revision: revisionAt(sandbox.db, changeRequest.revision, row.createdAt),
  createdAt: row.createdAt,
});

/** The revision that a line of revisions had reached at a time. */
function revisionAt(db: Sandbox['db'], head: string, time: string): string {
  const row = revisionsStore(db).get(head);
  const [before] = row?.parents ?? [];
  return row && before !== undefined && row.createdAt > time ? revisionAt(db, before, time) : head;
}

export interface ContributionRow {
  user: string;
  action: Contributor['actionType'];
  count: number;
  updatedAt: string;
}

export const contributorView = (sandbox: Sandbox, row: ContributionRow): Contributor => ({
  user: userView(sandbox, row.user),
  updatedAt: row.updatedAt,
  count: row.count,
  actionType: row.action,
});

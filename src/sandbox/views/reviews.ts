// Reviews, requests for them and contributions as the platform shows them.
import type { Contributor, RequestedReviewer } from '../../api/reviewers.ts';
import type { Review } from '../../api/reviews.ts';
import type { WriteBody } from '../actions/bodies.ts';
import type { ChangeRequestRow } from '../db/change-requests.ts';
import type { RequestedReviewerRow, ReviewRow } from '../db/reviews.ts';
import type { Sandbox } from '../sandbox.ts';
import { userView } from './users.ts';

export function reviewView(
  sandbox: Sandbox,
  changeRequest: ChangeRequestRow,
  row: ReviewRow,
  body: WriteBody,
): Review {
  return {
    object: 'change-request-review',
    id: row.id,
    reviewer: userView(sandbox, row.reviewer),
    status: row.status,
    outdated: row.revision !== changeRequest.revision,
    revision: row.revision,
    ...(row.requestedBy !== null && { requestedBy: userView(sandbox, row.requestedBy) }),
    ...(row.comment !== null && { comment: body(row.comment) }),
    createdAt: row.createdAt,
  };
}

export const requestedReviewerView = (sandbox: Sandbox, row: RequestedReviewerRow): RequestedReviewer => ({
  object: 'change-request-requested-reviewer',
  kind: 'user',
  user: userView(sandbox, row.user),
  requestedBy: userView(sandbox, row.requestedBy),
  createdAt: row.createdAt,
});

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

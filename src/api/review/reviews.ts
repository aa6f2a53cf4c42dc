// Reviews of change requests.

import { builders, Paging, resource, withFields } from '../schema.ts';
import * as wire from './reviews.generated.ts';

const { ArrayOf, Obj, Optional, Str } = builders;

const op = resource('reviews');
export const listReviews = op('list', 'List the reviews of a change request', {
  ...wire.getReviewsByChangeRequestId,
  says: { outdated: 'only reviews that are (or are not) of an earlier revision' },
});
export const createReview = op('create', 'Review a change request', {
  ...wire.submitChangeRequestReview,
  says: { status: 'result of the review' },
});
export const getReview = op('get', 'Show a review of a change request', wire.getChangeRequestReviewById);

const reviewerOp = resource('reviewers', { says: { userId: 'user' } });
export const listRequestedReviewers = reviewerOp('list', 'List the requested reviewers of a change request', {
  ...wire.getRequestedReviewersByChangeRequestId,
});
export const requestReviewers = reviewerOp('request', 'Request reviews of a change request', {
  ...wire.requestReviewersForChangeRequest,
  body: withFields(wire.requestReviewersForChangeRequest.body, {
    users: ArrayOf(Str(), { minItems: 1 }),
    subject: Optional(Str({ maxLength: 100 })),
  }),
  says: { users: 'users to request a review from', subject: 'new subject line' },
});
export const removeRequestedReviewer = reviewerOp(
  'remove',
  'Remove a requested reviewer from a change request',
  {
    ...wire.removeRequestedReviewerFromChangeRequest,
  },
);
export const listContributors = reviewerOp(
  'contributors',
  'List the people who edited or discussed a change request',
  {
    ...wire.getContributorsByChangeRequestId,
    // It takes no size of a page.
    query: Obj({ page: Paging.page }),
    paging: 'pages',
  },
);

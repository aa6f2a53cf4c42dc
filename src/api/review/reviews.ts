// Reviews of change requests.
import { resource } from '../schema.ts';
import * as wire from './reviews.generated.ts';

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

// Reviews of change requests.
import type { Static } from '@sinclair/typebox';
import { ChangeRequestRef, operation, Type } from '../schema.ts';
import * as wire from './reviews.generated.ts';

const { Object: Obj, String: Str } = Type;

export const Review = wire.ChangeRequestReview;
export type Review = Static<typeof Review>;

export const listReviews = operation('reviews.list', {
  ...wire.getReviewsByChangeRequestId,
  summary: 'List the reviews of a change request',
  params: ChangeRequestRef,
  says: {
    format: 'format of the content',
    outdated: 'only reviews that are (or are not) of an earlier revision',
  },
});

export const createReview = operation('reviews.create', {
  ...wire.submitChangeRequestReview,
  summary: 'Review a change request',
  params: ChangeRequestRef,
  says: { status: 'result of the review' },
});

export const getReview = operation('reviews.get', {
  ...wire.getChangeRequestReviewById,
  summary: 'Show a review of a change request',
  params: Obj({ ...ChangeRequestRef.properties, reviewId: Str({ description: 'review' }) }),
  says: { format: 'format of the content' },
});

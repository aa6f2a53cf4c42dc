// Reviews of change requests.
import type { Static } from '@sinclair/typebox';
import { Format } from '../content/content.ts';
import { Body } from '../content/rich-document.ts';
import { User } from '../people/users.ts';
import { ChangeRequestRef, DateTime, Enum, operation, Paging, pageOf, Type } from '../schema.ts';
import { Comment } from './comments.ts';

const { Object: Obj, String: Str, Optional, Literal, Boolean: Bool } = Type;
const Status = Enum(['approved', 'changes-requested'], { description: 'result of the review' });

export const Review = Obj({
  object: Literal('change-request-review'),
  id: Str(),
  reviewer: User,
  status: Status,
  /** Whether the change request was edited since. */
  outdated: Bool(),
  /** The revision that was reviewed. */
  revision: Str(),
  requestedBy: Optional(User),
  comment: Optional(Comment),
  createdAt: DateTime(),
  updatedAt: DateTime(),
  urls: Obj({ location: Str() }),
});
export type Review = Static<typeof Review>;

export const listReviews = operation('reviews.list', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/reviews',
  summary: 'List the reviews of a change request',
  params: ChangeRequestRef,
  query: Obj({
    ...Paging,
    format: Format,
    outdated: Optional(Bool({ description: 'only reviews that are (or are not) of an earlier revision' })),
  }),
  result: pageOf(Review),
  paging: 'pages',
});

export const createReview = operation('reviews.create', {
  method: 'POST',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/reviews',
  summary: 'Review a change request',
  params: ChangeRequestRef,
  body: Obj({ status: Status, comment: Optional(Body) }),
  result: Review,
  success: [201],
});

export const getReview = operation('reviews.get', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/reviews/{reviewId}',
  summary: 'Show a review of a change request',
  params: Obj({ ...ChangeRequestRef.properties, reviewId: Str({ description: 'review' }) }),
  query: Obj({ format: Format }),
  result: Review,
});

// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { Body } from '../content/rich-document.ts';
import { User } from '../people/users.generated.ts';
import { Comment } from './comments.generated.ts';
import { builders } from '../schema.ts';

const { Bool, DateTime, Enum, Literal, Obj, Optional, Paging, Str, Uri, pageOf } = builders;

export const ChangeRequestReview = Obj({
  object: Literal('change-request-review'),
  id: Str(),
  revision: Str(),
  reviewer: User,
  requestedBy: Optional(User),
  status: Enum(['changes-requested', 'approved']),
  outdated: Bool(),
  comment: Optional(Comment),
  createdAt: DateTime(),
  updatedAt: DateTime(),
  urls: Obj({ location: Uri() }),
});
export type ChangeRequestReview = Static<typeof ChangeRequestReview>;

export const getReviewsByChangeRequestId = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/reviews',
  query: Obj({ ...Paging, format: Optional(Enum(['document', 'markdown'])), outdated: Optional(Bool()) }),
  result: pageOf(ChangeRequestReview),
  errors: [404],
  paging: 'pages',
} as const;

export const submitChangeRequestReview = {
  method: 'POST',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/reviews',
  body: Obj({ status: Enum(['changes-requested', 'approved']), comment: Optional(Body) }),
  result: ChangeRequestReview,
  success: [201],
} as const;

export const getChangeRequestReviewById = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/reviews/{reviewId}',
  query: Obj({ format: Optional(Enum(['document', 'markdown'])) }),
  result: ChangeRequestReview,
  errors: [404],
} as const;

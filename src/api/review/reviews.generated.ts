// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { Body, RichDocument } from '../content/rich-document.ts';
import { User } from '../people/members.generated.ts';
import { Comment } from './comments.generated.ts';
import { builders } from '../schema.ts';

const { ArrayOf, Bool, DateTime, Enum, Integer, Literal, Num, Obj, Optional, Paging, Str, Uri, pageOf } =
  builders;

export const ChangeRequestRequestedReviewer = Obj({
  object: Literal('change-request-requested-reviewer'),
  revision: Str(),
  requestedBy: User,
  createdAt: DateTime(),
  kind: Enum(['user', 'team']),
  user: Optional(User),
  team: Optional(Obj({ object: Literal('team'), id: Str() })),
});
export type ChangeRequestRequestedReviewer = Static<typeof ChangeRequestRequestedReviewer>;

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

export const ChangeRequestUserContributor = Obj({
  updatedAt: DateTime(),
  count: Integer(),
  user: User,
  actionType: Enum(['edit', 'comment']),
});
export type ChangeRequestUserContributor = Static<typeof ChangeRequestUserContributor>;

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

export const getRequestedReviewersByChangeRequestId = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers',
  query: Obj({ ...Paging }),
  result: pageOf(ChangeRequestRequestedReviewer),
  paging: 'pages',
} as const;

export const requestReviewersForChangeRequest = {
  method: 'POST',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers',
  body: Obj({ users: ArrayOf(Str()), subject: Optional(Str()), description: Optional(RichDocument) }),
  result: Obj({ users: Optional(ArrayOf(ChangeRequestRequestedReviewer)) }),
} as const;

export const removeRequestedReviewerFromChangeRequest = {
  method: 'DELETE',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers/{userId}',
} as const;

export const getContributorsByChangeRequestId = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/contributors',
  result: Obj({
    next: Optional(Obj({ page: Str() })),
    count: Optional(Num()),
    items: ArrayOf(ChangeRequestUserContributor),
  }),
  errors: [404],
} as const;

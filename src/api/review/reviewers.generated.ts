// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { RichDocument } from '../content/rich-document.ts';
import { User } from '../people/users.generated.ts';
import { builders } from '../schema.ts';

const { ArrayOf, DateTime, Enum, Integer, Literal, Num, Obj, Optional, Paging, Str, pageOf } = builders;

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

export const ChangeRequestUserContributor = Obj({
  updatedAt: DateTime(),
  count: Integer(),
  user: User,
  actionType: Enum(['edit', 'comment']),
});
export type ChangeRequestUserContributor = Static<typeof ChangeRequestUserContributor>;

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

// Who was asked to review a change request, and who contributed to it.
import type { Static } from '@sinclair/typebox';
import { RichDocument } from '../content/rich-document.ts';
import { User } from '../people/users.ts';
import { ChangeRequestRef, Count, DateTime, Enum, operation, Paging, pageOf, Type } from '../schema.ts';
import { ChangeRequest } from './change-requests.ts';

const { Array: ArrayOf, Object: Obj, String: Str, Optional, Literal } = Type;

export const RequestedReviewer = Obj({
  object: Literal('change-request-requested-reviewer'),
  kind: Literal('user'),
  user: User,
  requestedBy: User,
  /** The change request as it was when the review was asked for. */
  revision: Str(),
  createdAt: DateTime(),
});
export type RequestedReviewer = Static<typeof RequestedReviewer>;

export const Contributor = Obj({
  user: User,
  updatedAt: DateTime(),
  count: Count(),
  actionType: Enum(['edit', 'comment']),
});
export type Contributor = Static<typeof Contributor>;

export const listRequestedReviewers = operation('reviewers.list', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers',
  summary: 'List the requested reviewers of a change request',
  params: ChangeRequestRef,
  query: Obj({ ...Paging }),
  result: pageOf(RequestedReviewer),
  paging: 'pages',
});

export const requestReviewers = operation('reviewers.request', {
  method: 'POST',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers',
  summary: 'Request reviews of a change request',
  params: ChangeRequestRef,
  body: Obj({
    users: ArrayOf(Str(), { minItems: 1, description: 'users to request a review from' }),
    subject: Optional(Str({ maxLength: 100, description: 'new subject line' })),
    description: Optional(RichDocument),
  }),
  result: ChangeRequest,
});

export const removeRequestedReviewer = operation('reviewers.remove', {
  method: 'DELETE',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers/{userId}',
  summary: 'Remove a requested reviewer from a change request',
  params: Obj({ ...ChangeRequestRef.properties, userId: Str({ description: 'user' }) }),
});

export const listContributors = operation('reviewers.contributors', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/contributors',
  summary: 'List the people who edited or discussed a change request',
  params: ChangeRequestRef,
  query: Obj({ ...Paging }),
  result: pageOf(Contributor),
  paging: 'pages',
});

// Who was asked to review a change request, and who contributed to it.
import type { Static } from '@sinclair/typebox';
import { RichDocument } from '../content/rich-document.ts';
import { User } from '../people/users.ts';
import { DateTime, Paging, pageOf, resource, Type } from '../schema.ts';
import { ChangeRequest } from './change-requests.ts';
import * as wire from './reviewers.generated.ts';

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

export const Contributor = wire.ChangeRequestUserContributor;
export type Contributor = Static<typeof Contributor>;

const op = resource('reviewers', { says: { userId: 'user' } });
export const listRequestedReviewers = op('list', 'List the requested reviewers of a change request', {
  ...wire.getRequestedReviewersByChangeRequestId,
  result: pageOf(RequestedReviewer),
});
export const requestReviewers = op('request', 'Request reviews of a change request', {
  ...wire.requestReviewersForChangeRequest,
  body: Obj({
    users: ArrayOf(Str(), { minItems: 1, description: 'users to request a review from' }),
    subject: Optional(Str({ maxLength: 100, description: 'new subject line' })),
    description: Optional(RichDocument),
  }),
  result: ChangeRequest,
});
export const removeRequestedReviewer = op('remove', 'Remove a requested reviewer from a change request', {
  ...wire.removeRequestedReviewerFromChangeRequest,
});
export const listContributors = op(
  'contributors',
  'List the people who edited or discussed a change request',
  {
    ...wire.getContributorsByChangeRequestId,
    // It takes no size of a page.
    query: Obj({ page: Paging.page }),
    paging: 'pages',
  },
);

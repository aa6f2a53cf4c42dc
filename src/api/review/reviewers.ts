// Who was asked to review a change request, and who contributed to it.
import { builders, Paging, resource, withFields } from '../schema.ts';
import * as wire from './reviewers.generated.ts';
import { ChangeRequestRequestedReviewer as RequestedReviewer } from './reviewers.generated.ts';

const { ArrayOf, Obj, Str, Optional } = builders;

const op = resource('reviewers', { says: { userId: 'user' } });
export const listRequestedReviewers = op('list', 'List the requested reviewers of a change request', {
  ...wire.getRequestedReviewersByChangeRequestId,
});
export const requestReviewers = op('request', 'Request reviews of a change request', {
  ...wire.requestReviewersForChangeRequest,
  body: withFields(wire.requestReviewersForChangeRequest.body, {
    users: ArrayOf(Str(), { minItems: 1 }),
    subject: Optional(Str({ maxLength: 100 })),
  }),
  result: Obj({ users: ArrayOf(RequestedReviewer) }),
  says: { users: 'users to request a review from', subject: 'new subject line' },
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

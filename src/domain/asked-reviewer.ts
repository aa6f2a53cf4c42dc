import type { ChangeRequestRequestedReviewer as RequestedReviewer } from '../api/review/reviews.generated.ts';

type User = NonNullable<RequestedReviewer['user']>;

/** Who is asked for a review, as a person is shown: of a team the contract says no more than its ID. */
export const askedUser = ({ user, team }: RequestedReviewer): Pick<User, 'id' | 'displayName' | 'email'> =>
  user ?? { id: team?.id ?? '', displayName: `team ${team?.id}` };

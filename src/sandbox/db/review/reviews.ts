// Who was asked to review a change request, and what the reviewers said.
import { key, type RowOf, table, text, textOrNull } from '../table.ts';

export const requestedReviewers = table(
  'requested_reviewers',
  {
    changeRequest: text(),
    user: text(),
    requestedBy: text(),
    createdAt: text(),
  },
  { keys: ['changeRequest', 'user'], options: 'STRICT, WITHOUT ROWID' },
);

export const reviews = table(
  'reviews',
  {
    id: key(),
    changeRequest: text(),
    reviewer: text(),
    status: text<'approved' | 'changes-requested'>(),
    /** The revision of the change request that was reviewed; a later one makes the review outdated. */
    revision: text(),
    requestedBy: textOrNull(),
    comment: textOrNull(),
    createdAt: text(),
  },
  { indexes: ['CREATE INDEX reviews_of_change_request ON reviews (changeRequest, createdAt)'] },
);
export type ReviewRow = RowOf<typeof reviews>;

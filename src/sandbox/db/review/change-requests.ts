// Change requests, and who contributed to them.

import type { RichDocument } from '../../../api/content/rich-document.ts';
import type { ChangeRequest } from '../../../api/review/change-requests.generated.ts';
import type { ChangeRequestUserContributor } from '../../../api/review/reviewers.generated.ts';
import type { Database } from '../database.ts';
import { integer, jsonOrNull, key, type RowOf, table, text, textOrNull } from '../table.ts';

export const changeRequests = table(
  'change_requests',
  {
    id: key(),
    space: text(),
    /** 1, 2, 3 ... in its space. */
    number: integer(),
    status: text<ChangeRequest['status']>(),
    subject: text(),
    description: jsonOrNull<RichDocument>(),
    createdBy: text(),
    createdAt: text(),
    updatedAt: text(),
    revision: text(),
    /** The revision of the space it was forked from. */
    revisionInitial: text(),
    /** The revision of the space that was brought in last. */
    revisionMergedAncestor: textOrNull(),
    revisionMerged: textOrNull(),
    conversationsIssuesCluster: textOrNull(),
    agentTask: textOrNull(),
  },
  {
    rest: ['UNIQUE (space, number)'],
    indexes: ['CREATE INDEX change_requests_by_status ON change_requests (space, status)'],
  },
);
export type ChangeRequestRow = RowOf<typeof changeRequests>;

export const contributors = table(
  'contributors',
  {
    changeRequest: text(),
    user: text(),
    action: text<ChangeRequestUserContributor['actionType']>(),
    count: integer(),
    updatedAt: text(),
  },
  { keys: ['changeRequest', 'user', 'action'], options: 'STRICT, WITHOUT ROWID' },
);

/** Counts one more edit or comment. */
export function addContribution(
  db: Database,
  { changeRequest, user, action, updatedAt }: Omit<RowOf<typeof contributors>, 'count'>,
): void {
  db.run(
    `INSERT INTO contributors (changeRequest, user, action, count, updatedAt) VALUES (?, ?, ?, 1, ?)
     ON CONFLICT DO UPDATE SET count = count + 1, updatedAt = excluded.updatedAt`,
    ...[changeRequest, user, action, updatedAt],
  );
}

/** Of a space, with their reviews; comments go by themselves. */
export function removeChangeRequests(db: Database, space: string): void {
  for (const table of ['requested_reviewers', 'reviews', 'contributors'])
    db.run(
      `DELETE FROM ${table} WHERE changeRequest IN (SELECT id FROM change_requests WHERE space = ?)`,
      space,
    );
  changeRequests(db).remove({ space });
}

// Change requests, and who contributed to them.
import type { RichDocument } from '../../../api/content/rich-document.ts';
import type { ChangeRequest } from '../../../api/review/change-requests.generated.ts';
import type { ChangeRequestUserContributor } from '../../../api/review/reviews.generated.ts';
import type { Database } from '../database.ts';
import { integer, jsonOrNull, key, partOf, type RowOf, table, text, textOrNull } from '../table.ts';

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

export const comments = table(
  'comments',
  {
    id: key(),
    space: partOf('spaces'),
    /** null: on the main content of the space. */
    changeRequest: textOrNull(),
    /** The review that it was sent with. */
    review: textOrNull(),
    page: textOrNull(),
    node: textOrNull(),
    tableCell: jsonOrNull<{ record: string; definition: string }>(),
    revision: text(),
    postedBy: text('REFERENCES users(id)'),
    postedAt: text(),
    editedAt: textOrNull(),
    /** Markdown. */
    body: text(),
    resolvedAt: textOrNull(),
    resolvedBy: textOrNull('REFERENCES users(id)'),
  },
  {
    indexes: [
      'CREATE INDEX comments_by_target ON comments (space, changeRequest, postedAt, id)',
      'CREATE INDEX comments_open ON comments (space, changeRequest) WHERE resolvedAt IS NULL',
    ],
  },
);
export type CommentRow = RowOf<typeof comments>;

export const commentReplies = table(
  'commentReplies',
  {
    id: key(),
    comment: partOf('comments'),
    postedBy: text('REFERENCES users(id)'),
    postedAt: text(),
    editedAt: textOrNull(),
    /** Markdown. */
    body: text(),
  },
  { indexes: ['CREATE INDEX commentReplies_by_comment ON commentReplies (comment, postedAt, id)'] },
);
export type ReplyRow = RowOf<typeof commentReplies>;

/** To comments and replies: each user once with each emoji. */
export const commentReactions = table(
  'commentReactions',
  {
    /** The comment or reply. */
    target: text(),
    emoji: text(),
    user: partOf('users'),
    reactedAt: text(),
  },
  { keys: ['target', 'emoji', 'user'], options: 'STRICT, WITHOUT ROWID' },
);

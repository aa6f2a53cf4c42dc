// Comments of spaces and change requests, their replies and reactions.
import { jsonOrNull, key, partOf, type RowOf, table, text, textOrNull } from '../table.ts';

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

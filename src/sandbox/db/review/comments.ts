// Comments of spaces and change requests, their replies and reactions.
import { perDatabase } from '../database.ts';
import { insertRow, updateRow } from '../rows.ts';

export const commentTables = `
CREATE TABLE comments (
  id TEXT PRIMARY KEY,
  space TEXT NOT NULL REFERENCES spaces(id) ON DELETE CASCADE,
  changeRequest TEXT,
  review TEXT,
  page TEXT,
  node TEXT,
  tableCell TEXT,
  revision TEXT NOT NULL,
  postedBy TEXT NOT NULL REFERENCES users(id),
  postedAt TEXT NOT NULL,
  editedAt TEXT,
  body TEXT NOT NULL,
  resolvedAt TEXT,
  resolvedBy TEXT REFERENCES users(id)
) STRICT;
CREATE INDEX comments_by_target ON comments (space, changeRequest, postedAt, id);
CREATE INDEX comments_open ON comments (space, changeRequest) WHERE resolvedAt IS NULL;
CREATE TABLE commentReplies (
  id TEXT PRIMARY KEY,
  comment TEXT NOT NULL REFERENCES comments(id) ON DELETE CASCADE,
  postedBy TEXT NOT NULL REFERENCES users(id),
  postedAt TEXT NOT NULL,
  editedAt TEXT,
  body TEXT NOT NULL
) STRICT;
CREATE INDEX commentReplies_by_comment ON commentReplies (comment, postedAt, id);
CREATE TABLE commentReactions (
  target TEXT NOT NULL,
  emoji TEXT NOT NULL,
  user TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  reactedAt TEXT NOT NULL,
  PRIMARY KEY (target, emoji, user)
) STRICT, WITHOUT ROWID`;

export interface CommentRow {
  id: string;
  space: string;
  /** null: on the main content of the space. */
  changeRequest: string | null;
  review: string | null;
  page: string | null;
  node: string | null;
  /** JSON of `{record, definition}`. */
  tableCell: string | null;
  revision: string;
  postedBy: string;
  postedAt: string;
  editedAt: string | null;
  /** Markdown. */
  body: string;
  resolvedAt: string | null;
  resolvedBy: string | null;
}

export interface ReplyRow {
  id: string;
  comment: string;
  postedBy: string;
  postedAt: string;
  editedAt: string | null;
  /** Markdown. */
  body: string;
}

/** What comments stand on: a change request, or the main content of a space. */
export interface CommentPlace {
  space: string;
  changeRequest?: string | undefined;
}

export const commentStore = perDatabase((db) => ({
  row: (id: string) => db.get<CommentRow>('SELECT * FROM comments WHERE id = ?', id),
  insert: (row: CommentRow) => insertRow(db, 'comments', row),
  update: (
    id: string,
    changes: Partial<Pick<CommentRow, 'body' | 'editedAt' | 'resolvedAt' | 'resolvedBy'>>,
  ) => updateRow(db, 'comments', id, changes),
  /** With its replies; reactions go by `reactionStore`. */
  remove: (id: string) => db.run('DELETE FROM comments WHERE id = ?', id).changes > 0,
  list: ({ space, changeRequest }: CommentPlace) =>
    db.all<CommentRow>(
      'SELECT * FROM comments WHERE space = ? AND changeRequest IS ? ORDER BY postedAt DESC, id DESC',
      space,
      changeRequest ?? null,
    ),
  /** The comment that a review was sent with. */
  ofReview: (changeRequest: string, review: string) =>
    db.get<CommentRow>(
      'SELECT * FROM comments WHERE changeRequest = ? AND review = ?',
      changeRequest,
      review,
    ),
  openCount: ({ space, changeRequest }: CommentPlace) =>
    db.get<{ n: number }>(
      'SELECT count(*) AS n FROM comments WHERE space = ? AND changeRequest IS ? AND resolvedAt IS NULL',
      space,
      changeRequest ?? null,
    )?.n ?? 0,
  insertReply: (row: ReplyRow) => insertRow(db, 'commentReplies', row),
  react(target: string, emoji: string, user: string, reactedAt: string) {
    db.run(
      'INSERT INTO commentReactions (target, emoji, user, reactedAt) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
      target,
      emoji,
      user,
      reactedAt,
    );
  },
}));

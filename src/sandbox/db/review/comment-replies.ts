// Replies to comments.

import { perDatabase } from '../database.ts';
import { updateRow } from '../rows.ts';
import type { ReplyRow } from './comments.ts';

/** How much somebody has answered, and when last. */
export interface Replier {
  user: string;
  count: number;
  updatedAt: string;
}

export const replyStore = perDatabase((db) => ({
  row: (id: string) => db.get<ReplyRow>('SELECT * FROM commentReplies WHERE id = ?', id),
  update: (id: string, changes: Partial<Pick<ReplyRow, 'body' | 'editedAt'>>) =>
    updateRow(db, 'commentReplies', id, changes),
  remove: (id: string) => db.run('DELETE FROM commentReplies WHERE id = ?', id).changes > 0,
  ids: (comment: string) =>
    db.all<{ id: string }>('SELECT id FROM commentReplies WHERE comment = ?', comment).map(({ id }) => id),
  /** Who answered a comment, the first one first. */
  repliers: (comment: string) =>
    db.all<Replier>(
      `SELECT postedBy AS user, count(*) AS count, max(coalesce(editedAt, postedAt)) AS updatedAt
       FROM commentReplies WHERE comment = ? GROUP BY postedBy ORDER BY min(postedAt), postedBy`,
      comment,
    ),
}));

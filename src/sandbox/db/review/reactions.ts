// Reactions to comments and replies: each user once with each emoji.
import { perDatabase } from '../database.ts';

export interface ReactionRow {
  emoji: string;
  user: string;
  reactedAt: string;
}

export const reactionStore = perDatabase((db) => ({
  /** Of a comment or reply, the oldest first. */
  of: (target: string) =>
    db.all<ReactionRow>(
      'SELECT emoji, user, reactedAt FROM commentReactions WHERE target = ? ORDER BY reactedAt, emoji, user',
      target,
    ),
  remove(target: string, emoji: string, user: string) {
    db.run('DELETE FROM commentReactions WHERE target = ? AND emoji = ? AND user = ?', target, emoji, user);
  },
  removeAll(target: string) {
    db.run('DELETE FROM commentReactions WHERE target = ?', target);
  },
}));

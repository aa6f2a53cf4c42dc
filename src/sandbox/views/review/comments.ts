// Comments and replies as the platform shows them to the caller.
import type { CommentReply } from '../../../api/review/comment-replies.generated.ts';
import type { Comment, EmojiReaction as Reaction } from '../../../api/review/comments.generated.ts';
import { atLeast } from '../../access.ts';
import type { WriteBody } from '../../actions/content/bodies.ts';
import type { SpaceRow } from '../../db/content/spaces.ts';
import type { Database } from '../../db/database.ts';
import { type CommentRow, commentReactions, type ReplyRow } from '../../db/review/change-requests.ts';
import type { Call } from '../../sandbox.ts';
import { locationUrl } from '../../urls.ts';
import { userView } from '../people/users.ts';

export interface CommentView {
  call: Call;
  space: SpaceRow;
  body: WriteBody;
}

export function commentView({ call, space, body }: CommentView, row: CommentRow): Comment {
  const repliers = repliersOf(call.db, row.id);
  return {
    object: 'comment',
    id: row.id,
    postedBy: userView(call, row.postedBy),
    postedAt: row.postedAt,
    ...(row.editedAt !== null && { editedAt: row.editedAt }),
    reactions: reactions(call, row.id),
    replies: repliers.reduce((sum, { count }) => sum + count, 0),
    repliers: repliers.map(({ user, ...rest }) => ({ ...rest, user: userView(call, user) })),
    body: body(row.body),
    target: targetOf(row),
    urls: { location: locationUrl(call, commentPath(row)) },
    permissions: permissions(call, space, row.postedBy),
    ...stateOf(call, row),
  };
}

/** Who answered, how much and when last; the first one first. */
const repliersOf = (db: Database, comment: string) =>
  db.all<{ user: string; count: number; updatedAt: string }>(
    `SELECT postedBy AS user, count(*) AS count, max(coalesce(editedAt, postedAt)) AS updatedAt
     FROM commentReplies WHERE comment = ? GROUP BY postedBy ORDER BY min(postedAt), postedBy`,
    comment,
  );

export function replyView(
  { call, space, body }: CommentView,
  comment: CommentRow,
  row: ReplyRow,
): CommentReply {
  return {
    object: 'comment-reply',
    id: row.id,
    postedBy: userView(call, row.postedBy),
    postedAt: row.postedAt,
    ...(row.editedAt !== null && { editedAt: row.editedAt }),
    reactions: reactions(call, row.id),
    body: body(row.body),
    urls: { location: locationUrl(call, `${commentPath(comment)}/replies/${row.id}`) },
    permissions: permissions(call, space, row.postedBy),
  };
}

/** Authors edit and delete what they wrote; administrators of the space delete anything. */
export function permissions(call: Call, space: SpaceRow, author: string): Comment['permissions'] {
  const role = call.access.spaceRole(space);
  const may = atLeast(role, 'comment');
  const own = author === call.caller.userId && may;
  return { view: true, edit: own, reply: may, delete: own || role === 'admin' };
}

const commentPath = ({ space, changeRequest, id }: CommentRow) =>
  `/v1/spaces/${space}${changeRequest === null ? '' : `/change-requests/${changeRequest}`}/comments/${id}`;

function targetOf({
  node,
  tableCell,
  changeRequest,
  review,
  page,
  space,
  revision,
}: CommentRow): Comment['target'] {
  return {
    ...(node !== null && { node: { id: node } }),
    ...(tableCell !== null && { tableCell }),
    ...(changeRequest !== null && { changeRequest }),
    ...(review !== null && { review }),
    ...(page !== null && { page: { id: page } }),
    space,
    revision,
  };
}

function stateOf(
  call: Call,
  { resolvedAt, resolvedBy }: CommentRow,
): Pick<Comment, 'status' | 'resolvedAt' | 'resolvedBy'> {
  if (resolvedAt === null) return { status: 'open' };
  return {
    status: 'resolved',
    resolvedAt,
    ...(resolvedBy !== null && { resolvedBy: userView(call, resolvedBy) }),
  };
}

/** By emoji, in the order in which each was used first. */
function reactions(call: Call, target: string): Reaction[] {
  const byEmoji = new Map<string, Reaction['users']>();
  for (const { emoji, user, reactedAt } of commentReactions(call.db).all(
    { target },
    'reactedAt, emoji, user',
  )) {
    const users = byEmoji.get(emoji) ?? [];
    users.push({ user: userView(call, user), reactedAt });
    byEmoji.set(emoji, users);
  }
  return [...byEmoji].map(([emoji, users]) => ({ emoji, count: users.length, users }));
}

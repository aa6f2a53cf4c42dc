// Change requests, comments and replies, as the platform shows them.
import type { ChangeRequest } from '../../../api/review/change-requests.generated.ts';
import type {
  Comment,
  CommentReply,
  EmojiReaction as Reaction,
} from '../../../api/review/comments.generated.ts';
import { groupBy, nonNull } from '../../../files/lists.ts';
import { atLeast } from '../../access.ts';
import { type SpaceRow, spaces } from '../../db/content/spaces.ts';
import type { Database } from '../../db/database.ts';
import {
  type ChangeRequestRow,
  type CommentRow,
  commentReactions,
  comments,
  type ReplyRow,
} from '../../db/review/change-requests.ts';
import type { Call, Sandbox } from '../../sandbox.ts';
import { contentUrl, locationUrl } from '../../urls.ts';
import type { WriteBody } from '../content/bodies.ts';
import { userView } from '../people/members-view.ts';

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
    ...nonNull({ editedAt: row.editedAt }),
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

export const replyView = (
  { call, space, body }: CommentView,
  comment: CommentRow,
  row: ReplyRow,
): CommentReply => ({
  object: 'comment-reply',
  id: row.id,
  postedBy: userView(call, row.postedBy),
  postedAt: row.postedAt,
  ...nonNull({ editedAt: row.editedAt }),
  reactions: reactions(call, row.id),
  body: body(row.body),
  urls: { location: locationUrl(call, `${commentPath(comment)}/replies/${row.id}`) },
  permissions: permissions(call, space, row.postedBy),
});

/** Authors edit and delete what they wrote; administrators of the space delete anything. */
export function permissions(call: Call, space: SpaceRow, author: string): Comment['permissions'] {
  const role = call.access.spaceRole(space);
  const may = atLeast(role, 'comment');
  const own = author === call.caller.userId && may;
  return { view: true, edit: own, reply: may, delete: own || role === 'admin' };
}

const commentPath = ({ space, changeRequest, id }: CommentRow) =>
  `/v1/spaces/${space}${changeRequest === null ? '' : `/change-requests/${changeRequest}`}/comments/${id}`;

const targetOf = ({
  node,
  tableCell,
  changeRequest,
  review,
  page,
  space,
  revision,
}: CommentRow): Comment['target'] => ({
  ...(node !== null && { node: { id: node } }),
  ...nonNull({ tableCell, changeRequest, review }),
  ...(page !== null && { page: { id: page } }),
  space,
  revision,
});

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
  const all = commentReactions(call.db).all({ target }, 'reactedAt, emoji, user');
  return [...groupBy(all, ({ emoji }) => emoji)].map(([emoji, given]) => ({
    emoji,
    count: given.length,
    users: given.map(({ user, reactedAt }) => ({ user: userView(call, user), reactedAt })),
  }));
}

/** A change request with what is counted and compared now: its open comments, and whether main has moved. */
export function changeRequestView(sandbox: Sandbox, row: ChangeRequestRow): ChangeRequest {
  const space = spaces(sandbox.db).find({ id: row.space });
  return {
    object: 'change-request',
    id: row.id,
    number: row.number,
    status: row.status,
    subject: row.subject,
    ...(row.description && { description: row.description }),
    createdBy: userView(sandbox, row.createdBy),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    space: row.space,
    revision: row.revision,
    revisionInitial: row.revisionInitial,
    ...nonNull({ revisionMergedAncestor: row.revisionMergedAncestor, revisionMerged: row.revisionMerged }),
    comments: comments(sandbox.db).count({ space: row.space, changeRequest: row.id, resolvedAt: null }),
    outdated: space !== undefined && isOutdated(row, space),
    ...(row.conversationsIssuesCluster !== null && {
      conversationsIssuesCluster: row.conversationsIssuesCluster,
    }),
    urls: {
      app: contentUrl(sandbox, row.space, changeRequestPath(row, space?.organization ?? '')),
      location: locationUrl(sandbox, `/v1/spaces/${row.space}/change-requests/${row.id}`),
    },
  };
}

/** True when main has moved since the revision of it that the change request holds. A merged one is never behind. */
export const isOutdated = (row: ChangeRequestRow, space: Pick<SpaceRow, 'revision'>): boolean =>
  row.status !== 'merged' && space.revision !== mergeBase(row);

/** The revision of the space that the change request holds: the one forked from, or the one synced last. */
export const mergeBase = (row: ChangeRequestRow): string => row.revisionMergedAncestor ?? row.revisionInitial;

/** Path of a change request in the app. */
export const changeRequestPath = (row: Pick<ChangeRequestRow, 'space' | 'number'>, organization: string) =>
  `/o/${organization}/s/${row.space}/~/changes/${row.number}`;

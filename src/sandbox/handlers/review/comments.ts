// Comments on spaces and change requests, and replies to them.
import type { Body } from '../../../api/content/rich-document.ts';
import {
  createChangeRequestComment,
  createChangeRequestCommentReply,
  createComment,
  createCommentReply,
  deleteChangeRequestComment,
  deleteChangeRequestCommentReply,
  deleteComment,
  deleteCommentReply,
  getChangeRequestComment,
  getChangeRequestCommentReply,
  getComment,
  getCommentReply,
  listChangeRequestCommenters,
  listChangeRequestCommentReplies,
  listChangeRequestComments,
  listCommenters,
  listCommentReplies,
  listComments,
  updateChangeRequestComment,
  updateChangeRequestCommentReply,
  updateComment,
  updateCommentReply,
} from '../../../api/review/comments.ts';
import { type BodyFormat, bodyWriter } from '../../actions/content/bodies.ts';
import { type TargetRef, visibleTarget } from '../../actions/content/content-target.ts';
import {
  type Changes,
  changeComment,
  changeReply,
  commentOf,
  deleteReply,
  type NewComment,
  placeOf,
  postComment,
  postReply,
  deleteComment as remove,
  requirePage,
} from '../../actions/review/comments.ts';
import { commentReplies, comments } from '../../db/review/change-requests.ts';
import { deleted, type FidelityOf, handle } from '../../handler.ts';
import { given, type PageQuery, pageOfRows, paginate } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
import { memberViews } from '../../views/people/members.ts';
import { commentView, replyView } from '../../views/review/comments.ts';

interface ListInput extends TargetRef, PageQuery {
  order?: 'asc' | 'desc';
  status?: 'all' | 'open' | 'resolved';
  format?: BodyFormat;
  targetPage?: string;
  authors?: string[];
}
type One = TargetRef & { commentId: string };

async function list(call: Call, input: ListInput) {
  const target = visibleTarget(call, input);
  const { format, order = 'desc', status = 'all', targetPage, authors } = input;
  const view = { call, space: target.space, body: await bodyWriter(format) };
  if (targetPage !== undefined) requirePage(call, target, targetPage);
  return pageOfRows(call.db, comments, {
    where: { ...placeOf(target), page: targetPage },
    also: given([
      ['(resolvedAt IS NULL) = ?', status === 'all' ? undefined : Number(status === 'open')],
      ['postedBy IN (SELECT value FROM json_each(?))', authors && JSON.stringify(authors)],
    ]),
    order: ['postedAt', 'id'],
    direction: order,
    query: input,
    item: (row) => commentView(view, row),
  });
}

async function create(call: Call, input: TargetRef & NewComment) {
  const body = await bodyWriter();
  return call.db.transaction(() => {
    const target = visibleTarget(call, input);
    return commentView({ call, space: target.space, body }, postComment(call, target, input));
  });
}

async function get(call: Call, input: One & { format?: BodyFormat }) {
  const target = visibleTarget(call, input);
  const body = await bodyWriter(input.format);
  return commentView({ call, space: target.space, body }, commentOf(call, target, input.commentId));
}

async function update(call: Call, input: One & Changes) {
  const body = await bodyWriter();
  return call.db.transaction(() => {
    const target = visibleTarget(call, input);
    const row = changeComment(call, target, commentOf(call, target, input.commentId), input);
    return commentView({ call, space: target.space, body }, row);
  });
}

const removeOne = (call: Call, input: One) =>
  call.db.transaction(() => deleted(remove(call, visibleTarget(call, input), input.commentId)));

/** Members of the organization who wrote a comment or a reply, by their ids. */
function commenters(call: Call, input: TargetRef & PageQuery) {
  const { space, changeRequest } = visibleTarget(call, input);
  return paginate(call.db, {
    list: `commenters ${changeRequest?.id ?? space.id}`,
    columns: 'm.*',
    from: 'members m',
    where: [
      'm.organization = ?',
      `m.user IN (
         SELECT postedBy FROM comments WHERE space = ? AND changeRequest IS ?
         UNION SELECT r.postedBy FROM commentReplies r JOIN comments c ON c.id = r.comment
         WHERE c.space = ? AND c.changeRequest IS ?)`,
    ],
    params: [space.organization, space.id, changeRequest?.id ?? null, space.id, changeRequest?.id ?? null],
    order: ['m.user'],
    query: input,
    item: memberViews(call),
  });
}

const NOTE =
  'The block or table cell of a comment is stored without a check that it exists; no notification is sent.';

interface OfComment extends TargetRef {
  commentId: string;
  format?: BodyFormat;
}
interface OneReply extends OfComment {
  commentReplyId: string;
}

/** The comment asked about, and where it is. */
function about(call: Call, input: OfComment) {
  const target = visibleTarget(call, input);
  return { target, comment: commentOf(call, target, input.commentId) };
}

/** The same with the reply asked about. Throws 404. */
function aboutReply(call: Call, input: OneReply) {
  const { target, comment } = about(call, input);
  const of = { id: input.commentReplyId, comment: comment.id };
  return { target, comment, reply: commentReplies(call.db).get(of, 'reply') };
}

/** Oldest first: as a conversation reads. */
async function listReplies(call: Call, input: OfComment & PageQuery) {
  const { target, comment } = about(call, input);
  const view = { call, space: target.space, body: await bodyWriter(input.format) };
  return pageOfRows(call.db, commentReplies, {
    where: { comment: comment.id },
    order: ['postedAt', 'id'],
    query: input,
    item: (row) => replyView(view, comment, row),
  });
}

async function createReply(call: Call, input: OfComment & { body: Body }) {
  const body = await bodyWriter(input.format);
  return call.db.transaction(() => {
    const { target, comment } = about(call, input);
    const reply = postReply(call, target, comment, input.body);
    return replyView({ call, space: target.space, body }, comment, reply);
  });
}

async function getReply(call: Call, input: OneReply) {
  const { target, comment, reply } = aboutReply(call, input);
  return replyView({ call, space: target.space, body: await bodyWriter(input.format) }, comment, reply);
}

async function updateReply(call: Call, input: OneReply & Changes) {
  const body = await bodyWriter();
  return call.db.transaction(() => {
    const { target, comment, reply } = aboutReply(call, input);
    const row = changeReply(call, target, reply, input);
    return replyView({ call, space: target.space, body }, comment, row);
  });
}

const removeReply = (call: Call, input: OneReply) =>
  call.db.transaction(() => {
    const { target, comment } = about(call, input);
    return deleted(deleteReply(call, target, comment, input.commentReplyId));
  });

export default [
  handle(listComments, list),
  handle(listChangeRequestComments, list),
  handle(createComment, create),
  handle(createChangeRequestComment, create),
  handle(getComment, get),
  handle(getChangeRequestComment, get),
  handle(updateComment, update),
  handle(updateChangeRequestComment, update),
  handle(deleteComment, removeOne),
  handle(deleteChangeRequestComment, removeOne),
  handle(listCommenters, commenters),
  handle(listChangeRequestCommenters, commenters),

  handle(listCommentReplies, listReplies),
  handle(listChangeRequestCommentReplies, listReplies),
  handle(createCommentReply, createReply),
  handle(createChangeRequestCommentReply, createReply),
  handle(getCommentReply, getReply),
  handle(getChangeRequestCommentReply, getReply),
  handle(updateCommentReply, updateReply),
  handle(updateChangeRequestCommentReply, updateReply),
  handle(deleteCommentReply, removeReply),
  handle(deleteChangeRequestCommentReply, removeReply),
];

export const fidelity: FidelityOf = {
  'comments.createInChangeRequest': { limited: NOTE },
  'comments.create': { limited: NOTE },
};

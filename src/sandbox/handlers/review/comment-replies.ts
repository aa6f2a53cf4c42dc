// Replies to comments.

import type { Body } from '../../../api/content/rich-document.ts';
import {
  createChangeRequestCommentReply,
  createCommentReply,
  deleteChangeRequestCommentReply,
  deleteCommentReply,
  getChangeRequestCommentReply,
  getCommentReply,
  listChangeRequestCommentReplies,
  listCommentReplies,
  updateChangeRequestCommentReply,
  updateCommentReply,
} from '../../../api/review/comment-replies.ts';
import { type BodyFormat, bodyWriter } from '../../actions/content/bodies.ts';
import type { TargetRef } from '../../actions/content/content-target.ts';
import { visibleTarget } from '../../actions/content/content-view.ts';
import {
  type Changes,
  changeReply,
  commentOf,
  deleteReply,
  postReply,
} from '../../actions/review/comments.ts';
import { commentReplies } from '../../db/review/change-requests.ts';
import { deleted, handle } from '../../handler.ts';
import { type PageQuery, pageOfRows } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
import { replyView } from '../../views/review/comments.ts';

interface OfComment extends TargetRef {
  commentId: string;
  format?: BodyFormat;
}
interface One extends OfComment {
  commentReplyId: string;
}

/** The comment asked about, and where it stands. */
function about(call: Call, input: OfComment) {
  const target = visibleTarget(call, input);
  return { target, comment: commentOf(call, target, input.commentId) };
}

/** The same with the reply asked about. Throws 404. */
function aboutReply(call: Call, input: One) {
  const { target, comment } = about(call, input);
  const of = { id: input.commentReplyId, comment: comment.id };
  return { target, comment, reply: commentReplies(call.db).get(of, 'reply') };
}

/** Oldest first: as a conversation reads. */
async function list(call: Call, input: OfComment & PageQuery) {
  const { target, comment } = about(call, input);
  const view = { call, space: target.space, body: await bodyWriter(input.format) };
  return pageOfRows(call.db, commentReplies, {
    where: { comment: comment.id },
    order: ['postedAt', 'id'],
    query: input,
    item: (row) => replyView(view, comment, row),
  });
}

async function create(call: Call, input: OfComment & { body: Body }) {
  const body = await bodyWriter(input.format);
  return call.db.transaction(() => {
    const { target, comment } = about(call, input);
    const reply = postReply(call, target, comment, input.body);
    return replyView({ call, space: target.space, body }, comment, reply);
  });
}

async function get(call: Call, input: One) {
  const { target, comment, reply } = aboutReply(call, input);
  return replyView({ call, space: target.space, body: await bodyWriter(input.format) }, comment, reply);
}

async function update(call: Call, input: One & Changes) {
  const body = await bodyWriter();
  return call.db.transaction(() => {
    const { target, comment, reply } = aboutReply(call, input);
    const row = changeReply(call, target, reply, input);
    return replyView({ call, space: target.space, body }, comment, row);
  });
}

const remove = (call: Call, input: One) =>
  call.db.transaction(() => {
    const { target, comment } = about(call, input);
    return deleted(deleteReply(call, target, comment, input.commentReplyId));
  });

export default [
  handle(listCommentReplies, list),
  handle(listChangeRequestCommentReplies, list),
  handle(createCommentReply, create),
  handle(createChangeRequestCommentReply, create),
  handle(getCommentReply, get),
  handle(getChangeRequestCommentReply, get),
  handle(updateCommentReply, update),
  handle(updateChangeRequestCommentReply, update),
  handle(deleteCommentReply, remove),
  handle(deleteChangeRequestCommentReply, remove),
];

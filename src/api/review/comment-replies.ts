// Replies to comments.
import type { Static } from '@sinclair/typebox';
import { operation, Type } from '../schema.ts';
import * as wire from './comment-replies.generated.ts';
import { ChangeRequestCommentRef, CommentRef } from './comments.ts';

const { Object: Obj, String: Str } = Type;

export const CommentReply = wire.CommentReply;
export type CommentReply = Static<typeof CommentReply>;

const reply = { commentReplyId: Str({ description: 'reply' }) };
const ReplyRef = Obj({ ...CommentRef.properties, ...reply });
const ChangeRequestReplyRef = Obj({ ...ChangeRequestCommentRef.properties, ...reply });

export const listCommentReplies = operation('commentReplies.list', {
  ...wire.listCommentRepliesInSpace,
  summary: 'List the replies to a comment',
  params: CommentRef,
  says: { format: 'format of the content' },
});

export const listChangeRequestCommentReplies = operation('commentReplies.listInChangeRequest', {
  ...wire.listCommentRepliesInChangeRequest,
  summary: 'List the replies to a comment on a change request',
  params: ChangeRequestCommentRef,
  says: { format: 'format of the content' },
});

export const createCommentReply = operation('commentReplies.create', {
  ...wire.postCommentReplyInSpace,
  summary: 'Reply to a comment',
  params: CommentRef,
});

/** Takes `format`, which its twin does not (src/api/README.md#comments). */
export const createChangeRequestCommentReply = operation('commentReplies.createInChangeRequest', {
  ...wire.postCommentReplyInChangeRequest,
  summary: 'Reply to a comment on a change request',
  params: ChangeRequestCommentRef,
  says: { format: 'format of the content' },
});

export const getCommentReply = operation('commentReplies.get', {
  ...wire.getCommentReplyInSpace,
  summary: 'Show a reply',
  params: ReplyRef,
  says: { format: 'format of the content' },
});

export const getChangeRequestCommentReply = operation('commentReplies.getInChangeRequest', {
  ...wire.getCommentReplyInChangeRequest,
  summary: 'Show a reply on a change request',
  params: ChangeRequestReplyRef,
  says: { format: 'format of the content' },
});

export const updateCommentReply = operation('commentReplies.update', {
  ...wire.updateCommentReplyInSpace,
  summary: 'Edit or react to a reply',
  params: ReplyRef,
  says: { addedReactions: 'emoji to add', removedReactions: 'emoji to remove' },
});

export const updateChangeRequestCommentReply = operation('commentReplies.updateInChangeRequest', {
  ...wire.updateCommentReplyInChangeRequest,
  // A comment is resolved, not one of its replies.
  body: wire.updateCommentReplyInSpace.body,
  summary: 'Edit or react to a reply on a change request',
  params: ChangeRequestReplyRef,
  says: { addedReactions: 'emoji to add', removedReactions: 'emoji to remove' },
});

export const deleteCommentReply = operation('commentReplies.delete', {
  ...wire.deleteCommentReplyInSpace,
  summary: 'Delete a reply',
  params: ReplyRef,
});

export const deleteChangeRequestCommentReply = operation('commentReplies.deleteInChangeRequest', {
  ...wire.deleteCommentReplyInChangeRequest,
  summary: 'Delete a reply on a change request',
  params: ChangeRequestReplyRef,
});

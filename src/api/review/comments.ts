// Comments on spaces and change requests.

import { resource } from '../schema.ts';
import { twin } from '../twin.ts';
import * as wire from './comments.generated.ts';

const op = resource('comments', {
  says: {
    addedReactions: 'emoji to add',
    removedReactions: 'emoji to remove',
    order: 'sort by time',
    status: 'only comments with this status',
    targetPage: 'only comments on this page',
    authors: 'only comments by these users',
    node: 'block of the page to comment on',
    resolved: 'mark as resolved',
  },
});
export const listComments = op('list', 'List the comments on a space', wire.listCommentsInSpace);
export const listChangeRequestComments = twin(op, listComments, wire.listCommentsInChangeRequest);
export const createComment = op('create', 'Comment on a space', {
  ...wire.postCommentInSpace,
  says: { page: 'page to comment on' },
});
export const createChangeRequestComment = twin(op, createComment, {
  ...wire.postCommentInChangeRequest,
  says: { page: 'page to comment on' },
});
export const getComment = op('get', 'Show a comment', wire.getCommentInSpace);
export const getChangeRequestComment = twin(op, getComment, wire.getCommentInChangeRequest);
export const updateComment = op('update', 'Edit, resolve or react to a comment', wire.updateCommentInSpace);
export const updateChangeRequestComment = twin(op, updateComment, wire.updateCommentInChangeRequest);
export const deleteComment = op('delete', 'Delete a comment and its replies', wire.deleteCommentInSpace);
export const deleteChangeRequestComment = twin(op, deleteComment, wire.deleteCommentInChangeRequest);
export const listCommenters = op('commenters', 'List the people who commented on a space', {
  ...wire.listCommentersInSpace,
});
export const listChangeRequestCommenters = twin(op, listCommenters, wire.listCommentersInChangeRequest);

const replyOp = resource('commentReplies', {
  says: { commentReplyId: 'reply', addedReactions: 'emoji to add', removedReactions: 'emoji to remove' },
});
export const listCommentReplies = replyOp(
  'list',
  'List the replies to a comment',
  wire.listCommentRepliesInSpace,
);
export const listChangeRequestCommentReplies = twin(
  replyOp,
  listCommentReplies,
  wire.listCommentRepliesInChangeRequest,
);
export const createCommentReply = replyOp('create', 'Reply to a comment', wire.postCommentReplyInSpace);
/** Takes `format`, which its twin does not (src/api/README.md#comments). */
export const createChangeRequestCommentReply = twin(
  replyOp,
  createCommentReply,
  wire.postCommentReplyInChangeRequest,
);
export const getCommentReply = replyOp('get', 'Show a reply', wire.getCommentReplyInSpace);
export const getChangeRequestCommentReply = twin(
  replyOp,
  getCommentReply,
  wire.getCommentReplyInChangeRequest,
);
export const updateCommentReply = replyOp(
  'update',
  'Edit or react to a reply',
  wire.updateCommentReplyInSpace,
);
export const updateChangeRequestCommentReply = twin(replyOp, updateCommentReply, {
  ...wire.updateCommentReplyInChangeRequest,
  // A comment is resolved, not one of its replies.
  body: wire.updateCommentReplyInSpace.body,
});
export const deleteCommentReply = replyOp('delete', 'Delete a reply', wire.deleteCommentReplyInSpace);
export const deleteChangeRequestCommentReply = twin(
  replyOp,
  deleteCommentReply,
  wire.deleteCommentReplyInChangeRequest,
);

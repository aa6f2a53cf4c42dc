// Replies to comments.
import { resource } from '../schema.ts';
import { twin } from '../twin.ts';
import * as wire from './comment-replies.generated.ts';

const op = resource('commentReplies', {
  says: { commentReplyId: 'reply', addedReactions: 'emoji to add', removedReactions: 'emoji to remove' },
});
export const listCommentReplies = op('list', 'List the replies to a comment', wire.listCommentRepliesInSpace);
export const listChangeRequestCommentReplies = twin(
  op,
  listCommentReplies,
  wire.listCommentRepliesInChangeRequest,
);
export const createCommentReply = op('create', 'Reply to a comment', wire.postCommentReplyInSpace);
/** Takes `format`, which its twin does not (src/api/README.md#comments). */
export const createChangeRequestCommentReply = twin(
  op,
  createCommentReply,
  wire.postCommentReplyInChangeRequest,
);
export const getCommentReply = op('get', 'Show a reply', wire.getCommentReplyInSpace);
export const getChangeRequestCommentReply = twin(op, getCommentReply, wire.getCommentReplyInChangeRequest);
export const updateCommentReply = op('update', 'Edit or react to a reply', wire.updateCommentReplyInSpace);
export const updateChangeRequestCommentReply = twin(op, updateCommentReply, {
  ...wire.updateCommentReplyInChangeRequest,
  // A comment is resolved, not one of its replies.
  body: wire.updateCommentReplyInSpace.body,
});
export const deleteCommentReply = op('delete', 'Delete a reply', wire.deleteCommentReplyInSpace);
export const deleteChangeRequestCommentReply = twin(
  op,
  deleteCommentReply,
  wire.deleteCommentReplyInChangeRequest,
);

// Replies to comments.
import { resource } from '../schema.ts';
import * as wire from './comment-replies.generated.ts';

const op = resource('commentReplies', {
  says: { commentReplyId: 'reply', addedReactions: 'emoji to add', removedReactions: 'emoji to remove' },
});
export const listCommentReplies = op('list', 'List the replies to a comment', wire.listCommentRepliesInSpace);
export const listChangeRequestCommentReplies = op(
  'listInChangeRequest',
  'List the replies to a comment on a change request',
  wire.listCommentRepliesInChangeRequest,
);
export const createCommentReply = op('create', 'Reply to a comment', wire.postCommentReplyInSpace);
/** Takes `format`, which its twin does not (src/api/README.md#comments). */
export const createChangeRequestCommentReply = op(
  'createInChangeRequest',
  'Reply to a comment on a change request',
  wire.postCommentReplyInChangeRequest,
);
export const getCommentReply = op('get', 'Show a reply', wire.getCommentReplyInSpace);
export const getChangeRequestCommentReply = op('getInChangeRequest', 'Show a reply on a change request', {
  ...wire.getCommentReplyInChangeRequest,
});
export const updateCommentReply = op('update', 'Edit or react to a reply', wire.updateCommentReplyInSpace);
export const updateChangeRequestCommentReply = op(
  'updateInChangeRequest',
  'Edit or react to a reply on a change request',
  {
    ...wire.updateCommentReplyInChangeRequest,
    // A comment is resolved, not one of its replies.
    body: wire.updateCommentReplyInSpace.body,
  },
);
export const deleteCommentReply = op('delete', 'Delete a reply', wire.deleteCommentReplyInSpace);
export const deleteChangeRequestCommentReply = op(
  'deleteInChangeRequest',
  'Delete a reply on a change request',
  wire.deleteCommentReplyInChangeRequest,
);

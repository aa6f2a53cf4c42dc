// Comments on spaces and change requests.
import { builders, resource } from '../schema.ts';
import * as wire from './comments.generated.ts';

const { ArrayOf, Obj, Str, Optional, Bool } = builders;
/** `reply` may be absent (src/api/README.md#absent-fields). */
export const CommentPermissions = Obj({
  view: Bool(),
  edit: Bool(),
  reply: Optional(Bool()),
  delete: Bool(),
});

export const Reactions = {
  addedReactions: Optional(ArrayOf(Str(), { description: 'emoji to add' })),
  removedReactions: Optional(ArrayOf(Str(), { description: 'emoji to remove' })),
};

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
export const listChangeRequestComments = op('listInChangeRequest', 'List the comments on a change request', {
  ...wire.listCommentsInChangeRequest,
});
export const createComment = op('create', 'Comment on a space', {
  ...wire.postCommentInSpace,
  says: { page: 'page to comment on' },
});
export const createChangeRequestComment = op('createInChangeRequest', 'Comment on a change request', {
  ...wire.postCommentInChangeRequest,
  says: { page: 'page to comment on' },
});
export const getComment = op('get', 'Show a comment', wire.getCommentInSpace);
export const getChangeRequestComment = op('getInChangeRequest', 'Show a comment on a change request', {
  ...wire.getCommentInChangeRequest,
});
export const updateComment = op('update', 'Edit, resolve or react to a comment', wire.updateCommentInSpace);
export const updateChangeRequestComment = op(
  'updateInChangeRequest',
  'Edit, resolve or react to a comment on a change request',
  wire.updateCommentInChangeRequest,
);
export const deleteComment = op('delete', 'Delete a comment and its replies', wire.deleteCommentInSpace);
export const deleteChangeRequestComment = op(
  'deleteInChangeRequest',
  'Delete a comment on a change request and its replies',
  wire.deleteCommentInChangeRequest,
);
export const listCommenters = op('commenters', 'List the people who commented on a space', {
  ...wire.listCommentersInSpace,
});
export const listChangeRequestCommenters = op(
  'commentersInChangeRequest',
  'List the people who commented on a change request',
  wire.listCommentersInChangeRequest,
);

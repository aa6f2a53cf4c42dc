// Comments on spaces and change requests.
import type { Static } from '@sinclair/typebox';
import { resource, Type } from '../schema.ts';
import * as wire from './comments.generated.ts';

const { Array: ArrayOf, Object: Obj, String: Str, Optional, Boolean: Bool } = Type;
export const Reaction = wire.EmojiReaction;
export type Reaction = Static<typeof Reaction>;

/** `reply` may be absent (src/api/README.md#absent-fields). */
export const CommentPermissions = Obj({
  view: Bool(),
  edit: Bool(),
  reply: Optional(Bool()),
  delete: Bool(),
});

export const Comment = wire.Comment;
export type Comment = Static<typeof Comment>;

export const Reactions = {
  addedReactions: Optional(ArrayOf(Str(), { description: 'emoji to add' })),
  removedReactions: Optional(ArrayOf(Str(), { description: 'emoji to remove' })),
};

const op = resource('comments', {
  says: { addedReactions: 'emoji to add', removedReactions: 'emoji to remove' },
});
export const listComments = op('list', 'List the comments on a space', {
  ...wire.listCommentsInSpace,
  says: {
    order: 'sort by time',
    status: 'only comments with this status',
    targetPage: 'only comments on this page',
    authors: 'only comments by these users',
  },
});
export const listChangeRequestComments = op('listInChangeRequest', 'List the comments on a change request', {
  ...wire.listCommentsInChangeRequest,
  says: {
    order: 'sort by time',
    status: 'only comments with this status',
    targetPage: 'only comments on this page',
    authors: 'only comments by these users',
  },
});
export const createComment = op('create', 'Comment on a space', {
  ...wire.postCommentInSpace,
  says: { page: 'page to comment on', node: 'block of the page to comment on' },
});
export const createChangeRequestComment = op('createInChangeRequest', 'Comment on a change request', {
  ...wire.postCommentInChangeRequest,
  says: { page: 'page to comment on', node: 'block of the page to comment on' },
});
export const getComment = op('get', 'Show a comment', wire.getCommentInSpace);
export const getChangeRequestComment = op('getInChangeRequest', 'Show a comment on a change request', {
  ...wire.getCommentInChangeRequest,
});
export const updateComment = op('update', 'Edit, resolve or react to a comment', {
  ...wire.updateCommentInSpace,
  says: { resolved: 'mark as resolved' },
});
export const updateChangeRequestComment = op(
  'updateInChangeRequest',
  'Edit, resolve or react to a comment on a change request',
  {
    ...wire.updateCommentInChangeRequest,
    says: { resolved: 'mark as resolved' },
  },
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

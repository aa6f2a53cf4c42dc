// Comments on spaces and change requests.
import type { Static } from '@sinclair/typebox';
import { ChangeRequestRef, operation, SpaceRef, Type } from '../schema.ts';
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

export const CommentRef = Obj({ ...SpaceRef.properties, commentId: Str({ description: 'comment' }) });
export const ChangeRequestCommentRef = Obj({
  ...ChangeRequestRef.properties,
  commentId: Str({ description: 'comment' }),
});

export const Reactions = {
  addedReactions: Optional(ArrayOf(Str(), { description: 'emoji to add' })),
  removedReactions: Optional(ArrayOf(Str(), { description: 'emoji to remove' })),
};

export const listComments = operation('comments.list', {
  ...wire.listCommentsInSpace,
  summary: 'List the comments on a space',
  params: SpaceRef,
  says: {
    order: 'sort by time',
    status: 'only comments with this status',
    format: 'format of the content',
    targetPage: 'only comments on this page',
    authors: 'only comments by these users',
  },
});

export const listChangeRequestComments = operation('comments.listInChangeRequest', {
  ...wire.listCommentsInChangeRequest,
  summary: 'List the comments on a change request',
  params: ChangeRequestRef,
  says: {
    order: 'sort by time',
    status: 'only comments with this status',
    format: 'format of the content',
    targetPage: 'only comments on this page',
    authors: 'only comments by these users',
  },
});

export const createComment = operation('comments.create', {
  ...wire.postCommentInSpace,
  summary: 'Comment on a space',
  params: SpaceRef,
  says: { page: 'page to comment on', node: 'block of the page to comment on' },
});

export const createChangeRequestComment = operation('comments.createInChangeRequest', {
  ...wire.postCommentInChangeRequest,
  summary: 'Comment on a change request',
  params: ChangeRequestRef,
  says: { page: 'page to comment on', node: 'block of the page to comment on' },
});

export const getComment = operation('comments.get', {
  ...wire.getCommentInSpace,
  summary: 'Show a comment',
  params: CommentRef,
  says: { format: 'format of the content' },
});

export const getChangeRequestComment = operation('comments.getInChangeRequest', {
  ...wire.getCommentInChangeRequest,
  summary: 'Show a comment on a change request',
  params: ChangeRequestCommentRef,
  says: { format: 'format of the content' },
});

export const updateComment = operation('comments.update', {
  ...wire.updateCommentInSpace,
  summary: 'Edit, resolve or react to a comment',
  params: CommentRef,
  says: { resolved: 'mark as resolved', addedReactions: 'emoji to add', removedReactions: 'emoji to remove' },
});

export const updateChangeRequestComment = operation('comments.updateInChangeRequest', {
  ...wire.updateCommentInChangeRequest,
  summary: 'Edit, resolve or react to a comment on a change request',
  params: ChangeRequestCommentRef,
  says: { resolved: 'mark as resolved', addedReactions: 'emoji to add', removedReactions: 'emoji to remove' },
});

export const deleteComment = operation('comments.delete', {
  ...wire.deleteCommentInSpace,
  summary: 'Delete a comment and its replies',
  params: CommentRef,
});

export const deleteChangeRequestComment = operation('comments.deleteInChangeRequest', {
  ...wire.deleteCommentInChangeRequest,
  summary: 'Delete a comment on a change request and its replies',
  params: ChangeRequestCommentRef,
});

export const listCommenters = operation('comments.commenters', {
  ...wire.listCommentersInSpace,
  summary: 'List the people who commented on a space',
  params: SpaceRef,
});

export const listChangeRequestCommenters = operation('comments.commentersInChangeRequest', {
  ...wire.listCommentersInChangeRequest,
  summary: 'List the people who commented on a change request',
  params: ChangeRequestRef,
});

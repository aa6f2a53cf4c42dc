// Comments on spaces and change requests.
import type { Static } from '@sinclair/typebox';
import { Format } from '../content/content.ts';
import { Body } from '../content/rich-document.ts';
import { Member } from '../people/members.ts';
import { User } from '../people/users.ts';
import {
  ChangeRequestRef,
  Count,
  DateTime,
  Enum,
  operation,
  Paging,
  pageOf,
  SpaceRef,
  Type,
} from '../schema.ts';

const { Array: ArrayOf, Object: Obj, String: Str, Optional, Literal, Boolean: Bool } = Type;

export const Reaction = Obj({
  emoji: Str(),
  count: Count(),
  users: ArrayOf(Obj({ user: User, reactedAt: DateTime() })),
});
export type Reaction = Static<typeof Reaction>;

/** `reply` may be absent (src/api/README.md#absent-fields). */
export const CommentPermissions = Obj({
  view: Bool(),
  edit: Bool(),
  reply: Optional(Bool()),
  delete: Bool(),
});
const TableCell = Obj({ record: Str(), definition: Str() });

export const Comment = Obj({
  object: Literal('comment'),
  id: Str(),
  postedBy: User,
  postedAt: DateTime(),
  editedAt: Optional(DateTime()),
  reactions: ArrayOf(Reaction),
  replies: Count(),
  repliers: ArrayOf(Obj({ updatedAt: DateTime(), count: Count(), user: User })),
  body: Body,
  target: Obj({
    node: Optional(Obj({ id: Str() })),
    tableCell: Optional(TableCell),
    changeRequest: Optional(Str()),
    review: Optional(Str()),
    page: Optional(Obj({ id: Str() })),
    space: Str(),
    revision: Str(),
  }),
  urls: Obj({ location: Str() }),
  permissions: CommentPermissions,
  status: Enum(['open', 'resolved']),
  /** These two come with status `resolved` only. */
  resolvedAt: Optional(DateTime()),
  resolvedBy: Optional(User),
});
export type Comment = Static<typeof Comment>;

export const CommentRef = Obj({ ...SpaceRef.properties, commentId: Str({ description: 'comment' }) });
export const ChangeRequestCommentRef = Obj({
  ...ChangeRequestRef.properties,
  commentId: Str({ description: 'comment' }),
});

const CommentList = Obj({
  ...Paging,
  order: Optional(Enum(['asc', 'desc'], { description: 'sort by time', default: 'desc' })),
  status: Optional(
    Enum(['all', 'open', 'resolved'], { description: 'only comments with this status', default: 'all' }),
  ),
  format: Format,
  targetPage: Optional(Str({ description: 'only comments on this page' })),
  authors: Optional(ArrayOf(Str(), { description: 'only comments by these users' })),
});

const NewComment = Obj({
  body: Body,
  page: Optional(Str({ description: 'page to comment on' })),
  node: Optional(Str({ description: 'block of the page to comment on' })),
  tableCell: Optional(TableCell),
});

export const Reactions = {
  addedReactions: Optional(ArrayOf(Str(), { description: 'emoji to add' })),
  removedReactions: Optional(ArrayOf(Str(), { description: 'emoji to remove' })),
};
const CommentChanges = Obj({
  resolved: Optional(Bool({ description: 'mark as resolved' })),
  body: Optional(Body),
  ...Reactions,
});
const OneComment = Obj({ format: Format });

export const listComments = operation('comments.list', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/comments',
  summary: 'List the comments on a space',
  params: SpaceRef,
  query: CommentList,
  result: pageOf(Comment),
  paging: 'pages',
});

export const listChangeRequestComments = operation('comments.listInChangeRequest', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments',
  summary: 'List the comments on a change request',
  params: ChangeRequestRef,
  query: CommentList,
  result: pageOf(Comment),
  paging: 'pages',
});

export const createComment = operation('comments.create', {
  method: 'POST',
  path: '/v1/spaces/{spaceId}/comments',
  summary: 'Comment on a space',
  params: SpaceRef,
  body: NewComment,
  result: Comment,
});

export const createChangeRequestComment = operation('comments.createInChangeRequest', {
  method: 'POST',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments',
  summary: 'Comment on a change request',
  params: ChangeRequestRef,
  body: NewComment,
  result: Comment,
});

export const getComment = operation('comments.get', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/comments/{commentId}',
  summary: 'Show a comment',
  params: CommentRef,
  query: OneComment,
  result: Comment,
});

export const getChangeRequestComment = operation('comments.getInChangeRequest', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}',
  summary: 'Show a comment on a change request',
  params: ChangeRequestCommentRef,
  query: OneComment,
  result: Comment,
});

export const updateComment = operation('comments.update', {
  method: 'PUT',
  path: '/v1/spaces/{spaceId}/comments/{commentId}',
  summary: 'Edit, resolve or react to a comment',
  params: CommentRef,
  body: CommentChanges,
  result: Comment,
});

export const updateChangeRequestComment = operation('comments.updateInChangeRequest', {
  method: 'PUT',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}',
  summary: 'Edit, resolve or react to a comment on a change request',
  params: ChangeRequestCommentRef,
  body: CommentChanges,
  result: Comment,
});

export const deleteComment = operation('comments.delete', {
  method: 'DELETE',
  path: '/v1/spaces/{spaceId}/comments/{commentId}',
  summary: 'Delete a comment and its replies',
  params: CommentRef,
});

export const deleteChangeRequestComment = operation('comments.deleteInChangeRequest', {
  method: 'DELETE',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}',
  summary: 'Delete a comment on a change request and its replies',
  params: ChangeRequestCommentRef,
});

export const listCommenters = operation('comments.commenters', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/commenters',
  summary: 'List the people who commented on a space',
  params: SpaceRef,
  query: Obj({ ...Paging }),
  result: pageOf(Member),
  paging: 'pages',
});

export const listChangeRequestCommenters = operation('comments.commentersInChangeRequest', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/commenters',
  summary: 'List the people who commented on a change request',
  params: ChangeRequestRef,
  query: Obj({ ...Paging }),
  result: pageOf(Member),
  paging: 'pages',
});

// Replies to comments.
import type { Static } from '@sinclair/typebox';
import { Format } from '../content/content.ts';
import { Body } from '../content/rich-document.ts';
import { User } from '../people/users.ts';
import { DateTime, operation, Paging, pageOf, Type } from '../schema.ts';
import { ChangeRequestCommentRef, CommentPermissions, CommentRef, Reaction, Reactions } from './comments.ts';

const { Array: ArrayOf, Object: Obj, String: Str, Optional, Literal } = Type;

export const CommentReply = Obj({
  object: Literal('comment-reply'),
  id: Str(),
  postedBy: User,
  postedAt: DateTime(),
  editedAt: Optional(DateTime()),
  reactions: ArrayOf(Reaction),
  body: Body,
  urls: Obj({ location: Str() }),
  permissions: CommentPermissions,
});
export type CommentReply = Static<typeof CommentReply>;

const reply = { commentReplyId: Str({ description: 'reply' }) };
const ReplyRef = Obj({ ...CommentRef.properties, ...reply });
const ChangeRequestReplyRef = Obj({ ...ChangeRequestCommentRef.properties, ...reply });
const ReplyList = Obj({ ...Paging, format: Format });
const NewReply = Obj({ body: Body });
const ReplyChanges = Obj({ body: Optional(Body), ...Reactions });
const OneReply = Obj({ format: Format });

export const listCommentReplies = operation('commentReplies.list', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/comments/{commentId}/replies',
  summary: 'List the replies to a comment',
  params: CommentRef,
  query: ReplyList,
  result: pageOf(CommentReply),
  paging: 'pages',
});

export const listChangeRequestCommentReplies = operation('commentReplies.listInChangeRequest', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies',
  summary: 'List the replies to a comment on a change request',
  params: ChangeRequestCommentRef,
  query: ReplyList,
  result: pageOf(CommentReply),
  paging: 'pages',
});

export const createCommentReply = operation('commentReplies.create', {
  method: 'POST',
  path: '/v1/spaces/{spaceId}/comments/{commentId}/replies',
  summary: 'Reply to a comment',
  params: CommentRef,
  body: NewReply,
  result: CommentReply,
});

/** Takes `format`, which its twin does not (src/api/README.md#comments). */
export const createChangeRequestCommentReply = operation('commentReplies.createInChangeRequest', {
  method: 'POST',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies',
  summary: 'Reply to a comment on a change request',
  params: ChangeRequestCommentRef,
  query: OneReply,
  body: NewReply,
  result: CommentReply,
});

export const getCommentReply = operation('commentReplies.get', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}',
  summary: 'Show a reply',
  params: ReplyRef,
  query: OneReply,
  result: CommentReply,
});

export const getChangeRequestCommentReply = operation('commentReplies.getInChangeRequest', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}',
  summary: 'Show a reply on a change request',
  params: ChangeRequestReplyRef,
  query: OneReply,
  result: CommentReply,
});

export const updateCommentReply = operation('commentReplies.update', {
  method: 'PUT',
  path: '/v1/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}',
  summary: 'Edit or react to a reply',
  params: ReplyRef,
  body: ReplyChanges,
  result: CommentReply,
});

export const updateChangeRequestCommentReply = operation('commentReplies.updateInChangeRequest', {
  method: 'PUT',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}',
  summary: 'Edit or react to a reply on a change request',
  params: ChangeRequestReplyRef,
  body: ReplyChanges,
  result: CommentReply,
});

export const deleteCommentReply = operation('commentReplies.delete', {
  method: 'DELETE',
  path: '/v1/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}',
  summary: 'Delete a reply',
  params: ReplyRef,
});

export const deleteChangeRequestCommentReply = operation('commentReplies.deleteInChangeRequest', {
  method: 'DELETE',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}',
  summary: 'Delete a reply on a change request',
  params: ChangeRequestReplyRef,
});

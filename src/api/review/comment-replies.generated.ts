// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { Body } from '../content/rich-document.ts';
import { User } from '../people/users.generated.ts';
import { EmojiReaction } from './comments.generated.ts';
import { builders } from '../schema.ts';

const { ArrayOf, Bool, DateTime, Enum, Literal, Obj, Optional, Paging, Str, Uri, pageOf } = builders;

export const CommentReply = Obj({
  object: Literal('comment-reply'),
  id: Str(),
  postedBy: User,
  postedAt: DateTime(),
  editedAt: Optional(DateTime()),
  reactions: ArrayOf(EmojiReaction),
  body: Body,
  urls: Obj({ location: Uri() }),
  permissions: Obj({ view: Bool(), edit: Bool(), reply: Optional(Bool()), delete: Bool() }),
});
export type CommentReply = Static<typeof CommentReply>;

export const listCommentRepliesInSpace = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/comments/{commentId}/replies',
  query: Obj({ ...Paging, format: Optional(Enum(['document', 'markdown'])) }),
  result: pageOf(CommentReply),
  paging: 'pages',
} as const;

export const listCommentRepliesInChangeRequest = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies',
  query: Obj({ ...Paging, format: Optional(Enum(['document', 'markdown'])) }),
  result: pageOf(CommentReply),
  paging: 'pages',
} as const;

export const postCommentReplyInSpace = {
  method: 'POST',
  path: '/v1/spaces/{spaceId}/comments/{commentId}/replies',
  body: Obj({ body: Body }),
  result: CommentReply,
} as const;

export const postCommentReplyInChangeRequest = {
  method: 'POST',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies',
  query: Obj({ format: Optional(Enum(['document', 'markdown'])) }),
  body: Obj({ body: Body }),
  result: CommentReply,
} as const;

export const getCommentReplyInSpace = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}',
  query: Obj({ format: Optional(Enum(['document', 'markdown'])) }),
  result: CommentReply,
} as const;

export const getCommentReplyInChangeRequest = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}',
  query: Obj({ format: Optional(Enum(['document', 'markdown'])) }),
  result: CommentReply,
} as const;

export const updateCommentReplyInSpace = {
  method: 'PUT',
  path: '/v1/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}',
  body: Obj({
    body: Optional(Body),
    addedReactions: Optional(ArrayOf(Str())),
    removedReactions: Optional(ArrayOf(Str())),
  }),
  result: CommentReply,
} as const;

export const updateCommentReplyInChangeRequest = {
  method: 'PUT',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}',
  body: Obj({
    resolved: Optional(Bool()),
    body: Optional(Body),
    addedReactions: Optional(ArrayOf(Str())),
    removedReactions: Optional(ArrayOf(Str())),
  }),
  result: CommentReply,
} as const;

export const deleteCommentReplyInSpace = {
  method: 'DELETE',
  path: '/v1/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}',
} as const;

export const deleteCommentReplyInChangeRequest = {
  method: 'DELETE',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}',
} as const;

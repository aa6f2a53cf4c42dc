// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { Body } from '../content/rich-document.ts';
import { OrganizationMember, User } from '../people/members.generated.ts';
import { builders } from '../schema.ts';

const { ArrayOf, Bool, DateTime, Enum, Integer, Literal, Num, Obj, Optional, Paging, Str, Uri, pageOf } =
  builders;

export const EmojiReaction = Obj({
  emoji: Str(),
  count: Num(),
  users: ArrayOf(Obj({ user: User, reactedAt: DateTime() })),
});
export type EmojiReaction = Static<typeof EmojiReaction>;

export const Comment = Obj({
  object: Literal('comment'),
  id: Str(),
  postedBy: User,
  postedAt: DateTime(),
  editedAt: Optional(DateTime()),
  reactions: ArrayOf(EmojiReaction),
  replies: Num(),
  repliers: ArrayOf(Obj({ updatedAt: DateTime(), count: Integer(), user: User })),
  body: Body,
  target: Obj({
    node: Optional(Obj({ id: Str() })),
    tableCell: Optional(Obj({ record: Str(), definition: Str() })),
    changeRequest: Optional(Str()),
    review: Optional(Str()),
    page: Optional(Obj({ id: Str() })),
    space: Str(),
    revision: Str(),
  }),
  urls: Obj({ location: Uri() }),
  permissions: Obj({ view: Bool(), edit: Bool(), reply: Optional(Bool()), delete: Bool() }),
  status: Enum(['resolved', 'open']),
  resolvedAt: Optional(DateTime()),
  resolvedBy: Optional(User),
});
export type Comment = Static<typeof Comment>;

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

export const listCommentsInSpace = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/comments',
  query: Obj({
    ...Paging,
    order: Optional(Enum(['asc', 'desc'], { default: 'desc' })),
    status: Optional(Enum(['all', 'open', 'resolved'], { default: 'all' })),
    format: Optional(Enum(['document', 'markdown'])),
    targetPage: Optional(Str()),
    authors: Optional(ArrayOf(Str())),
  }),
  result: pageOf(Comment),
  paging: 'pages',
} as const;

export const listCommentsInChangeRequest = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments',
  query: Obj({
    ...Paging,
    order: Optional(Enum(['asc', 'desc'], { default: 'desc' })),
    format: Optional(Enum(['document', 'markdown'])),
    status: Optional(Enum(['all', 'open', 'resolved'], { default: 'all' })),
    targetPage: Optional(Str()),
    authors: Optional(ArrayOf(Str())),
  }),
  result: pageOf(Comment),
  paging: 'pages',
} as const;

export const postCommentInSpace = {
  method: 'POST',
  path: '/v1/spaces/{spaceId}/comments',
  body: Obj({
    node: Optional(Str()),
    page: Optional(Str()),
    body: Body,
    tableCell: Optional(Obj({ record: Str(), definition: Str() })),
  }),
  result: Comment,
} as const;

export const postCommentInChangeRequest = {
  method: 'POST',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments',
  body: Obj({
    node: Optional(Str()),
    page: Optional(Str()),
    body: Body,
    tableCell: Optional(Obj({ record: Str(), definition: Str() })),
  }),
  result: Comment,
} as const;

export const getCommentInSpace = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/comments/{commentId}',
  query: Obj({ format: Optional(Enum(['document', 'markdown'])) }),
  result: Comment,
} as const;

export const getCommentInChangeRequest = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}',
  query: Obj({ format: Optional(Enum(['document', 'markdown'])) }),
  result: Comment,
} as const;

export const updateCommentInSpace = {
  method: 'PUT',
  path: '/v1/spaces/{spaceId}/comments/{commentId}',
  body: Obj({
    resolved: Optional(Bool()),
    body: Optional(Body),
    addedReactions: Optional(ArrayOf(Str())),
    removedReactions: Optional(ArrayOf(Str())),
  }),
  result: Comment,
} as const;

export const updateCommentInChangeRequest = {
  method: 'PUT',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}',
  body: Obj({
    resolved: Optional(Bool()),
    body: Optional(Body),
    addedReactions: Optional(ArrayOf(Str())),
    removedReactions: Optional(ArrayOf(Str())),
  }),
  result: Comment,
} as const;

export const deleteCommentInSpace = {
  method: 'DELETE',
  path: '/v1/spaces/{spaceId}/comments/{commentId}',
} as const;

export const deleteCommentInChangeRequest = {
  method: 'DELETE',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}',
} as const;

export const listCommentersInSpace = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/commenters',
  query: Obj({ ...Paging }),
  result: pageOf(OrganizationMember),
  paging: 'pages',
} as const;

export const listCommentersInChangeRequest = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/commenters',
  query: Obj({ ...Paging }),
  result: pageOf(OrganizationMember),
  paging: 'pages',
} as const;

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

// What can be done with comments and replies: post, change, resolve, react, delete.
import type { Body } from '../../../api/content/rich-document.ts';
import { findPage } from '../../content/tree.ts';
import { revisionsStore } from '../../db/content/content.ts';
import { changeRequestsStore } from '../../db/review/change-requests.ts';
import { replyStore } from '../../db/review/comment-replies.ts';
import { type CommentRow, commentStore, type ReplyRow } from '../../db/review/comments.ts';
import { reactionStore } from '../../db/review/reactions.ts';
import { newId } from '../../ids.ts';
import type { Call } from '../../sandbox.ts';
import { permissions } from '../../views/review/comments.ts';
import { badRequest, forbidden, notFound } from '../../wire-error.ts';
import { bodyMarkdown } from '../content/bodies.ts';
import { type ContentTarget, headOf } from '../content/content-target.ts';

export interface NewComment {
  body: Body;
  page?: string | undefined;
  node?: string | undefined;
  tableCell?: { record: string; definition: string } | undefined;
  review?: string | undefined;
}

/** Posts a comment. Throws 403 without the right to comment, 404 for a page that the content does not have. */
export function postComment(call: Call, target: ContentTarget, fields: NewComment): CommentRow {
  const { space, changeRequest } = target;
  call.access.requireSpace(space, 'comment');
  const revision = headOf(target);
  const { page = null, node = null, review = null, tableCell } = fields;
  if (page !== null) requirePage(call, target, page);
  const row: CommentRow = {
    id: newId(),
    space: space.id,
    changeRequest: changeRequest?.id ?? null,
    review,
    page,
    node,
    tableCell: tableCell ? JSON.stringify(tableCell) : null,
    revision,
    postedBy: call.caller.userId,
    postedAt: call.now().toISOString(),
    editedAt: null,
    body: bodyMarkdown(fields.body),
    resolvedAt: null,
    resolvedBy: null,
  };
  commentStore(call.db).insert(row);
  contribute(call, row);
  return row;
}

/** Throws 404 for a page that the content does not have now. */
export function requirePage(call: Call, target: ContentTarget, page: string): void {
  if (!findPage(revisionsStore(call.db).tree(headOf(target)), page)) throw notFound('page', page);
}

function contribute(
  call: Call,
  { changeRequest, postedAt }: { changeRequest: string | null; postedAt: string },
): void {
  if (changeRequest === null) return;
  const contribution = { user: call.caller.userId, action: 'comment', at: postedAt } as const;
  changeRequestsStore(call.db).addContribution(changeRequest, contribution);
}

/** A comment of this space or change request. Throws 404 for one of another place. */
export function commentOf(call: Call, { space, changeRequest }: ContentTarget, id: string): CommentRow {
  const row = commentStore(call.db).row(id);
  if (!row || row.space !== space.id || row.changeRequest !== (changeRequest?.id ?? null))
    throw notFound('comment', id);
  return row;
}

/** A reply to this comment. Throws 404. */
export function replyOf(call: Call, comment: CommentRow, id: string): ReplyRow {
  const row = replyStore(call.db).row(id);
  if (!row || row.comment !== comment.id) throw notFound('reply', id);
  return row;
}

export interface Changes {
  body?: Body | undefined;
  resolved?: boolean | undefined;
  addedReactions?: string[] | undefined;
  removedReactions?: string[] | undefined;
}

/** Throws 403: only authors change a text, and reacting or resolving takes the right to comment. */
export function changeComment(
  call: Call,
  { space }: ContentTarget,
  row: CommentRow,
  changes: Changes,
): CommentRow {
  call.access.requireSpace(space, 'comment');
  const store = commentStore(call.db);
  const now = call.now().toISOString();
  if (changes.body) store.update(row.id, { body: newText(call, space, row, changes.body), editedAt: now });
  if (changes.resolved === true && row.resolvedAt === null) {
    store.update(row.id, { resolvedAt: now, resolvedBy: call.caller.userId });
  }
  if (changes.resolved === false) store.update(row.id, { resolvedAt: null, resolvedBy: null });
  react(call, row.id, changes);
  return store.row(row.id) ?? row;
}

export function postReply(call: Call, { space }: ContentTarget, comment: CommentRow, body: Body): ReplyRow {
  call.access.requireSpace(space, 'comment');
  const row: ReplyRow = {
    id: newId(),
    comment: comment.id,
    postedBy: call.caller.userId,
    postedAt: call.now().toISOString(),
    editedAt: null,
    body: bodyMarkdown(body),
  };
  commentStore(call.db).insertReply(row);
  contribute(call, { changeRequest: comment.changeRequest, postedAt: row.postedAt });
  return row;
}

/** Throws 403 as `changeComment` does. */
export function changeReply(call: Call, { space }: ContentTarget, row: ReplyRow, changes: Changes): ReplyRow {
  call.access.requireSpace(space, 'comment');
  const store = replyStore(call.db);
  if (changes.body) {
    store.update(row.id, {
      body: newText(call, space, row, changes.body),
      editedAt: call.now().toISOString(),
    });
  }
  react(call, row.id, changes);
  return store.row(row.id) ?? row;
}

function newText(call: Call, space: ContentTarget['space'], row: { postedBy: string }, body: Body): string {
  if (!permissions(call, space, row.postedBy).edit) throw forbidden('only its author can change its text');
  return bodyMarkdown(body);
}

const LONGEST_EMOJI = 50;

/** Adds reactions of the caller, and removes only the caller's. */
function react(call: Call, target: string, { addedReactions = [], removedReactions = [] }: Changes): void {
  const bad = [...addedReactions, ...removedReactions].find(
    (emoji) => emoji.trim() === '' || [...emoji].length > LONGEST_EMOJI,
  );
  if (bad !== undefined) throw badRequest(`"${bad.slice(0, LONGEST_EMOJI)}" is not an emoji`);
  const now = call.now().toISOString();
  for (const emoji of addedReactions) commentStore(call.db).react(target, emoji, call.caller.userId, now);
  for (const emoji of removedReactions) reactionStore(call.db).remove(target, emoji, call.caller.userId);
}

/** False when there is no such comment here. Throws 403 for somebody else's. */
export function deleteComment(call: Call, target: ContentTarget, id: string): boolean {
  const row = commentStore(call.db).row(id);
  if (!row || row.space !== target.space.id || row.changeRequest !== (target.changeRequest?.id ?? null))
    return false;
  requireDelete(call, target, row.postedBy, 'comment');
  for (const one of [id, ...replyStore(call.db).ids(id)]) reactionStore(call.db).removeAll(one);
  return commentStore(call.db).remove(id);
}

/** As `deleteComment`. */
export function deleteReply(call: Call, target: ContentTarget, comment: CommentRow, id: string): boolean {
  const row = replyStore(call.db).row(id);
  if (!row || row.comment !== comment.id) return false;
  requireDelete(call, target, row.postedBy, 'reply');
  reactionStore(call.db).removeAll(id);
  return replyStore(call.db).remove(id);
}

function requireDelete(call: Call, { space }: ContentTarget, author: string, what: string): void {
  if (permissions(call, space, author).delete) return;
  throw forbidden(`only its author or an administrator of space "${space.title}" may delete this ${what}`);
}

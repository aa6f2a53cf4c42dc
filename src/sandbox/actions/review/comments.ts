// What can be done with comments and replies: post, change, resolve, react, delete.
import type { Body } from '../../../api/content/rich-document.ts';
import { findPage } from '../../content/tree.ts';
import { revisionsStore } from '../../db/content/content.ts';
import {
  addContribution,
  type CommentRow,
  commentReactions,
  commentReplies,
  comments,
  type ReplyRow,
} from '../../db/review/change-requests.ts';
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
  call.access.requireSpace(target.space, 'comment');
  const { page = null, node = null, review = null, tableCell = null } = fields;
  if (page !== null) requirePage(call, target, page);
  const row: CommentRow = {
    id: newId(),
    ...placeOf(target),
    ...{ review, page, node, tableCell, revision: headOf(target) },
    postedBy: call.caller.userId,
    postedAt: call.now().toISOString(),
    editedAt: null,
    body: bodyMarkdown(fields.body),
    resolvedAt: null,
    resolvedBy: null,
  };
  comments(call.db).insert(row);
  contribute(call, row.changeRequest, row.postedAt);
  return row;
}

/** Throws 404 for a page that the content does not have now. */
export function requirePage(call: Call, target: ContentTarget, page: string): void {
  if (!findPage(revisionsStore(call.db).tree(headOf(target)), page)) throw notFound('page', page);
}

function contribute({ db, caller }: Call, changeRequest: string | null, updatedAt: string): void {
  if (changeRequest !== null)
    addContribution(db, { changeRequest, user: caller.userId, action: 'comment', updatedAt });
}

/** What comments are on: a change request, or the main content of a space. */
export const placeOf = ({ space, changeRequest }: ContentTarget) => ({
  space: space.id,
  changeRequest: changeRequest?.id ?? null,
});

/** A comment of this space or change request. Throws 404 for one of another place. */
export const commentOf = (call: Call, target: ContentTarget, id: string): CommentRow =>
  comments(call.db).get({ id, ...placeOf(target) }, 'comment');

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
  const store = comments(call.db);
  const { id } = row;
  const now = call.now().toISOString();
  if (changes.body) store.update({ id }, { body: newText(call, space, row, changes.body), editedAt: now });
  if (changes.resolved === true && row.resolvedAt === null)
    store.update({ id }, { resolvedAt: now, resolvedBy: call.caller.userId });
  if (changes.resolved === false) store.update({ id }, { resolvedAt: null, resolvedBy: null });
  react(call, id, changes);
  return store.find({ id }) ?? row;
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
  commentReplies(call.db).insert(row);
  contribute(call, comment.changeRequest, row.postedAt);
  return row;
}

/** Throws 403 as `changeComment` does. */
export function changeReply(call: Call, { space }: ContentTarget, row: ReplyRow, changes: Changes): ReplyRow {
  call.access.requireSpace(space, 'comment');
  const store = commentReplies(call.db);
  const { id } = row;
  const editedAt = call.now().toISOString();
  if (changes.body) store.update({ id }, { body: newText(call, space, row, changes.body), editedAt });
  react(call, id, changes);
  return store.find({ id }) ?? row;
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
  const store = commentReactions(call.db);
  const own = { target, user: call.caller.userId };
  for (const emoji of addedReactions)
    if (!store.find({ ...own, emoji })) store.insert({ ...own, emoji, reactedAt: call.now().toISOString() });
  for (const emoji of removedReactions) store.remove({ ...own, emoji });
}

/** False when there is no such comment here. Throws 403 for somebody else's. */
export function deleteComment(call: Call, target: ContentTarget, id: string): boolean {
  const row = comments(call.db).find({ id, ...placeOf(target) });
  if (!row) return false;
  requireDelete(call, target, row.postedBy, 'comment');
  for (const one of [row, ...commentReplies(call.db).all({ comment: id })])
    commentReactions(call.db).remove({ target: one.id });
  return comments(call.db).remove({ id });
}

/** As `deleteComment`. */
export function deleteReply(call: Call, target: ContentTarget, comment: CommentRow, id: string): boolean {
  const row = commentReplies(call.db).find({ id, comment: comment.id });
  if (!row) return false;
  requireDelete(call, target, row.postedBy, 'reply');
  commentReactions(call.db).remove({ target: id });
  return commentReplies(call.db).remove({ id });
}

function requireDelete(call: Call, { space }: ContentTarget, author: string, what: string): void {
  if (permissions(call, space, author).delete) return;
  throw forbidden(`only its author or an administrator of space "${space.title}" may delete this ${what}`);
}

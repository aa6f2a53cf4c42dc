// Comments on spaces and change requests, and replies to them.
import type { Body } from '../../../api/content/rich-document.ts';
import * as api from '../../../api/review/comments.ts';
import {
  addContribution,
  type CommentRow,
  commentReactions,
  commentReplies,
  comments,
  type ReplyRow,
} from '../../db/review/change-requests.ts';
import { deleted, type FidelityOf, handle } from '../../handler.ts';
import { given, type PageQuery, pageOfRows, paginate } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
import { newId } from '../../urls.ts';
import { badRequest, forbidden } from '../../wire-error.ts';
import { type BodyFormat, bodyMarkdown, bodyWriter } from '../content/bodies.ts';
import {
  type ContentTarget,
  headOf,
  requirePage,
  type TargetRef,
  visibleTarget,
} from '../content/content-target.ts';
import { memberViews } from '../people/members-view.ts';
import { commentView, permissions, replyView } from './comments-view.ts';

// What can be done with comments and replies: post, change, resolve, react, delete.

interface NewComment {
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

function contribute({ db, caller }: Call, changeRequest: string | null, updatedAt: string): void {
  if (changeRequest !== null)
    addContribution(db, { changeRequest, user: caller.userId, action: 'comment', updatedAt });
}

/** What comments are on: a change request, or the main content of a space. */
const placeOf = ({ space, changeRequest }: ContentTarget) => ({
  space: space.id,
  changeRequest: changeRequest?.id ?? null,
});

/** A comment of this space or change request. Throws 404 for one of another place. */
const commentOf = (call: Call, target: ContentTarget, id: string): CommentRow =>
  comments(call.db).get({ id, ...placeOf(target) }, 'comment');

interface Changes {
  body?: Body | undefined;
  resolved?: boolean | undefined;
  addedReactions?: string[] | undefined;
  removedReactions?: string[] | undefined;
}

/** Throws 403: only authors change a text, and reacting or resolving takes the right to comment. */
function changeComment(call: Call, { space }: ContentTarget, row: CommentRow, changes: Changes): CommentRow {
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

function postReply(call: Call, { space }: ContentTarget, comment: CommentRow, body: Body): ReplyRow {
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
function changeReply(call: Call, { space }: ContentTarget, row: ReplyRow, changes: Changes): ReplyRow {
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
function deleteComment(call: Call, target: ContentTarget, id: string): boolean {
  const row = comments(call.db).find({ id, ...placeOf(target) });
  if (!row) return false;
  requireDelete(call, target, row.postedBy, 'comment');
  for (const one of [row, ...commentReplies(call.db).all({ comment: id })])
    commentReactions(call.db).remove({ target: one.id });
  return comments(call.db).remove({ id });
}

/** As `deleteComment`. */
function deleteReply(call: Call, target: ContentTarget, comment: CommentRow, id: string): boolean {
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

interface ListInput extends TargetRef, PageQuery {
  order?: 'asc' | 'desc';
  status?: 'all' | 'open' | 'resolved';
  format?: BodyFormat;
  targetPage?: string;
  authors?: string[];
}
interface OfComment extends TargetRef {
  commentId: string;
  format?: BodyFormat;
}
interface OneReply extends OfComment {
  commentReplyId: string;
}

/** The comment asked about, and where it is. Throws 404. */
function about(call: Call, input: OfComment) {
  const target = visibleTarget(call, input);
  return { target, comment: commentOf(call, target, input.commentId) };
}

async function list(call: Call, input: ListInput) {
  const target = visibleTarget(call, input);
  const { format, order = 'desc', status = 'all', targetPage, authors } = input;
  const view = { call, space: target.space, body: await bodyWriter(format) };
  if (targetPage !== undefined) requirePage(call, target, targetPage);
  return pageOfRows(call.db, comments, {
    where: { ...placeOf(target), page: targetPage },
    also: given([
      ['(resolvedAt IS NULL) = ?', status === 'all' ? undefined : Number(status === 'open')],
      ['postedBy IN (SELECT value FROM json_each(?))', authors && JSON.stringify(authors)],
    ]),
    order: ['postedAt', 'id'],
    direction: order,
    query: input,
    item: (row) => commentView(view, row),
  });
}

async function create(call: Call, input: TargetRef & NewComment) {
  const body = await bodyWriter();
  return call.db.transaction(() => {
    const target = visibleTarget(call, input);
    return commentView({ call, space: target.space, body }, postComment(call, target, input));
  });
}

async function get(call: Call, input: OfComment) {
  const { target, comment } = about(call, input);
  return commentView({ call, space: target.space, body: await bodyWriter(input.format) }, comment);
}

async function update(call: Call, input: OfComment & Changes) {
  const body = await bodyWriter();
  return call.db.transaction(() => {
    const { target, comment } = about(call, input);
    const row = changeComment(call, target, comment, input);
    return commentView({ call, space: target.space, body }, row);
  });
}

const removeOne = (call: Call, input: OfComment) =>
  call.db.transaction(() => deleted(deleteComment(call, visibleTarget(call, input), input.commentId)));

/** Members of the organization who wrote a comment or a reply, by their ids. */
function commenters(call: Call, input: TargetRef & PageQuery) {
  const { space, changeRequest } = visibleTarget(call, input);
  return paginate(call.db, {
    list: `commenters ${changeRequest?.id ?? space.id}`,
    columns: 'm.*',
    from: 'members m',
    where: [
      'm.organization = ?',
      `m.user IN (
         SELECT postedBy FROM comments WHERE space = ? AND changeRequest IS ?
         UNION SELECT r.postedBy FROM commentReplies r JOIN comments c ON c.id = r.comment
         WHERE c.space = ? AND c.changeRequest IS ?)`,
    ],
    params: [space.organization, space.id, changeRequest?.id ?? null, space.id, changeRequest?.id ?? null],
    order: ['m.user'],
    query: input,
    item: memberViews(call),
  });
}

const NOTE =
  'The block or table cell of a comment is stored without a check that it exists; no notification is sent.';

/** The same with the reply asked about. Throws 404. */
function aboutReply(call: Call, input: OneReply) {
  const { target, comment } = about(call, input);
  const of = { id: input.commentReplyId, comment: comment.id };
  return { target, comment, reply: commentReplies(call.db).get(of, 'reply') };
}

/** Oldest first: as a conversation reads. */
async function listReplies(call: Call, input: OfComment & PageQuery) {
  const { target, comment } = about(call, input);
  const view = { call, space: target.space, body: await bodyWriter(input.format) };
  return pageOfRows(call.db, commentReplies, {
    where: { comment: comment.id },
    order: ['postedAt', 'id'],
    query: input,
    item: (row) => replyView(view, comment, row),
  });
}

async function createReply(call: Call, input: OfComment & { body: Body }) {
  const body = await bodyWriter(input.format);
  return call.db.transaction(() => {
    const { target, comment } = about(call, input);
    const reply = postReply(call, target, comment, input.body);
    return replyView({ call, space: target.space, body }, comment, reply);
  });
}

async function getReply(call: Call, input: OneReply) {
  const { target, comment, reply } = aboutReply(call, input);
  return replyView({ call, space: target.space, body: await bodyWriter(input.format) }, comment, reply);
}

async function updateReply(call: Call, input: OneReply & Changes) {
  const body = await bodyWriter();
  return call.db.transaction(() => {
    const { target, comment, reply } = aboutReply(call, input);
    const row = changeReply(call, target, reply, input);
    return replyView({ call, space: target.space, body }, comment, row);
  });
}

const removeReply = (call: Call, input: OneReply) =>
  call.db.transaction(() => {
    const { target, comment } = about(call, input);
    return deleted(deleteReply(call, target, comment, input.commentReplyId));
  });

export default [
  handle(api.listComments, list),
  handle(api.listChangeRequestComments, list),
  handle(api.createComment, create),
  handle(api.createChangeRequestComment, create),
  handle(api.getComment, get),
  handle(api.getChangeRequestComment, get),
  handle(api.updateComment, update),
  handle(api.updateChangeRequestComment, update),
  handle(api.deleteComment, removeOne),
  handle(api.deleteChangeRequestComment, removeOne),
  handle(api.listCommenters, commenters),
  handle(api.listChangeRequestCommenters, commenters),

  handle(api.listCommentReplies, listReplies),
  handle(api.listChangeRequestCommentReplies, listReplies),
  handle(api.createCommentReply, createReply),
  handle(api.createChangeRequestCommentReply, createReply),
  handle(api.getCommentReply, getReply),
  handle(api.getChangeRequestCommentReply, getReply),
  handle(api.updateCommentReply, updateReply),
  handle(api.updateChangeRequestCommentReply, updateReply),
  handle(api.deleteCommentReply, removeReply),
  handle(api.deleteChangeRequestCommentReply, removeReply),
];

export const fidelity: FidelityOf = {
  'comments.createInChangeRequest': NOTE,
  'comments.create': NOTE,
};

// Change requests, reviews and comments of a clone as rows.
import type { ChangeRequest } from '../../api/review/change-requests.generated.ts';
import type { Comment, CommentReply } from '../../api/review/comments.generated.ts';
import type {
  ChangeRequestRequestedReviewer as RequestedReviewer,
  ChangeRequestReview as Review,
} from '../../api/review/reviews.generated.ts';
import type { Database } from '../db/database.ts';
import {
  changeRequests,
  commentReactions,
  commentReplies,
  comments,
  removeChangeRequests,
  requestedReviewers,
  reviews,
} from '../db/review/change-requests.ts';
import { columns, knowUser } from './people.ts';

/** A comment with what was answered. */
export interface ClonedComment {
  comment: Comment;
  replies: readonly CommentReply[];
}

export interface ClonedChangeRequest {
  changeRequest: ChangeRequest;
  reviews: readonly Review[];
  requested: readonly RequestedReviewer[];
  comments: readonly ClonedComment[];
}

/** Exactly these of one space: those that are closed, or were made here, go. */
export function putChangeRequests(db: Database, space: string, given: readonly ClonedChangeRequest[]): void {
  db.run('DELETE FROM comments WHERE space = ? AND changeRequest IS NOT NULL', space);
  removeChangeRequests(db, space);
  for (const one of given) {
    putChangeRequest(db, one.changeRequest);
    for (const comment of one.comments) putComment(db, comment);
    for (const review of one.reviews) putReview(db, one.changeRequest.id, review);
    for (const request of one.requested) putRequest(db, one.changeRequest, request);
  }
}

function putChangeRequest(db: Database, given: ChangeRequest): void {
  const names = ['id', 'space', 'number', 'status', 'subject', 'description'] as const;
  const revisions = ['revision', 'revisionInitial', 'revisionMergedAncestor', 'revisionMerged'] as const;
  changeRequests(db).put({
    ...columns(given, ...names, ...revisions, 'conversationsIssuesCluster', 'createdAt', 'updatedAt'),
    createdBy: knowUser(db, given.createdBy, given.createdAt),
    agentTask: null,
  });
}

function putReview(db: Database, changeRequest: string, review: Review): void {
  const { id, reviewer, requestedBy, createdAt } = review;
  reviews(db).put({
    ...columns(review, 'id', 'status', 'revision', 'createdAt'),
    changeRequest,
    reviewer: knowUser(db, reviewer, createdAt),
    requestedBy: requestedBy ? knowUser(db, requestedBy, createdAt) : null,
    comment: null,
  });
  if (!review.comment) return;
  const target = { ...review.comment.target, changeRequest, review: id };
  putComment(db, { comment: { ...review.comment, target }, replies: [] });
}

function putRequest(db: Database, { id }: ChangeRequest, given: RequestedReviewer): void {
  const { user, requestedBy, createdAt } = given;
  if (!user) return;
  requestedReviewers(db).put({
    changeRequest: id,
    user: knowUser(db, user, createdAt),
    requestedBy: knowUser(db, requestedBy, createdAt),
    createdAt,
  });
}

/** Exactly these on the main content of a space. */
export function putComments(db: Database, space: string, given: readonly ClonedComment[]): void {
  comments(db).remove({ space, changeRequest: null });
  for (const one of given) putComment(db, one);
}

function putComment(db: Database, { comment, replies }: ClonedComment): void {
  const { id, postedBy, postedAt, body, target, resolvedBy, reactions } = comment;
  if (comments(db).find({ id })) return;
  comments(db).insert({
    ...columns(comment, 'id', 'postedAt', 'editedAt', 'resolvedAt'),
    ...columns(target, 'space', 'changeRequest', 'review', 'tableCell', 'revision'),
    page: target.page?.id ?? null,
    node: target.node?.id ?? null,
    postedBy: knowUser(db, postedBy, postedAt),
    body: textIn(body),
    resolvedBy: resolvedBy ? knowUser(db, resolvedBy, postedAt) : null,
  });
  putReactions(db, id, reactions);
  for (const reply of replies) {
    commentReplies(db).put({
      ...columns(reply, 'id', 'postedAt', 'editedAt'),
      comment: id,
      postedBy: knowUser(db, reply.postedBy, reply.postedAt),
      body: textIn(reply.body),
    });
    putReactions(db, reply.id, reply.reactions);
  }
}

function putReactions(db: Database, target: string, reactions: Comment['reactions']): void {
  commentReactions(db).remove({ target });
  for (const { emoji, users } of reactions)
    for (const { user, reactedAt } of users)
      commentReactions(db).put({ target, emoji, user: knowUser(db, user, reactedAt), reactedAt });
}

/** They are asked for as Markdown. */
const textIn = (body: Comment['body']): string => ('markdown' in body ? body.markdown : '');

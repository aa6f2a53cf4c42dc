// What people say of a space for a clone: its open change requests with reviews, and its comments with replies.

import {
  type ChangeRequest,
  listChangeRequests,
  listOrganizationChangeRequests,
} from '../../api/review/change-requests.ts';
import { listChangeRequestCommentReplies, listCommentReplies } from '../../api/review/comment-replies.ts';
import { type Comment, listChangeRequestComments, listComments } from '../../api/review/comments.ts';
import { listRequestedReviewers } from '../../api/review/reviewers.ts';
import { listReviews } from '../../api/review/reviews.ts';
import type { Client } from '../../client/client.ts';
import type { Gate } from '../../client/pool.ts';
import { listPatiently } from './patient-list.ts';
import type { ReadChangeRequest, ReadComment } from './sink.ts';

const format = 'markdown' as const;

/** Those that are open or drafts, by their space, oldest first. */
export async function openChangeRequests(
  client: Client,
  organizationId: string,
): Promise<Map<string, ChangeRequest[]>> {
  const bySpace = new Map<string, ChangeRequest[]>();
  for (const status of ['open', 'draft'] as const)
    for (const one of await listPatiently(client, listOrganizationChangeRequests, { organizationId, status }))
      bySpace.set(one.space, [...(bySpace.get(one.space) ?? []), one]);
  for (const list of bySpace.values()) list.sort((a, b) => a.number - b.number);
  return bySpace;
}

/** Those of one space, oldest first. */
export async function openOfSpace(client: Client, spaceId: string): Promise<ChangeRequest[]> {
  const found = await Promise.all(
    (['open', 'draft'] as const).map((status) =>
      listPatiently(client, listChangeRequests, { spaceId, status }),
    ),
  );
  return found.flat().sort((a, b) => a.number - b.number);
}

/** One that is as it was is not asked about again. */
export async function readChangeRequest(
  { client, gate }: { client: Client; gate: Gate },
  changeRequest: ChangeRequest,
  known: ReadChangeRequest | undefined,
): Promise<ReadChangeRequest> {
  const before = known?.changeRequest;
  const { updatedAt, revision, comments: count } = changeRequest;
  if (known && before?.updatedAt === updatedAt && before.revision === revision && before.comments === count)
    return { ...known, changeRequest };
  const { space: spaceId, id: changeRequestId } = changeRequest;
  const ref = { spaceId, changeRequestId };
  const reviews = await gate.run(() => listPatiently(client, listReviews, { ...ref, format }));
  const requested = await gate.run(() => listPatiently(client, listRequestedReviewers, ref));
  const comments = await gate.run(() => listPatiently(client, listChangeRequestComments, { ...ref, format }));
  const answered = await withReplies(gate, comments, (commentId) =>
    listPatiently(client, listChangeRequestCommentReplies, { ...ref, commentId, format }),
  );
  return { changeRequest, reviews, requested, comments: answered };
}

/** Those on the main content. */
export async function readComments(
  { client, gate }: { client: Client; gate: Gate },
  spaceId: string,
): Promise<ReadComment[]> {
  const comments = await gate.run(() => listPatiently(client, listComments, { spaceId, format }));
  return withReplies(gate, comments, (commentId) =>
    listPatiently(client, listCommentReplies, { spaceId, commentId, format }),
  );
}

async function withReplies(
  gate: Gate,
  comments: readonly Comment[],
  repliesTo: (commentId: string) => Promise<ReadComment['replies']>,
): Promise<ReadComment[]> {
  const answered: ReadComment[] = [];
  for (const comment of comments) {
    const replies = comment.replies > 0 ? await gate.run(() => repliesTo(comment.id)) : [];
    answered.push({ comment, replies });
  }
  return answered;
}

// What people say of a space for a clone: its open change requests with reviews, and its comments with replies.

import type { InputOf, ItemOf, Operation } from '../../api/operation.ts';
import type { ChangeRequest } from '../../api/review/change-requests.generated.ts';
import { listChangeRequests, listOrganizationChangeRequests } from '../../api/review/change-requests.ts';
import type { Comment } from '../../api/review/comments.generated.ts';
import * as commentsApi from '../../api/review/comments.ts';
import { listRequestedReviewers, listReviews } from '../../api/review/reviews.ts';
import { allItems } from '../../client/all-items.ts';
import type { Client } from '../../client/client.ts';
import { type Gate, mapAll } from '../../client/pool.ts';
import type { ReadChangeRequest, ReadComment } from './sink.ts';

// A whole list of the platform, for a job of minutes that one slow answer must not end.

/** Every item, from as few requests as the platform allows; each is tried up to six times. */
export const listPatiently = <O extends Operation>(
  client: Client,
  operation: O,
  input: InputOf<O>,
): Promise<ItemOf<O>[]> => allItems(client.pages(operation, input, { attempts: 6 }));

const format = 'markdown' as const;
/** Of one space; the gate says how many there are in all. */
const AT_ONCE = 8;

/** Those that are open or drafts, by their space, oldest first. */
export async function openChangeRequests(
  client: Client,
  organizationId: string,
): Promise<Map<string, ChangeRequest[]>> {
  const found = await ofBothStatuses((status) =>
    listPatiently(client, listOrganizationChangeRequests, { organizationId, status }),
  );
  const bySpace = new Map<string, ChangeRequest[]>();
  for (const one of found) bySpace.set(one.space, [...(bySpace.get(one.space) ?? []), one]);
  return bySpace;
}

/** Those of one space, oldest first. */
export const openOfSpace = (client: Client, spaceId: string): Promise<ChangeRequest[]> =>
  ofBothStatuses((status) => listPatiently(client, listChangeRequests, { spaceId, status }));

async function ofBothStatuses(
  list: (status: 'open' | 'draft') => Promise<ChangeRequest[]>,
): Promise<ChangeRequest[]> {
  const found = await Promise.all([list('open'), list('draft')]);
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
  const [reviews, requested, comments] = await Promise.all([
    gate.run(() => listPatiently(client, listReviews, { ...ref, format })),
    gate.run(() => listPatiently(client, listRequestedReviewers, ref)),
    gate.run(() => listPatiently(client, commentsApi.listChangeRequestComments, { ...ref, format })),
  ]);
  const answered = await withReplies({ client, gate }, comments, (commentId) =>
    listPatiently(client, commentsApi.listChangeRequestCommentReplies, { ...ref, commentId, format }),
  );
  return { changeRequest, reviews, requested, comments: answered };
}

/** Those on the main content. */
export async function readComments(
  { client, gate }: { client: Client; gate: Gate },
  spaceId: string,
): Promise<ReadComment[]> {
  const comments = await gate.run(() => listPatiently(client, commentsApi.listComments, { spaceId, format }));
  return withReplies({ client, gate }, comments, (commentId) =>
    listPatiently(client, commentsApi.listCommentReplies, { spaceId, commentId, format }),
  );
}

const withReplies = (
  { client, gate }: { client: Client; gate: Gate },
  comments: readonly Comment[],
  repliesTo: (commentId: string) => Promise<ReadComment['replies']>,
): Promise<ReadComment[]> =>
  mapAll(client, comments, AT_ONCE, async (comment) => {
    const replies = comment.replies > 0 ? await gate.run(() => repliesTo(comment.id)) : [];
    return { comment, replies };
  });

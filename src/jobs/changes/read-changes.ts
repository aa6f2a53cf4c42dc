// Which pages changed since a time: each revision of main from the newest back, and what it did to pages.
import type { Revision as WholeRevision } from '../../api/content/content-shapes.ts';
import { getRevision, listPages } from '../../api/content/pages.ts';
import type { Space } from '../../api/content/spaces.generated.ts';
import type { ChangeRequest } from '../../api/review/change-requests.generated.ts';
import * as changeRequests from '../../api/review/change-requests.ts';
import { listReviews } from '../../api/review/reviews.ts';
import type { Client } from '../../client/client.ts';
import { allItems } from '../../client/pages.ts';
import { mapAll, type Width } from '../../client/pool.ts';
import { walkPages } from '../../domain/content/page-place.ts';

/** One revision of main: a merge, or an edit without a change request. */
export interface Step {
  revision: string;
  at: string;
  merged?: ChangeRequest | undefined;
  /** Of a synchronisation with git: its commit message. */
  message?: string | undefined;
  changes: readonly changeRequests.Change[];
  reviewers: readonly string[];
}

export interface SpaceChanges {
  space: Space;
  /** The oldest first. */
  steps: readonly Step[];
  /** Where pages are now, by ID: their path, as addresses have it. */
  paths: ReadonlyMap<string, string>;
}

export interface ChangesQuery {
  spaces: readonly Space[];
  /** Alone, its own list is asked, which older hosts have, too. */
  organizationId: string;
  since: string;
  /** The revision that each space had when it was looked at last, by its ID: what is older is not told again. */
  until: ReadonlyMap<string, string>;
  reviewers: boolean;
  width: Width;
}

/** At most so many changes come in one answer. */
const LIMIT = 1000;

/**
 * A request for each revision, the lists of change requests, and the pages of each space that changed. Where two merges
 * follow each other without an edit between them, the change requests tell it; else one more request says what was before.
 */
export async function readChanges(client: Client, query: ChangesQuery): Promise<SpaceChanges[]> {
  const moved = query.spaces.filter((space) => hasMoved(space, query));
  if (moved.length === 0) return [];
  const merged = await readMerged(client, query, moved);
  return mapAll(client, moved, query.width, (space) => readSpace(client, query, space, merged));
}

function hasMoved({ id, revision, updatedAt }: Space, { until, since }: ChangesQuery): boolean {
  const known = until.get(id);
  return known === undefined ? Date.parse(updatedAt) >= Date.parse(since) : known !== revision;
}

type Merged = ReadonlyMap<string, readonly ChangeRequest[]>;

/** Merged change requests by the ID of their space, the newest first. */
async function readMerged(
  client: Client,
  { organizationId }: ChangesQuery,
  [first, ...more]: readonly Space[],
): Promise<Merged> {
  const pages =
    first && more.length === 0
      ? client.pages(changeRequests.listChangeRequests, { spaceId: first.id, status: 'merged' })
      : client.pages(changeRequests.listOrganizationChangeRequests, { organizationId, status: 'merged' });
  const found = new Map<string, ChangeRequest[]>();
  for await (const { items } of pages)
    for (const one of items) found.set(one.space, [...(found.get(one.space) ?? []), one]);
  for (const list of found.values()) list.sort((a, b) => b.updatedAt.localeCompare(a.updatedAt, 'en'));
  return found;
}

async function readSpace(
  client: Client,
  query: ChangesQuery,
  space: Space,
  merged: Merged,
): Promise<SpaceChanges> {
  const revisions = await walkBack(client, query, space, merged.get(space.id) ?? []);
  const paths = new Map<string, string>();
  if (revisions.length === 0) return { space, steps: [], paths };
  const [steps, { pages }] = await Promise.all([
    mapAll(client, revisions, query.width, (one) => readStep(client, query, space.id, one)),
    client.call(listPages, { spaceId: space.id }),
  ]);
  for (const page of walkPages(pages)) if ('path' in page) paths.set(page.id, page.path);
  return { space, steps: steps.reverse(), paths };
}

type Revision = Pick<Step, 'revision' | 'at' | 'merged' | 'message'>;

/** The revisions of main since then, the newest first. */
async function walkBack(
  client: Client,
  { since, until }: ChangesQuery,
  { id: spaceId, revision }: Space,
  merged: readonly ChangeRequest[],
): Promise<Revision[]> {
  const byRevision = new Map(merged.map((one) => [one.revisionMerged, one]));
  const found: Revision[] = [];
  const seen = new Set([until.get(spaceId)]);
  for (let next: string | undefined = revision; next !== undefined && !seen.has(next); ) {
    seen.add(next);
    const one: ChangeRequest | undefined = byRevision.get(next);
    const before = one && parentOf(one, merged);
    // A comment after the merge is an update, too: then only the revision tells when it was.
    if (one && before !== undefined && one.comments === 0) {
      if (isBefore(one.updatedAt, since)) break;
      found.push({ revision: next, at: one.updatedAt, merged: one });
      next = before;
      continue;
    }
    const told: WholeRevision = await client.call(getRevision, { spaceId, revisionId: next });
    const { createdAt, parents, mergedFrom, git } = told;
    if (isBefore(createdAt, since) && !until.has(spaceId)) break;
    const from = one ?? mergedFrom;
    found.push({ revision: next, at: createdAt, merged: from, message: git?.message });
    next = parents.find((parent) => parent !== from?.revision);
  }
  return found;
}

const isBefore = (time: string, since: string): boolean => Date.parse(time) < Date.parse(since);

/** The revision before a merge, where the merge before it is the last that the change request had taken over. */
function parentOf(one: ChangeRequest, merged: readonly ChangeRequest[]): string | undefined {
  const base = one.revisionMergedAncestor ?? one.revisionInitial;
  const before = merged[merged.indexOf(one) + 1];
  return before?.revisionMerged === base ? base : undefined;
}

async function readStep(
  client: Client,
  { reviewers }: ChangesQuery,
  spaceId: string,
  one: Revision,
): Promise<Step> {
  const { changes } = await client.call(changeRequests.listRevisionChanges, {
    spaceId,
    revisionId: one.revision,
    limit: LIMIT,
  });
  const names = reviewers && one.merged ? await approvedBy(client, spaceId, one.merged.id) : [];
  return { ...one, changes, reviewers: names };
}

async function approvedBy(client: Client, spaceId: string, changeRequestId: string): Promise<string[]> {
  const reviews = await allItems(client.pages(listReviews, { spaceId, changeRequestId }));
  const approvals = reviews.filter(({ status }) => status === 'approved');
  return [...new Set(approvals.map(({ reviewer }) => reviewer.displayName))];
}

// Which change requests wait for somebody to do something.

import type { Space } from '../../api/content/spaces.generated.ts';
import { getSpace, listSpaces } from '../../api/content/spaces.ts';
import type { ChangeRequest } from '../../api/review/change-requests.generated.ts';
import { listChangeRequests, listOrganizationChangeRequests } from '../../api/review/change-requests.ts';
import type { Client } from '../../client/client.ts';
import { allItems } from '../../client/pages.ts';
import { mapAll } from '../../client/pool.ts';
import { countedBy } from '../../files/lists.ts';
import { judgeReviews, ruleFacts } from './merge-readiness.ts';

// Change requests of one space or of a whole organization, with the titles of their spaces.
export type ChangeRequestScope = { spaceId: string } | { organizationId: string };

interface Filters {
  status: 'open' | 'draft';
  creator?: string;
  requestedReviewer?: string;
}

export async function listIn(
  client: Client,
  scope: ChangeRequestScope,
  filters: Filters,
): Promise<ChangeRequest[]> {
  const pages =
    'spaceId' in scope
      ? client.pages(listChangeRequests, { ...scope, ...filters })
      : client.pages(listOrganizationChangeRequests, { ...scope, ...filters });
  return allItems(pages);
}

/** What a change request's space is called, and what must hold before it takes a merge. */
export type SpaceFacts = Pick<Space, 'id' | 'title' | 'organization' | 'mergeRules'>;

/** By the id of the space. */
export async function spacesIn(client: Client, scope: ChangeRequestScope): Promise<Map<string, SpaceFacts>> {
  const spaces = new Map<string, SpaceFacts>();
  const add = ({ id, title, organization, mergeRules }: Space) =>
    spaces.set(id, { id, title, organization, mergeRules });
  if ('spaceId' in scope) add(await client.call(getSpace, scope));
  else for await (const { items } of client.pages(listSpaces, scope)) items.forEach(add);
  return spaces;
}

/** Why it is there, the most pressing reason first. */
export const REASONS = [
  'waiting',
  'changes-requested',
  'ready',
  'comments',
  'outdated',
  'stale',
  'draft',
] as const;
export type Reason = (typeof REASONS)[number];

export interface InboxItem {
  /** At least one, the most pressing first. */
  reasons: Reason[];
  /** `isOnly`: no other space that can be seen has this title. */
  space: { id: string; title: string; isOnly: boolean };
  changeRequest: ChangeRequest;
}

export interface InboxQuery {
  scope: ChangeRequestScope;
  /** Whose inbox; undefined where nobody can tell: then nothing waits on anybody, and no drafts are listed. */
  user: string | undefined;
  /** Untouched for so long counts as stale. */
  staleMs: number;
  now: Date;
}

export interface Inbox {
  /** In the order of their reasons; what has waited longest comes first. */
  items: InboxItem[];
  /** How many of the user's own change requests had their reviews read, and how many there are. */
  own: { read: number; all: number };
}

/** Of so many of somebody's own change requests the reviews are read, those updated last: each costs a request. */
const MOST_REVIEWED = 100;

export async function readInbox(client: Client, { scope, user, staleMs, now }: InboxQuery): Promise<Inbox> {
  const [spaces, open, waiting, drafts] = await Promise.all([
    spacesIn(client, scope),
    listIn(client, scope, { status: 'open' }),
    user === undefined ? [] : listIn(client, scope, { status: 'open', requestedReviewer: user }),
    user === undefined ? [] : listIn(client, scope, { status: 'draft', creator: user }),
  ]);
  const waits = new Set(waiting.map(({ id }) => id));
  const staleBefore = new Date(now.getTime() - staleMs).toISOString();
  const own = open.filter(({ createdBy }) => createdBy.id === user);
  const newest = own
    .sort((a, b) => b.updatedAt.localeCompare(a.updatedAt, 'en') || b.number - a.number)
    .slice(0, MOST_REVIEWED);
  const reviewed = await reviewedAs(client, newest, spaces);
  const reasonsOf = (one: ChangeRequest): Reason[] => [
    ...(waits.has(one.id) ? ['waiting' as const] : []),
    ...(reviewed.get(one.id) ?? []),
    ...(one.comments > 0 ? ['comments' as const] : []),
    ...(one.outdated ? ['outdated' as const] : []),
    ...(one.updatedAt < staleBefore ? ['stale' as const] : []),
  ];
  // Somebody may have asked for a review between the two answers.
  const known = new Map([...open, ...waiting].map((one) => [one.id, one]));
  const items = [
    ...[...known.values()].map((one) => ({ reasons: reasonsOf(one), changeRequest: one })),
    ...drafts.map((one) => ({ reasons: ['draft' as const], changeRequest: one })),
  ];
  const isOnly = onlyTitles(spaces.values());
  const found = items
    .filter(({ reasons }) => reasons.length > 0)
    .map((item) => {
      const { space } = item.changeRequest;
      const title = spaces.get(space)?.title ?? space;
      return { ...item, space: { id: space, title, isOnly: isOnly(title) } };
    })
    .sort(byReason);
  return { items: found, own: { read: newest.length, all: own.length } };
}

/** Tells titles that one thing has from those that several have. */
export function onlyTitles(things: Iterable<{ title: string }>): (title: string) => boolean {
  const timesOf = countedBy(things, ({ title }) => title);
  return (title) => timesOf(title) < 2;
}

const AT_ONCE = 8;

/** What reviews say of change requests. Reads the reviews of each. */
async function reviewedAs(
  client: Client,
  own: readonly ChangeRequest[],
  spaces: ReadonlyMap<string, SpaceFacts>,
): Promise<Map<string, Reason[]>> {
  const rules = { minApprovals: 1, unreviewed: false };
  const facts = ruleFacts(client);
  const reasonsOf = async (changeRequest: ChangeRequest): Promise<Reason[]> => {
    const space = spaces.get(changeRequest.space);
    if (!space) return [];
    const { problems, wantsChanges } = await judgeReviews(client, { changeRequest, space, rules, facts });
    if (wantsChanges) return ['changes-requested'];
    const { comments, outdated } = changeRequest;
    return problems.length === 0 && comments === 0 && !outdated ? ['ready'] : [];
  };
  return new Map(await mapAll(client, own, AT_ONCE, async (one) => [one.id, await reasonsOf(one)] as const));
}

function byReason(a: InboxItem, b: InboxItem): number {
  const rank = ({ reasons }: InboxItem) => REASONS.indexOf(reasons[0] ?? 'draft');
  return rank(a) - rank(b) || a.changeRequest.updatedAt.localeCompare(b.changeRequest.updatedAt, 'en');
}

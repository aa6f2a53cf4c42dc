// A client that asks again only about spaces that have changed since an earlier run.

import { createHash } from 'node:crypto';
import type {
  ContentReferenceUsage as Link,
  ContentLocation as Location,
} from '../../api/content/links.generated.ts';
import { listSpaceLinks } from '../../api/content/links.ts';
import { getPage, listPages } from '../../api/content/pages.ts';
import type { Space } from '../../api/content/spaces.generated.ts';
import { listSpaces } from '../../api/content/spaces.ts';
import type { Operation } from '../../api/operation.ts';
import type { Client } from '../../client/client.ts';
import type { Page, PagesOptions } from '../../client/client-options.ts';
import { misfitOf } from '../../client/unexpected-response.ts';
import { isRecord } from '../../files/is-record.ts';
import { changedGrants } from '../access/changed-grants.ts';
import { LIST } from '../access/grant-operations.ts';
import { type KeptFile, unpacked } from './kept-file.ts';

// Which answers about a space stay true while nothing changes, and what they depend on beside the space itself.

/** What is given by name does not show in the space: the audit events tell of it. */
const GIVEN: readonly string[] = [LIST.user.space.id, LIST.team.space.id];
const KEPT: readonly string[] = [listSpaceLinks.id, listPages.id, getPage.id, ...GIVEN];

/** The space an operation asks about, where its answer may be kept. Filtered links hide what they depend on. */
function keptSpaceOf({ id }: Operation, input: unknown): string | undefined {
  if (!KEPT.includes(id)) return undefined;
  const { spaceId, status } = Object(input) as { spaceId?: unknown; status?: unknown };
  return typeof spaceId === 'string' && status === undefined ? spaceId : undefined;
}

/** Changes with whatever the platform tells of a space, its revision and the rights of the caller among it. */
function stampOf(space: Space): string {
  const { comments, changeRequests, changeRequestsOpen, changeRequestsDraft, ...rest } = space;
  return createHash('sha256').update(JSON.stringify(rest)).digest('base64url').slice(0, 22);
}

/**
 * Ids of the other spaces that an answer depends on; undefined where it depends on more than spaces, such as a member
 * who is named on a page: such an answer is not kept.
 */
function otherSpaces({ id }: Operation, spaceId: string, answer: unknown): string[] | undefined {
  if (GIVEN.includes(id)) return [];
  if (id !== listSpaceLinks.id) return isOwn(answer) ? [] : undefined;
  // Safe: an answer of that operation is a list of links.
  const spaces = (answer as Link[]).map((link) => spaceOfTarget(link));
  if (!spaces.every((space) => space !== undefined)) return undefined;
  return [...new Set(spaces)].filter((space) => space !== '' && space !== spaceId);
}

/** Computed pages and included content change without the space. */
const isOwn = (answer: unknown): boolean => !/"computed":|\{%\s*include/.test(JSON.stringify(answer) ?? '');

/** Empty where the target is of the space itself, or of the web. */
function spaceOfTarget({ status, targetReference }: Link): string | undefined {
  if (targetReference === undefined) return undefined;
  return targetReference.kind === 'url' ? ofUrl(status, targetReference.url) : ofPlace(targetReference);
}

/** A path from the top may name another space, and what has no address was something else that is gone. */
const ofUrl = (status: Link['status'], url: string): string | undefined =>
  status === 'broken' && (url === '' || url.startsWith('/')) ? undefined : '';

function ofPlace(place: Location): string | undefined {
  const isInSpace = ['page', 'file', 'space', 'reusable-content'].includes(place.kind);
  return isInSpace && 'space' in place ? place.space.id : undefined;
}

export interface Keeping {
  client: Client;
  /** What was spared. */
  readonly spared: { spaces: number; requests: number };
}

/**
 * Answers from the file where each space an answer depends on is as it was then, by the list of spaces that this client
 * has read to its end; before that everything is asked. Asks for the rest, and keeps what may be kept.
 */
export function keepAnswers(client: Client, file: KeptFile): Keeping {
  const stamps = new Map<string, string>();
  const spaces = new Set<string>();
  let requests = 0;
  const organizations = new Set<string>();
  let changed: Promise<(spaceId: string) => boolean> | undefined;
  const isGivenAnew = async ({ id }: Operation, spaceId: string): Promise<boolean> => {
    if (!GIVEN.includes(id)) return false;
    changed ??= givenAnew(client, file, [...organizations]);
    return (await changed)(spaceId);
  };
  const kept = (key: string, spaceId: string, fits: (answer: unknown) => boolean): unknown => {
    const entry = file.get(key);
    if (entry?.stamps[0]?.[0] !== spaceId) return undefined;
    if (!entry.stamps.every(([id, stamp]) => stamps.get(id) === stamp)) return undefined;
    const answer = unpacked(entry);
    if (answer === undefined || !fits(answer)) return undefined;
    spaces.add(spaceId);
    requests += entry.requests;
    return answer;
  };
  const keep = (key: string, about: Asked, answer: unknown, count: number) => {
    const others = otherSpaces(about.operation, about.spaceId, about.items ?? answer);
    const known = [about.spaceId, ...(others ?? [])].map((id) => [id, stamps.get(id) ?? ''] as const);
    // A space that is not in the list may be there tomorrow.
    if (others && known.every(([, stamp]) => stamp !== ''))
      file.set(key, { stamps: known, requests: count }, answer);
  };
  const known = (operation: Operation, input: unknown): string | undefined => {
    const spaceId = keptSpaceOf(operation, input);
    return spaceId !== undefined && stamps.has(spaceId) ? spaceId : undefined;
  };
  const call: Client['call'] = async (operation, input, options) => {
    const spaceId = known(operation, input);
    if (spaceId === undefined) return client.call(operation, input, options);
    const key = keyOf(operation, input);
    // Safe: under this key stands what this operation answered.
    const fits = (value: unknown) => misfitOf({ operation, value }) === undefined;
    const old = kept(key, spaceId, fits) as
      | Awaited<ReturnType<typeof client.call<typeof operation>>>
      | undefined;
    if (old !== undefined) return old;
    const answer = await client.call(operation, input, options);
    keep(key, { operation, spaceId }, answer, 1);
    return answer;
  };
  const pages: Client['pages'] = async function* (operation, input, options = {}) {
    const spaceId = known(operation, input);
    if (spaceId === undefined) {
      if (operation.id !== listSpaces.id) return yield* client.pages(operation, input, options);
      organizations.add(String((Object(input) as { organizationId?: unknown }).organizationId));
      return yield* learn(client.pages(operation, input, options), stamps);
    }
    const key = keyOf(operation, input, options);
    // Safe: the same.
    const old = (await isGivenAnew(operation, spaceId))
      ? undefined
      : (kept(key, spaceId, (answer) => isPages(operation, answer)) as Page<never>[] | undefined);
    if (old) return yield* old;
    const done = (read: readonly Page<unknown>[]) => {
      const items = read.flatMap((page) => page.items);
      keep(key, { operation, spaceId, items }, read, read.length);
    };
    yield* watched(client.pages(operation, input, options), options.limit, done);
  };
  return {
    client: { ...client, call, pages },
    get spared() {
      return { spaces: spaces.size, requests };
    },
  };
}

/** Whether an answer of the file has the form of such a list: somebody may have changed the file. */
const isPages = (operation: Operation, answer: unknown): boolean =>
  Array.isArray(answer) &&
  answer.every(
    (page) =>
      isRecord(page) &&
      misfitOf({ operation, value: { ...Object(page.rest), items: page.items } }) === undefined,
  );

/** Which spaces have events of access since the oldest of what is kept; all, where nobody tells. */
async function givenAnew(
  client: Client,
  file: KeptFile,
  organizations: readonly string[],
): Promise<(spaceId: string) => boolean> {
  const times = GIVEN.flatMap((id) => file.oldest(JSON.stringify([id]).slice(0, -1)) ?? []);
  const [organizationId, ...others] = organizations;
  if (organizationId === undefined || others.length > 0 || times.length === 0) return () => true;
  return changedGrants(client, organizationId, new Date(Math.min(...times)).toISOString());
}

interface Asked {
  operation: Operation;
  spaceId: string;
  /** Of a list. */
  items?: unknown[];
}

/** Passes a list on; `done` gets all of it, or as much as was asked for: whoever has that may not come for the end. */
async function* watched<T extends Page<unknown>>(
  pages: AsyncIterable<T>,
  limit: number | undefined,
  done: (read: readonly T[]) => void,
): AsyncGenerator<T, void, undefined> {
  const read: T[] = [];
  let count = 0;
  for await (const page of pages) {
    read.push(page);
    count += page.items.length;
    if (limit !== undefined && count >= limit) {
      done(read);
      yield page;
      return;
    }
    yield page;
  }
  done(read);
}

/** Passes a list of spaces on, and counts on it once it is whole. */
async function* learn<T extends Page<unknown>>(
  pages: AsyncIterable<T>,
  stamps: Map<string, string>,
): AsyncGenerator<T, void, undefined> {
  const found: Space[] = [];
  for await (const page of pages) {
    // Safe: it is the list of spaces.
    found.push(...(page.items as Space[]));
    yield page;
  }
  for (const space of found) stamps.set(space.id, stampOf(space));
}

const keyOf = ({ id }: Operation, input: unknown, { pageSize, limit }: PagesOptions = {}): string =>
  JSON.stringify([
    id,
    Object.entries(Object(input) as object)
      .filter(([, value]) => value !== undefined)
      .sort(([a], [b]) => Number(a > b) - Number(a < b)),
    pageSize,
    limit,
  ]);

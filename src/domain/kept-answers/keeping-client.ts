// A client that asks again only about things that have changed since an earlier run.
import { createHash } from 'node:crypto';
import { listCollections } from '../../api/content/collections.ts';
import type {
  ContentReferenceUsage as Link,
  ContentLocation as Location,
} from '../../api/content/links.generated.ts';
import { listSpaceLinks } from '../../api/content/links.ts';
import { getPage, listPages } from '../../api/content/pages.ts';
import { listSpaces } from '../../api/content/spaces.ts';
import type { Operation } from '../../api/operation.ts';
import { listMemberSpaces, listTeamMembers, listTeams } from '../../api/people/members.ts';
import { listAuditEventActions } from '../../api/people/organizations.ts';
import { listRedirects } from '../../api/sites/site-redirects.ts';
import type { SiteStructure } from '../../api/sites/site-structure.generated.ts';
import { getSiteStructure } from '../../api/sites/site-structure.ts';
import { listSites } from '../../api/sites/sites.ts';
import type { Client } from '../../client/client.ts';
import type { Page, PagesOptions } from '../../client/client-options.ts';
import { misfitOf } from '../../client/unexpected-response.ts';
import { isRecord } from '../../files/texts.ts';
import { type Changes, changesSince, tellsOfSites } from '../access/changed-grants.ts';
import { LIST } from '../access/grants.ts';
import { spacesOf } from '../redirect-destination.ts';
import { type KeptFile, type Key, unpacked } from './kept-file.ts';

// Which answers about a thing stay true while nothing changes, and what they depend on beside the thing itself.

/** What tells that an answer changed: the revision of a space, or the audit events, which tell of access and of sites. */
type Sign = 'revision' | keyof Changes;

const GIVEN = Object.values(LIST).flatMap((lists) =>
  (['space', 'collection', 'site'] as const).map((kind) => [lists[kind].id, `${kind}Id`, 'given'] as const),
);

/** In place of a field: the answer is about all spaces. */
const ALL_SPACES = Symbol('all spaces');

const KEPT: readonly (readonly [id: string, param: string | typeof ALL_SPACES, sign: Sign])[] = [
  [listSpaceLinks.id, 'spaceId', 'revision'],
  [listPages.id, 'spaceId', 'revision'],
  [getPage.id, 'spaceId', 'revision'],
  ...GIVEN,
  [listTeamMembers.id, 'teamId', 'given'],
  [listMemberSpaces.id, ALL_SPACES, 'givenAnywhere'],
  [getSiteStructure.id, 'siteId', 'site'],
  [listRedirects.id, 'siteId', 'site'],
];

/** The lists that tell of the things. */
const LISTS: readonly string[] = [listSpaces.id, listCollections.id, listSites.id, listTeams.id];

interface About {
  operation: Operation;
  /** The thing. */
  id: string;
  sign: Sign;
}

/** What an operation asks about, where its answer may be kept. Filtered links hide what they depend on. */
function aboutOf(operation: Operation, input: unknown): About | undefined {
  const [, param, sign] = KEPT.find(([id]) => id === operation.id) ?? [];
  if (param === undefined || sign === undefined) return undefined;
  if (param === ALL_SPACES) return { operation, id: listSpaces.id, sign };
  const { [param]: id, status } = Object(input) as Readonly<Record<string, unknown>>;
  return typeof id === 'string' && status === undefined ? { operation, id, sign } : undefined;
}

type Thing = Readonly<Record<string, unknown>> & { id: string };

/** Change with whatever the platform tells of a thing, the rights of the caller among it; one leaves its content aside. */
function stampsOf(thing: Thing): { whole: string; standing: string } {
  const { comments, changeRequests, changeRequestsOpen, changeRequestsDraft, ...whole } = thing;
  const { revision, updatedAt, gitSync, ...standing } = whole;
  return { whole: hashOf(whole), standing: hashOf(standing) };
}

const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22);

/**
 * Ids of the other spaces that an answer depends on, and of the list where one of them may come back; undefined where it
 * depends on more than spaces, such as a member who is named on a page: such an answer is not kept.
 */
function otherSpaces({ operation, id, sign }: About, answer: unknown): string[] | undefined {
  // Safe: it is what that operation answers.
  if (operation.id === getSiteStructure.id)
    return [listSpaces.id, ...spacesOf(answer as SiteStructure).map(({ space }) => space.id)];
  if (sign !== 'revision') return [];
  if (operation.id !== listSpaceLinks.id) return isOwn(answer) ? [] : undefined;
  // Safe: an answer of that operation is a list of links.
  const spaces = (answer as Link[]).map((link) => spaceOfTarget(link));
  if (!spaces.every((space) => space !== undefined)) return undefined;
  return [...new Set(spaces)].filter((space) => space !== '' && space !== id);
}

/** Of links that lead somewhere on the platform, which are most of them, it is only kept that they are there. */
function lean({ operation }: About, pages: readonly Page<unknown>[]): readonly Page<unknown>[] {
  if (operation.id !== listSpaceLinks.id) return pages;
  const isPlain = ({ status, targetReference }: Link) => status === 'ok' && targetReference?.kind !== 'url';
  return pages.map((page) => ({
    ...page,
    // Safe: the same.
    items: (page.items as Link[]).map((link) =>
      isPlain(link) ? { status: link.status, relation: link.relation, locationReferences: [] } : link,
    ),
  }));
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
  /** Requests that were spared. */
  readonly spared: number;
}

/**
 * Answers from the file where each thing an answer depends on is as it was then, by the lists of things that this client
 * has read to their end; before that everything is asked. Asks for the rest, and keeps what may be kept.
 */
export function keepAnswers(plain: Client, file: KeptFile): Keeping {
  const client = askingOnce(plain, listAuditEventActions);
  const stamps = new Map<string, ReturnType<typeof stampsOf>>();
  let spared = 0;
  const organizations = new Set<string>();
  let changes: Promise<Changes> | undefined;
  const isAnew = async ({ sign, id }: About, at: number): Promise<boolean> => {
    if (sign === 'revision') return false;
    changes ??= changesOf(client, file, [...organizations]);
    return (await changes)[sign](id, at);
  };
  const stampOf = (id: string, sign: Sign) => stamps.get(id)?.[sign === 'revision' ? 'whole' : 'standing'];
  const kept = async (key: Key, about: About, fits: (answer: unknown) => boolean): Promise<unknown> => {
    const entry = file.get(key);
    if (entry?.stamps[0]?.[0] !== about.id) return undefined;
    if (!entry.stamps.every(([id, stamp]) => stampOf(id, about.sign) === stamp)) return undefined;
    if (await isAnew(about, entry.at)) return undefined;
    const answer = unpacked(entry);
    if (answer === undefined || !fits(answer)) return undefined;
    spared += entry.requests;
    return answer;
  };
  const keep = (key: Key, about: About, { answer, items = answer, requests }: Answered) => {
    const others = otherSpaces(about, items);
    const known = [about.id, ...(others ?? [])].map((id) => [id, stampOf(id, about.sign) ?? ''] as const);
    // A space that is not in the list may be there tomorrow.
    if (others && known.every(([, stamp]) => stamp !== ''))
      file.set(key, { stamps: known, requests }, answer);
  };
  const known = (operation: Operation, input: unknown): About | undefined => {
    const about = aboutOf(operation, input);
    return about && stamps.has(about.id) ? about : undefined;
  };
  const call: Client['call'] = async (operation, input, options) => {
    const about = known(operation, input);
    if (about === undefined) return client.call(operation, input, options);
    const key = keyOf(operation, input);
    // Safe: under this key stands what this operation answered.
    const fits = (value: unknown) => misfitOf({ operation, value }) === undefined;
    const old = (await kept(key, about, fits)) as
      | Awaited<ReturnType<typeof client.call<typeof operation>>>
      | undefined;
    if (old !== undefined) return old;
    const answer = await client.call(operation, input, options);
    keep(key, about, { answer, requests: 1 });
    return answer;
  };
  const pages: Client['pages'] = async function* (operation, input, options = {}) {
    const about = known(operation, input);
    if (about === undefined) {
      if (!LISTS.includes(operation.id)) return yield* client.pages(operation, input, options);
      organizations.add(String((Object(input) as { organizationId?: unknown }).organizationId));
      return yield* learn(client.pages(operation, input, options), (things) => {
        for (const thing of things) stamps.set(thing.id, stampsOf(thing));
        // Of all together: which of them there are.
        stamps.set(operation.id, stampsOf({ id: operation.id, ids: things.map(({ id }) => id).sort() }));
      });
    }
    const key = keyOf(operation, input, options);
    // Safe: the same.
    const old = (await kept(key, about, (answer) => isPages(operation, answer))) as Page<never>[] | undefined;
    if (old) return yield* old;
    const done = (read: readonly Page<unknown>[]) => {
      const items = read.flatMap((page) => page.items);
      keep(key, about, { answer: lean(about, read), items, requests: read.length });
    };
    yield* watched(client.pages(operation, input, options), options.limit, done);
  };
  return {
    client: { ...client, call, pages },
    get spared() {
      return spared;
    },
  };
}

/** What is asked here and by rules of the audit. */
function askingOnce(client: Client, only: Operation): Client {
  let asked: ReturnType<Client['call']> | undefined;
  const call: Client['call'] = (operation, input, options) => {
    if (operation.id !== only.id) return client.call(operation, input, options);
    asked ??= client.call(operation, input, options);
    // Safe: it is the answer of the same operation.
    return asked as ReturnType<typeof client.call<typeof operation>>;
  };
  return { ...client, call };
}

interface Answered {
  answer: unknown;
  /** Of a list. */
  items?: unknown;
  requests: number;
}

/** Whether an answer of the file has the form of such a list: somebody may have changed the file. */
const isPages = (operation: Operation, answer: unknown): boolean =>
  Array.isArray(answer) &&
  answer.every(
    (page) =>
      isRecord(page) &&
      misfitOf({ operation, value: { ...Object(page.rest), items: page.items } }) === undefined,
  );

/** What has changed since the oldest of what is kept by the audit events. */
async function changesOf(client: Client, file: KeptFile, organizations: readonly string[]): Promise<Changes> {
  const times = KEPT.flatMap(([id, , sign]) => (sign === 'revision' ? [] : (file.oldest(id) ?? [])));
  const [organizationId, ...others] = organizations;
  const isKnown = organizationId !== undefined && others.length === 0 && times.length > 0;
  const since = isKnown ? new Date(Math.min(...times)).toISOString() : undefined;
  const changes = await changesSince(client, organizationId ?? '', since);
  const isTold = isKnown && (await tellsOfSites(client, organizationId));
  return isTold ? changes : { ...changes, site: () => true };
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

/** Passes a list of things on, and tells of them once it is whole. */
async function* learn<T extends Page<unknown>>(
  pages: AsyncIterable<T>,
  tell: (things: readonly Thing[]) => void,
): AsyncGenerator<T, void, undefined> {
  const found: Thing[] = [];
  for await (const page of pages) {
    // Safe: what these lists have has an ID.
    found.push(...(page.items as Thing[]));
    yield page;
  }
  tell(found);
}

const keyOf = ({ id }: Operation, input: unknown, { pageSize, limit }: PagesOptions = {}): Key => [
  id,
  Object.entries(Object(input) as object)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => Number(a > b) - Number(a < b)),
  pageSize,
  limit,
];

// An ID is never the only way: titles, slugs and email addresses become IDs here; of several with one name one is chosen.

import type { Operation } from '../../api/operation.ts';
import type { Client } from '../../client/client.ts';
import type { NameCache } from '../../config/name-cache.ts';
import { MOST_NAMES, type NamedItem } from '../../config/named-item.ts';
import type { Context } from '../../context.ts';
import { AmbiguousError, NotFoundError } from '../../errors.ts';
import { relativeTime } from '../../output/format.ts';
import { safeLine } from '../../output/safe-text.ts';
import type { Run } from '../model/command-type.ts';
import type { Input } from '../run/input.ts';
import { getPath, setPath, titleOf } from './names.ts';
import { parseReference } from './pasted.ts';
import {
  isOnlyName,
  KINDS,
  kindListedBy,
  namesOfItem,
  placesOf,
  type ReferenceKind,
} from './reference-kinds.ts';

/** Where to look for titles, beside the path parameters themselves. */
export interface Lookup {
  /** Fields of the body or query that hold references, by dotted path, and the parameter each one is like. */
  refs?: Readonly<Record<string, string>> | undefined;
  /** The organizations to look in, where the path names none: ids or titles. */
  organizations?: () => Promise<readonly string[]>;
  /** Names of minutes ago; without it every list is read anew. */
  cache?: NameCache | undefined;
  /** Asks which of several is meant; without it several are an error. */
  choose?: ChooseTwin | undefined;
  /** Gets what a list has shown of a thing that was looked up, and where that is. */
  note?: (param: string, item: Record<string, unknown>, place: Input) => Promise<void>;
  /** What may be an id by its looks is taken for one. */
  namesOnly?: boolean | undefined;
  /** Only what the cache knows: no list is asked for. */
  keptOnly?: boolean | undefined;
}

/** How long a name may be taken from the cache. */
export const CACHE_MS = 3 * 60_000;

/**
 * Looks every path parameter and reference field up by its exact title, after the platform did not know it as
 * an id. Returns the input with the ids found, or undefined when no title fits. Throws AmbiguousError when several do.
 */
export async function lookUpTitles(
  client: Client,
  operation: Operation,
  input: Input,
  { refs = {}, ...how }: Lookup = {},
): Promise<Input | undefined> {
  let found = input;
  for (const param of Object.keys(KINDS)) {
    for (const path of placesOf(param, operation, refs)) {
      const given = getPath(found, path);
      const search = (text: unknown) =>
        lookUp(client, param, text, { input: found, ...how }).catch((error: unknown) => {
          // What the list is of is not there: with the IDs that were found, the host says so of the right thing.
          if (found !== input && error instanceof NotFoundError) return undefined;
          throw error;
        });
      const ids = Array.isArray(given) ? await eachOf(given, search) : await search(given);
      if (ids !== undefined && ids !== given) found = setPath(found, path, ids);
    }
  }
  return found === input ? undefined : found;
}

async function eachOf(texts: unknown[], search: (text: unknown) => Promise<string | undefined>) {
  const ids: unknown[] = [];
  for (const text of texts) ids.push((await search(text)) ?? text);
  return ids.every((id, at) => id === texts[at]) ? undefined : ids;
}

interface Scope extends Omit<Lookup, 'refs'> {
  input: Input;
}

/** The id of the one thing called `text`; undefined when there is none, or nowhere to look. */
async function lookUp(
  client: Client,
  param: string,
  text: unknown,
  scope: Scope,
): Promise<string | undefined> {
  const kind = KINDS[param];
  if (!kind || typeof text !== 'string') return undefined;
  const pasted = parseReference(param, text)?.[param];
  if (typeof pasted === 'string') return pasted;
  if (scope.namesOnly && !isOnlyName(param, text)) return undefined;
  const list = await kind.list(scope.input.changeRequestId !== undefined);
  const places = await placesFor(client, list, scope);
  const [place, another] = places;
  if (!place) return undefined;
  // Of several organizations, each may have such a name: then the lists say so.
  const known = another ? [] : (scope.cache?.find(cacheKey(list, place), CACHE_MS, text) ?? []);
  if (known.some(({ id }) => id === text)) return text;
  const [only, second] = known.filter(({ names }) => names.includes(text));
  // No match may mean a new thing, and two may be one by now: only a single one spares the list.
  if (only && !second) return only.id;
  if (scope.keptOnly) return undefined;
  return searchLists(client, kind, { param, list, places }, text, scope);
}

async function searchLists(
  client: Client,
  kind: ReferenceKind,
  { param, list, places }: { param: string; list: Operation; places: readonly Record<string, string>[] },
  text: string,
  { cache, choose, note }: Scope,
): Promise<string | undefined> {
  const key = kind.key ?? 'id';
  const matches = new Map<string, Record<string, unknown>>();
  for (const place of places) {
    const all: NamedItem[] = [];
    for await (const item of candidates(client, list, kind, place)) {
      if (item[key] === text) return text;
      if (namesOfItem(kind, item).includes(text)) {
        matches.set(String(item[key]), item);
        await note?.(param, item, place);
      }
      if (cache) all.push(namedItem(kind, item));
    }
    cache?.write(cacheKey(list, place), all);
  }
  if (matches.size < 2) return [...matches.keys()][0];
  const organizations = places.flatMap(({ organizationId }) => organizationId ?? []);
  const twins = await twinsOf(client, kind, [...matches.values()], organizations);
  if (choose) return choose(kind.noun, text, twins);
  throw ambiguous(kind.noun, text, twins);
}

/** Under which a list is kept: the operation, and where it lists. */
export const cacheKey = ({ id, params }: Operation, input: Input): string =>
  [id, ...Object.keys(params.properties).map((name) => `${name}=${String(input[name])}`)].join(' ');

/** What the cache keeps of one item. */
export const namedItem = (kind: ReferenceKind, item: Record<string, unknown>): NamedItem => ({
  id: String(item[kind.key ?? 'id']),
  names: namesOfItem(kind, item).filter((name) => typeof name === 'string'),
});

/** The path parameters of a list, one set for each organization it may be of; none when one of them is not known. */
export async function placesFor(
  client: Client,
  list: Operation,
  scope: Scope,
): Promise<Record<string, string>[]> {
  const names = Object.keys(list.params.properties);
  const { organizationId } = scope.input;
  const organizations =
    typeof organizationId === 'string' || !names.includes('organizationId')
      ? [organizationId]
      : await organizationsIn(client, scope);
  return organizations.flatMap((organization) => {
    const known = Object.entries({ ...scope.input, organizationId: organization });
    const place = known.filter(
      (entry): entry is [string, string] => names.includes(entry[0]) && isText(entry[1]),
    );
    return place.length === names.length ? [Object.fromEntries(place)] : [];
  });
}

const isText = (value: unknown): value is string => typeof value === 'string';

async function organizationsIn(
  client: Client,
  { organizations, cache, namesOnly, keptOnly, note }: Scope,
): Promise<string[]> {
  const found: string[] = [];
  for (const given of (await organizations?.()) ?? [])
    found.push(
      (await lookUp(client, 'organizationId', given, {
        input: {},
        cache,
        namesOnly,
        keptOnly,
        ...(note && { note }),
      })) ?? given,
    );
  return found;
}

/** The items of a list, a tree of them flattened. Its path parameters must be in `input`. */
export async function* candidates(
  client: Client,
  list: Operation,
  kind: ReferenceKind,
  input: Input,
): AsyncGenerator<Record<string, unknown>> {
  if (!kind.rows) {
    for await (const { items } of client.pages(list, input)) {
      // Safe: what a platform lists are objects; their fields are read as unknown.
      yield* items as unknown[] as Record<string, unknown>[];
    }
    return;
  }
  // Of a tree only names are wanted: what a host works out for each page takes it long.
  const spared = list.query?.properties.metadata && { metadata: false, computed: false };
  const answer = (await client.call(list, { ...input, ...spared })) as Record<string, unknown> | undefined;
  yield* tree(answer?.[kind.rows]);
}

function* tree(rows: unknown): Generator<Record<string, unknown>> {
  if (!Array.isArray(rows)) return;
  for (const row of rows) {
    yield row;
    yield* tree(row.pages);
  }
}

// Fills and empties the cache of names beside ordinary work: what was listed is known, what was changed is not.

export interface Collector {
  add(items: readonly unknown[]): void;
  /** To be called once the list is complete. */
  keep(): Promise<void>;
}

/** Collects names from a list that a person looks at; undefined where the list is filtered or names nothing. */
export function collectNames(run: Run): Collector | undefined {
  const { operation, input } = run;
  const kind = run.context.io.outTty ? kindListedBy(operation) : undefined;
  const isWhole = Object.keys(input).every((name) => name in operation.params.properties);
  if (!kind || !isWhole) return undefined;
  const found: NamedItem[] = [];
  return {
    add(items) {
      if (found.length > MOST_NAMES) return;
      // Safe: what a platform lists are objects; their fields are read as unknown.
      for (const item of items) found.push(namedItem(kind, item as Record<string, unknown>));
    },
    async keep() {
      if (found.length > MOST_NAMES) return;
      (await run.names())?.write(cacheKey(operation, run.input), found);
    },
  };
}

/** Something of this kind was changed: its names may be others now. */
export async function forgetNames({ operation, names }: Run): Promise<void> {
  const [resource = ''] = operation.id.split('.');
  (await names())?.forget(`${resource}.`);
}

/** Something was changed, and it is not known what. */
export async function forgetAllNames({ names }: Run): Promise<void> {
  (await names())?.forget('');
}

// Several things of one name: what tells them apart, and the choice among them.

type Item = Record<string, unknown>;

export interface Twin {
  id: string;
  title: unknown;
  /** Where it stands: the title of its collection, or the path of a page. */
  in?: string;
  /** The title of its organization, where several were looked in. */
  organization?: string;
  visibility?: string;
  status?: string;
  email?: string;
  updatedAt?: string;
}

/** Lets a person choose among things of one name; returns the id. */
export type ChooseTwin = (noun: string, text: string, twins: readonly Twin[]) => Promise<string>;

/** What is known of each that another one may not share. Collections are named where one may list them. */
export async function twinsOf(
  client: Client,
  { key = 'id' }: ReferenceKind,
  items: readonly Item[],
  organizations: readonly string[],
): Promise<Twin[]> {
  const collections = await collectionTitles(client, items, organizations);
  const titles = await organizationTitles(client, organizations);
  return items.map((item) => ({
    id: String(item[key]),
    title: item.path ?? titleOf(item) ?? null,
    ...given('in', placeOf(item, collections)),
    ...given('organization', titles.get(String(item.organization))),
    ...given('visibility', item.visibility),
    ...given('status', item.status),
    ...given('email', emailOf(item)),
    ...given('updatedAt', item.updatedAt ?? item.createdAt),
  }));
}

const given = (name: keyof Twin, value: unknown) =>
  typeof value === 'string' && value !== '' ? { [name]: value } : {};

function placeOf({ parent, path }: Item, collections: ReadonlyMap<string, string>): unknown {
  if (typeof path === 'string') return path;
  return typeof parent === 'string' ? (collections.get(parent) ?? parent) : undefined;
}

const emailOf = ({ user }: Item): unknown =>
  typeof user === 'object' && user !== null && 'email' in user ? user.email : undefined;

async function collectionTitles(
  client: Client,
  items: readonly Item[],
  organizations: readonly string[],
): Promise<Map<string, string>> {
  const titles = new Map<string, string>();
  if (!items.some(({ parent }) => typeof parent === 'string')) return titles;
  const { listCollections } = await import('../../api/content/collections.ts');
  try {
    for (const organizationId of organizations)
      for await (const page of client.pages(listCollections, { organizationId }))
        for (const { id, title } of page.items) titles.set(id, title);
  } catch {
    // Their ids tell them apart as well.
  }
  return titles;
}

async function organizationTitles(
  client: Client,
  organizations: readonly string[],
): Promise<Map<string, string>> {
  const titles = new Map<string, string>();
  if (organizations.length < 2) return titles;
  const { listOrganizations } = await import('../../api/people/organizations.ts');
  for await (const { items } of client.pages(listOrganizations, {}))
    for (const { id, title } of items) titles.set(id, title);
  return titles;
}

/** `in Product, public, updated 3 days ago`. */
function aboutTwin(twin: Twin, now: Date): string {
  const { in: place, organization, visibility, status, email, updatedAt } = twin;
  const parts = [
    place && `in ${place}`,
    organization && `of ${organization}`,
    email,
    visibility,
    status,
    updatedAt && `updated ${relativeTime(updatedAt, now)}`,
  ];
  return safeLine(parts.filter((part) => part).join(', '));
}

/** Exit 5, each candidate with what tells it from the others. */
export function ambiguous(noun: string, text: string, twins: readonly Twin[]): AmbiguousError {
  const listed = twins.map((twin) => {
    const about = aboutTwin({ ...twin, updatedAt: '' }, new Date(0));
    const day = twin.updatedAt?.slice(0, 10);
    const facts = [about, day && `updated ${day}`].filter((part) => part).join(', ');
    return facts ? `${twin.id} (${facts})` : twin.id;
  });
  return new AmbiguousError(`${twins.length} ${noun}s are called "${text}": ${listed.join('; ')}`, {
    hint: 'use the ID instead of the name',
    details: { name: text, candidates: twins },
  });
}

// A person chooses among things of one name.

/** Asks once for each name: a command may look the same one up twice. */
export function twinChooser(context: Context): ChooseTwin {
  const chosen = new Map<string, string>();
  return async (noun, text, twins) => {
    const known = chosen.get(`${noun} ${text}`);
    if (known !== undefined) return known;
    const answer = await (await context.prompts()).select(
      `${twins.length} ${noun}s are called "${text}". Which one?`,
      twins.map((twin) => ({
        name: [twin.id, aboutTwin(twin, context.now())].filter((part) => part).join('  '),
        value: twin.id,
      })),
    );
    chosen.set(`${noun} ${text}`, answer);
    return answer;
  };
}

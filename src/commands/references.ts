// An id is never the only way: titles, numbers and pasted URLs become ids here.
import type { Operation } from '../api/operation.ts';
import type { Client } from '../client/client.ts';
import { AmbiguousError } from '../errors.ts';
import type { Input } from './input.ts';

interface Kind {
  noun: string;
  /** Lists the candidates; its path parameters must be known. */
  list(): Promise<Operation>;
  /** The field of the answer that holds them, where it is not a paged list. */
  rows?: string;
  names(item: Record<string, unknown>): readonly unknown[];
}

/** By path parameter. Order matters: a space is looked for in an organization that was looked up before. */
const KINDS: Record<string, Kind> = {
  organizationId: {
    noun: 'organization',
    list: async () => (await import('../api/organizations.ts')).listOrganizations,
    names: ({ title, hostname }) => [title, hostname],
  },
  spaceId: {
    noun: 'space',
    list: async () => (await import('../api/spaces.ts')).listSpaces,
    names: ({ title }) => [title],
  },
  siteId: {
    noun: 'site',
    list: async () => (await import('../api/sites.ts')).listSites,
    names: ({ title, basename, hostname }) => [title, basename, hostname],
  },
  pageId: {
    noun: 'page',
    list: async () => (await import('../api/pages.ts')).listPages,
    rows: 'pages',
    names: ({ title, path, slug }) => [path, title, slug],
  },
};

export const isReferable = (param: string): boolean => param in KINDS;
export const nounOf = (param: string): string =>
  KINDS[param]?.noun ??
  param
    .replace(/Id$/, '')
    .replace(/([A-Z])/g, ' $1')
    .toLowerCase();

const APP_PARTS: Record<string, string> = {
  o: 'organizationId',
  s: 'spaceId',
  site: 'siteId',
  changes: 'changeRequestId',
};
const API_PARTS: Record<string, string> = {
  orgs: 'organizationId',
  spaces: 'spaceId',
  'change-requests': 'changeRequestId',
  sites: 'siteId',
  collections: 'collectionId',
  page: 'pageId',
  teams: 'teamId',
  members: 'userId',
};

/**
 * Reads what a person pasted: a URL of the app or of the API, or `space#42`. Returns the ids it names,
 * undefined when it is none of these.
 */
export function parseReference(param: string, text: string): Input | undefined {
  const numbered = param === 'changeRequestId' ? /^(.+)#(\d+)$/.exec(text) : null;
  if (numbered) return { spaceId: numbered[1], changeRequestId: numbered[2] };
  if (param === 'changeRequestId' && /^#\d+$/.test(text)) return { changeRequestId: text.slice(1) };
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return undefined;
  const parts = new URL(text).pathname.split('/').filter((part) => part !== '' && part !== '~');
  const names = parts[0] === 'v1' ? API_PARTS : APP_PARTS;
  const found: Input = {};
  parts.forEach((part, index) => {
    const name = Object.hasOwn(names, part) ? names[part] : undefined;
    const value = parts[index + 1];
    if (name && value) found[name] = decodeURIComponent(value);
  });
  return found[param] === undefined ? undefined : found;
}

/**
 * Looks every path parameter up by its exact title, after the platform did not know it as an id. Returns the
 * input with the ids found, or undefined when no title fits. Throws AmbiguousError when several do.
 */
export async function lookUpTitles(
  client: Client,
  operation: Operation,
  input: Input,
): Promise<Input | undefined> {
  let found: Input | undefined;
  for (const param of Object.keys(KINDS)) {
    const text = input[param];
    // The organization is looked up even where the operation has none: it is where the others are searched.
    const wanted = param === 'organizationId' || param in operation.params.properties;
    if (!wanted || typeof text !== 'string') continue;
    const id = await lookUp(client, param, text, { ...input, ...found });
    if (id !== undefined && id !== text) found = { ...input, ...found, [param]: id };
  }
  return found;
}

async function lookUp(
  client: Client,
  param: string,
  text: string,
  input: Input,
): Promise<string | undefined> {
  const kind = KINDS[param];
  if (!kind) return undefined;
  const list = await kind.list();
  const known = Object.keys(list.params.properties).every((name) => typeof input[name] === 'string');
  if (!known) return undefined;
  const matches = new Map<string, Record<string, unknown>>();
  const byId = new Set<string>();
  for await (const item of candidates(client, list, kind, input)) {
    if (item.id === text) byId.add(text);
    if (kind.names(item).includes(text)) matches.set(String(item.id), item);
  }
  if (byId.size > 0) return text;
  if (matches.size > 1) throw ambiguous(kind.noun, text, [...matches.values()]);
  return [...matches.keys()][0];
}

async function* candidates(
  client: Client,
  list: Operation,
  kind: Kind,
  input: Input,
): AsyncGenerator<Record<string, unknown>> {
  if (!kind.rows) {
    for await (const { items } of client.pages(list, input)) {
      // Safe: what a platform lists are objects; their fields are read as unknown.
      yield* items as unknown[] as Record<string, unknown>[];
    }
    return;
  }
  const answer = (await client.call(list, input)) as Record<string, unknown> | undefined;
  yield* tree(answer?.[kind.rows]);
}

function* tree(rows: unknown): Generator<Record<string, unknown>> {
  if (!Array.isArray(rows)) return;
  for (const row of rows) {
    yield row;
    yield* tree(row.pages);
  }
}

function ambiguous(noun: string, text: string, items: readonly Record<string, unknown>[]): AmbiguousError {
  const candidates = items.map(({ id, title, path }) => ({ id, title: title ?? path }));
  const listed = candidates.map(({ id, title }) => `${id} (${title})`).join(', ');
  return new AmbiguousError(`${candidates.length} ${noun}s are called "${text}": ${listed}`, {
    hint: 'give the id',
    details: { candidates },
  });
}

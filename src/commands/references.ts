// An id is never the only way: titles, numbers and pasted URLs become ids here.
import type { Operation } from '../api/operation.ts';
import type { Client } from '../client/client.ts';
import { AmbiguousError } from '../errors.ts';
import type { Input } from './input.ts';
import { getPath, setPath, titleOf } from './names.ts';
import { KINDS, type ReferenceKind } from './reference-kinds.ts';

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
  files: 'fileId',
  comments: 'commentId',
  replies: 'commentReplyId',
  revisions: 'revisionId',
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

/** Where to look for titles, beside the path parameters themselves. */
export interface Lookup {
  /** Fields of the body or query that hold references, by dotted path, and the parameter each one is like. */
  refs?: Readonly<Record<string, string>> | undefined;
  /** The organization to look in, where the path names none: id or title. */
  organization?: () => Promise<string | undefined>;
}

/**
 * Looks every path parameter and reference field up by its exact title, after the platform did not know it as
 * an id. Returns the input with the ids found, or undefined when no title fits. Throws AmbiguousError when several do.
 */
export async function lookUpTitles(
  client: Client,
  operation: Operation,
  input: Input,
  { refs = {}, organization }: Lookup = {},
): Promise<Input | undefined> {
  let found = input;
  for (const param of Object.keys(KINDS)) {
    for (const path of placesOf(param, operation, refs)) {
      const given = getPath(found, path);
      const search = (text: unknown) => lookUp(client, param, text, { input: found, organization });
      const ids = Array.isArray(given) ? await eachOf(given, search) : await search(given);
      if (ids !== undefined && ids !== given) found = setPath(found, path, ids);
    }
  }
  return found === input ? undefined : found;
}

/** Where an input holds references of one kind: its path parameter, and fields of the body. */
function placesOf(param: string, operation: Operation, refs: Readonly<Record<string, string>>): string[][] {
  const fields = Object.entries(refs).flatMap(([path, kind]) => (kind === param ? [path.split('.')] : []));
  return param in operation.params.properties ? [[param], ...fields] : fields;
}

async function eachOf(texts: unknown[], search: (text: unknown) => Promise<string | undefined>) {
  const ids: unknown[] = [];
  for (const text of texts) ids.push((await search(text)) ?? text);
  return ids.every((id, at) => id === texts[at]) ? undefined : ids;
}

interface Scope {
  input: Input;
  organization: Lookup['organization'];
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
  const list = await kind.list(scope.input.changeRequestId !== undefined);
  const place = await placeOf(client, list, scope);
  if (!place) return undefined;
  const key = kind.key ?? 'id';
  const matches = new Map<string, Record<string, unknown>>();
  for await (const item of candidates(client, list, kind, place)) {
    if (item[key] === text) return text;
    if (kind.names(item).includes(text)) matches.set(String(item[key]), item);
  }
  if (matches.size > 1) throw ambiguous(kind, text, [...matches.values()]);
  return [...matches.keys()][0];
}

/** The path parameters of a list; undefined when one of them is not known. */
async function placeOf(client: Client, list: Operation, { input, organization }: Scope) {
  const place: Record<string, string> = {};
  for (const name of Object.keys(list.params.properties)) {
    const known =
      input[name] ?? (name === 'organizationId' ? await organizationIn(client, organization) : undefined);
    if (typeof known !== 'string') return undefined;
    place[name] = known;
  }
  return place;
}

async function organizationIn(
  client: Client,
  organization: Lookup['organization'],
): Promise<string | undefined> {
  const given = await organization?.();
  if (given === undefined) return undefined;
  return (await lookUp(client, 'organizationId', given, { input: {}, organization: undefined })) ?? given;
}

async function* candidates(
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

function ambiguous(
  { noun, key = 'id' }: ReferenceKind,
  text: string,
  items: readonly Record<string, unknown>[],
): AmbiguousError {
  const candidates = items.map((item) => ({ id: item[key], title: item.path ?? titleOf(item) }));
  const listed = candidates.map(({ id, title }) => `${id} (${title})`).join(', ');
  return new AmbiguousError(`${candidates.length} ${noun}s are called "${text}": ${listed}`, {
    hint: 'give the id',
    details: { candidates },
  });
}

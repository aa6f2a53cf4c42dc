// What a person may mean by any text: a pasted address, `space#42`, an id, a title, an e-mail address.
import type { Operation } from '../../api/operation.ts';
import type { Client } from '../../client/client.ts';
import { mapPool } from '../../client/pool.ts';
import { DocsError, isAbsence, NotFoundError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { parsedUrl } from '../../files/texts.ts';
import type { Catalog, Command } from '../model/command.ts';
import type { Run } from '../model/command-type.ts';
import { allCommands } from '../model/load.ts';
import type { Input } from '../run/input.ts';
import { findByTitle } from '../run/scope.ts';
import { fromContext, organizationsInHand } from '../run/session.ts';
import { titleOf } from './names.ts';
import { parseAddress, parseReference } from './pasted.ts';
import { KINDS, namesOfItem, nounOf, type ReferenceKind } from './reference-kinds.ts';
import { candidates } from './references.ts';

export interface Thing {
  /** `space`, `change request`. */
  kind: string;
  id: string;
  title: unknown;
  /** Address in the app; null where it has none. */
  url: unknown;
  /** The command that shows it; null where it is in a list only. */
  command: string | null;
  item: Record<string, unknown>;
}

type Item = Record<string, unknown>;

/** How things of one parameter are read, and by which command. */
interface Getter {
  path: string;
  operation: Operation;
}

const CONCURRENCY = 8;
const PLACES = ['organizationId', 'spaceId', 'siteId'];
/** Such a text may be an id that no list holds: a deleted space, a space of another organization. */
const MAY_BE_ID = /^[\w-]{4,}$/;
const READ_BY_ID = ['organizationId', 'spaceId', 'collectionId'];

/**
 * Everything the text may mean, in the organization, space and site in hand; with `parts`, where nothing is called so, what
 * has it in its name. Throws NotFoundError when there is nothing.
 */
export async function findThings(run: Run, text: string, parts = false): Promise<Thing[]> {
  const getters = await gettersOf(run.catalog);
  const page = parseReference('pageId', text);
  const isOnMain = page !== undefined && page.changeRequestId === undefined;
  const pages = isOnMain ? await readPasted(run, getters, page) : [];
  if (pages.length > 0) return pages;
  const pasted = parseAddress(text) ?? parseReference('changeRequestId', text);
  const found = pasted
    ? await readPasted(run, getters, pasted)
    : await searchEverywhere(run, getters, text, parts);
  if (found.length > 0) return found;
  const shown = isPublished(text) ? await showPublished(run, getters, text) : [];
  if (shown.length > 0) return shown;
  throw new NotFoundError(`nothing that you can see is called "${text}"`, {
    hint: isPublished(text) ? 'docs sites list' : shell`docs orgs search ${text}`,
  });
}

/** An address where readers find it shows several things: a page, in a space, on a site. The innermost comes first. */
export const isPublished = (text: string): boolean =>
  /^https?:\/\//.test(text) && parsedUrl(text) !== undefined;

async function showPublished(run: Run, getters: Map<string, Getter>, text: string): Promise<Thing[]> {
  const { readPublished } = await import('./published.ts');
  const { pageId, spaceId, siteId, organizationId } = await readPublished(run, text);
  const inner: Input[] = [
    { spaceId, pageId },
    { organizationId, spaceId },
    { organizationId, siteId },
  ];
  const things: Thing[] = [];
  for (const ids of inner)
    if (Object.values(ids).at(-1) !== undefined) things.push(...(await readPasted(run, getters, ids)));
  return things;
}

/** By the last parameter of each command called get: of several the one that needs least beside it. */
async function gettersOf(catalog: Catalog): Promise<Map<string, Getter>> {
  const gets = (await allCommands(catalog)).filter(({ command }) => command.verb === 'get');
  const getters = gets.flatMap(({ path, command }) => getterOf(path, command));
  const needs = ([, { operation }]: [string, Getter]) => Object.keys(operation.params.properties).length;
  return new Map(getters.sort((a, b) => needs(b) - needs(a)));
}

function getterOf(path: string, { operation }: Command): [string, Getter][] {
  const param = /\{(\w+)\}$/.exec(operation?.path ?? '')?.[1];
  return operation && param ? [[param, { path, operation }]] : [];
}

async function readPasted(run: Run, getters: Map<string, Getter>, pasted: Input): Promise<Thing[]> {
  const known: Input = { spaceId: fromContext(run, 'spaceId'), ...pasted };
  const param = Object.keys(pasted).at(-1) ?? '';
  const getter = getters.get(param);
  const client = await run.client();
  if (!getter) {
    const kind = KINDS[param];
    const items = kind ? await listed(client, kind, known) : [];
    return items
      .filter((item) => item[kind?.key ?? 'id'] === pasted[param])
      .map((item) => thing(param, item));
  }
  const input = onlyParams(getter.operation, known);
  // A published URL of a sandbox, /sites/<basename>/, has no organization in it: it is no URL of the app.
  if (lacks(getter.operation, input)) return [];
  const read = async (wanted: Input) => asRecord(await client.call(getter.operation, wanted));
  try {
    return [thing(param, await read(input), getter, known)];
  } catch (error) {
    if (!isAbsence(error)) throw error;
    // `Guides#42` names its space by title.
    const named = await findByTitle({ ...run, input, operation: getter.operation }, getter.operation);
    return named
      ? [thing(param, await read(named), getter, { ...named, ...known }, String(known[param]))]
      : [];
  }
}

async function searchEverywhere(
  run: Run,
  getters: Map<string, Getter>,
  text: string,
  parts: boolean,
): Promise<Thing[]> {
  const client = await run.client();
  const near: Thing[] | undefined = parts ? [] : undefined;
  const searches = (await placesOf(run)).flatMap((place) => searchesIn(run, getters, text, place, near));
  const reads = READ_BY_ID.map((param) => async () => {
    const getter = getters.get(param);
    if (!getter || !MAY_BE_ID.test(text)) return [];
    return quietly(async () => {
      const item = asRecord(await client.call(getter.operation, { [param]: text }));
      return [thing(param, item, getter)];
    });
  });
  const results = await mapPool([...searches, ...reads], CONCURRENCY, (search) => search());
  const found = results.flatMap((result) => {
    if (!result.ok) throw result.error;
    return result.value;
  });
  const things = found.length > 0 ? found : (near ?? []);
  return [...new Map(things.map((one) => [`${one.kind} ${one.id}`, one])).values()];
}

/** Whether a name has a word that begins so. */
function holds(names: readonly unknown[], part: string): boolean {
  const wanted = part.trim().toLowerCase();
  return wanted !== '' && names.some((name) => ` ${String(name).toLowerCase()}`.includes(` ${wanted}`));
}

/** In each list of a place; `near` takes what has the text in its name, where nothing of the list is called so. */
function searchesIn(run: Run, getters: Map<string, Getter>, text: string, place: Input, near?: Thing[]) {
  // What a person called the place is what they would type again.
  const typed: Input = Object.fromEntries(
    Object.keys(FLAGS).flatMap((param) => {
      const given = place[param] === undefined ? undefined : fromContext(run, param);
      return given === undefined ? [] : [[param, given]];
    }),
  );
  return Object.entries(KINDS).map(([param, kind]) => async () => {
    const client = await run.client();
    const items = await quietly(() => listed(client, kind, place));
    const isCalled = (item: Item) =>
      item[kind.key ?? 'id'] === text || namesOfItem(kind, item).includes(text);
    const shown = (item: Item) => {
      const named = run.flags.org === undefined ? soleTitle(kind, item, items) : undefined;
      return thing(param, item, getters.get(param), { ...place, ...typed }, named);
    };
    const whole = items.filter(isCalled);
    if (whole.length === 0)
      near?.push(...items.filter((item) => holds(namesOfItem(kind, item), text)).map(shown));
    return whole.map(shown);
  });
}

/** Ids of what the context names, so that lists in them can be read: in each organization where it names none. */
async function placesOf(run: Run): Promise<Input[]> {
  const organizations = await quietly(async () => [...(await organizationsInHand(run))]);
  const all = organizations.length > 0 ? organizations : [undefined];
  return Promise.all(all.map((organizationId) => placeIn(run, organizationId)));
}

async function placeIn(run: Run, organizationId: string | undefined): Promise<Input> {
  const { getOrganization } = await import('../../api/people/organizations.ts');
  const given: Input = { organizationId };
  // A flag may name it by title.
  Object.assign(given, ...(await quietly(() => resolved(run, getOrganization, given))));
  for (const param of PLACES.slice(1)) given[param] = fromContext(run, param);
  const { getSite } = await import('../../api/sites/sites.ts');
  const { getSpace } = await import('../../api/content/spaces.ts');
  // Titles become ids as they would for any command in that place.
  const spaces = await quietly(() => resolved(run, getSpace, given));
  const sites = await quietly(() => resolved(run, getSite, given));
  return Object.assign({ ...given }, ...spaces, ...sites);
}

async function resolved(run: Run, operation: Operation, given: Input): Promise<Input[]> {
  const input = onlyParams(operation, given);
  if (lacks(operation, input)) return [];
  return [(await findByTitle({ ...run, input, operation }, operation)) ?? input];
}

/** All things of one kind, where the place of their list is known. */
async function listed(client: Client, kind: ReferenceKind, place: Input): Promise<Record<string, unknown>[]> {
  const list = await kind.list(place.changeRequestId !== undefined);
  const input = onlyParams(list, place);
  if (lacks(list, input)) return [];
  const items: Record<string, unknown>[] = [];
  for await (const item of candidates(client, list, kind, input)) items.push(item);
  return items;
}

/** What one may not see, or a host does not offer, is not what was meant. */
async function quietly<T>(work: () => Promise<T[]>): Promise<T[]> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DocsError && error.http?.status !== undefined && error.http.status !== 401)
      return [];
    throw error;
  }
}

/** The title, where it is the name of one thing in its list, and reads as nothing else. */
function soleTitle(kind: ReferenceKind, item: Item, items: readonly Item[]): string | undefined {
  const title = titleOf(item);
  if (typeof title !== 'string' || !/^\p{L}[^#:/\p{C}]*$/u.test(title) || title !== title.trim())
    return undefined;
  return items.filter((one) => namesOfItem(kind, one).includes(title)).length === 1 ? title : undefined;
}

/** `named`: what the command calls it in place of its ID. */
function thing(param: string, item: Item, getter?: Getter, place: Input = {}, named?: string): Thing {
  const id = String(item[KINDS[param]?.key ?? 'id'] ?? idOfUser(item));
  const urls = typeof item.urls === 'object' && item.urls !== null ? asRecord(item.urls) : {};
  return {
    kind: nounOf(param),
    id,
    title: titleOf(item) ?? null,
    url: urls.app ?? null,
    command: getter ? commandText(getter, param, named ?? id, place) : null,
    item,
  };
}

/** A member is known by the id of its user. */
const idOfUser = ({ user }: Record<string, unknown>): unknown =>
  typeof user === 'object' && user !== null && 'id' in user ? user.id : '';

const FLAGS: Readonly<Record<string, string>> = { spaceId: '--space', siteId: '--site' };

function commandText({ path, operation }: Getter, param: string, name: string, place: Input): string {
  const scope = Object.keys(operation.params.properties).flatMap((key) =>
    key !== param && FLAGS[key] && place[key] !== undefined ? [FLAGS[key], String(place[key])] : [],
  );
  return shell`${path.split(' ')} ${name} ${scope}`;
}

const lacks = ({ params }: Operation, input: Input): boolean =>
  Object.keys(params.properties).some((name) => input[name] === undefined);

const onlyParams = ({ params }: Operation, input: Input): Input =>
  Object.fromEntries(
    Object.entries(input).filter(([name, value]) => name in params.properties && value !== undefined),
  );

// Safe: what a platform describes are objects; their fields are read as unknown.
const asRecord = (value: unknown) => value as Record<string, unknown>;

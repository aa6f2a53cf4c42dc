// Whether what a row creates is there already: from an earlier run that was cut off, or from another machine. Each list
// is read once, and each thing in it counts for one row.
import { getSpace } from '../../api/content/spaces.ts';
import { type Operation, splitInput } from '../../api/operation.ts';
import type { Client } from '../../client/client.ts';
import { asItem, type Item } from '../../domain/reversals/reversal.ts';
import { whereOffered } from '../references/look-up.ts';
import { titleOf } from '../references/names.ts';
import type { Fields, Rows } from './plan.ts';
import { flatText } from './row-state.ts';

export interface Wanted {
  operation: Operation;
  input: Record<string, unknown>;
  /** What it is created with. */
  after: Fields;
  /** It was sent from here, and the answer never came. */
  sent: boolean;
}

export interface CreatedThings {
  /**
   * The first thing of that name that was created since, with the same values, and that no other row has; null where
   * there is none, undefined where no list shows it.
   */
  find(wanted: Wanted): Promise<Item | null | undefined>;
  /**
   * Whether the thing of that ID may have been there before, and is called otherwise: no row has created it. Looked at where
   * other rows are about to be sent for it: nobody has reviewed what a file says of it.
   */
  isOther(wanted: Omit<Wanted, 'sent'>, number: number, id: string | undefined): Promise<boolean>;
}

/** `since`: when the plan was made; `taken`: IDs of what rows are known to have created; `needed`: as `neededLater` says. */
export function createdThings(
  client: Client,
  operations: readonly Operation[],
  {
    since,
    taken,
    needed = new Map(),
  }: { since: string; taken: Iterable<string>; needed?: ReadonlyMap<number, ReadonlySet<unknown>> },
): CreatedThings {
  const made = Date.parse(since);
  const known = new Set<unknown>(taken);
  const lists = new Map<string, Promise<Map<unknown, Item[]> | undefined>>();
  const listOf = (list: Operation, input: Record<string, unknown>) => {
    const place = splitInput(list, input).params;
    const key = `${list.id} ${JSON.stringify(place)}`;
    const read = lists.get(key) ?? recent(client, { list, place, made });
    lists.set(key, read);
    return read;
  };
  return {
    async find({ operation, input, after, sent }) {
      const list = listFor(operation, operations);
      const title = titleOf({ ...after }) ?? (await titleGiven(client, operation, after));
      const isShown = operation.id === 'siteSpaces.add';
      if (!list || (title === undefined && !isShown)) return undefined;
      const things = await listOf(list, input);
      if (!things) return undefined;
      // Where nothing says when it was created, only what was sent from here can have created it.
      const fits = (item: Item) =>
        !known.has(item.id) && (sent || item.createdAt !== undefined) && isSame(item, after);
      const found = isShown
        ? [...things.values()].flat().find((item) => shows(item, after) && fits(item))
        : things.get(title)?.find(fits);
      if (found) known.add(found.id);
      return found ?? null;
    },
    async isOther({ operation, input, after }, number, id) {
      const list = listFor(operation, operations);
      const title = titleOf({ ...after });
      const names = needed.get(number);
      if (!names || !list || title === undefined) return false;
      const shown = await whereOffered(async () => {
        for await (const { items } of client.pages(list, splitInput(list, input).params)) {
          const found = items.map(asItem).find((item) => item.id === id);
          if (found) return found;
        }
        return undefined;
      });
      // Somebody may have renamed what is certainly new.
      const isNew = shown?.createdAt !== undefined && !isOlder(shown, made);
      const now = shown && titleOf(shown);
      return shown !== undefined && !isNew && now !== title && (now === undefined || !names.has(now));
    },
  };
}

const isOlder = ({ createdAt }: Item, made: number): boolean =>
  typeof createdAt === 'string' && Date.parse(createdAt) < made;

/** Rows that others need which are not done, each with the names that those which were sent may have given to it. */
export function neededLater(
  rows: Rows,
  states: ReadonlyMap<number, { state: string }>,
): Map<number, Set<unknown>> {
  const found = new Map<number, Set<unknown>>();
  const names = new Map<number, Set<unknown>>();
  let number = 0;
  if (states.size > 0)
    for (const { needs = [], after } of rows) {
      number += 1;
      const state = states.get(number)?.state;
      for (const need of needs) {
        const given = names.get(need) ?? new Set();
        names.set(need, given);
        if (state !== undefined) given.add(titleOf({ ...after }));
        if (state !== 'done') found.set(need, given);
      }
    }
  return found;
}

/** The list that shows what a request creates: it has the same path. */
const listFor = (operation: Operation, operations: readonly Operation[]): Operation | undefined =>
  operations.find(
    ({ method, path, paging }) => method === 'GET' && path === operation.path && paging === 'pages',
  );

/** What may have been created since, by title. Undefined for a list that one may not read. */
function recent(
  client: Client,
  { list, place, made }: { list: Operation; place: Record<string, unknown>; made: number },
): Promise<Map<unknown, Item[]> | undefined> {
  return whereOffered(async () => {
    const found = new Map<unknown, Item[]>();
    for await (const { items } of client.pages(list, place))
      for (const item of items.map(asItem)) {
        if (isOlder(item, made)) continue;
        const title = titleOf(item);
        found.set(title, [...(found.get(title) ?? []), item]);
      }
    return found;
  });
}

/** Texts, numbers and switches are shown as they were sent; a structure is shown in the platform's own way. */
const isSame = (item: Item, wanted: Fields): boolean =>
  Object.entries(wanted).every(
    ([name, value]) =>
      !(name in item) ||
      isStructure(value) ||
      isStructure(item[name]) ||
      flatText(item[name]) === flatText(value),
  );

/** A site has a space in a section once, and may call it otherwise there. */
const shows = ({ space, section }: Item, { spaceId, sectionId = section }: Fields): boolean =>
  asItem(space).id === spaceId && section === sectionId;

/** A section that is created without a title gets that of its space. */
const titleGiven = async (client: Client, { id }: Operation, { spaceId }: Fields): Promise<unknown> =>
  id === 'siteSections.create' && typeof spaceId === 'string'
    ? titleOf(await whereOffered(() => client.call(getSpace, { spaceId })))
    : undefined;

const isStructure = (value: unknown): boolean => typeof value === 'object' && value !== null;

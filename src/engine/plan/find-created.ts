// What the lists of a host tell of a plan: whether what a row creates is there already, and the state of many targets.
// Each list is read once, and each thing in it counts for one row.

import { getSpace } from '../../api/content/spaces.ts';
import { mutates, type Operation, splitInput } from '../../api/operation.ts';
import type { Client } from '../../client/client.ts';
import { asItem, type Item } from '../../domain/reversals/reversal.ts';
import { PackedTexts } from '../../files/texts.ts';
import type { Run } from '../model/command-type.ts';
import { eachOf, whereOffered } from '../references/look-up.ts';
import { titleOf } from '../references/names.ts';
import { listedReaderOf } from '../references/readers.ts';
import { KINDS } from '../references/reference-kinds.ts';
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

// Many targets of a plan are read from the list of their kind, page by page, not one by one.

type Input = Readonly<Record<string, unknown>>;

/** What a list has shown, by ID: as many things as there are rows in the largest plan. */
type Known = Pick<ReadonlyMap<unknown, Item>, 'get'>;

/** Fewer are read one by one: a list may be much longer. */
const WORTH_A_LIST = 10;

/** Things of one kind in one place. */
interface Group {
  count: number;
  /** The list, once the first of them is asked for. */
  listed?: Promise<Known>;
  read: () => Promise<Known>;
}

export interface ListedReads {
  /** Answers reads of what is expected from its list, as long as nothing was changed. */
  client: Client;
  /**
   * Says that the thing which `param` names in `input` will be read. `known`: what a list has just shown, which is the
   * state before a change that is sent soon.
   */
  expect(param: string, input: Input, known?: Known): Promise<void>;
}

/** Reads of many things. A list is read only where it shows its items as the single read does. */
export async function listedReads(run: Run): Promise<ListedReads> {
  const client = await run.client();
  let changed = false;
  const groups = new Map<string, Group>();
  const params = new Map<string, string>();
  const groupOf = (reader: Operation, input: Input): Group | undefined => {
    const param = params.get(reader.id);
    return param === undefined ? undefined : groups.get(keyOf(reader, param, input));
  };
  return {
    client: {
      ...client,
      async call(operation, given, options) {
        const input: Input = { ...Object(given) };
        changed ||= mutates(operation);
        const group = groupOf(operation, input);
        if (changed || !group || (group.count < WORTH_A_LIST && !group.listed))
          return client.call(operation, given, options);
        group.listed ??= group.read();
        const found = (await group.listed).get(input[params.get(operation.id) ?? '']);
        if (found === undefined) return client.call(operation, given, options);
        run.noteRead(operation, input, found);
        // Safe: the list shows its items with the very schema of this read.
        return found as never;
      },
      async callWithStatus(operation, input, options) {
        changed ||= mutates(operation);
        return client.callWithStatus(operation, input, options);
      },
    },
    async expect(param, input, known) {
      const onChangeRequest = input.changeRequestId !== undefined;
      const reader = await listedReaderOf(param, onChangeRequest);
      if (!reader) return;
      const shown = known?.get(input[param]);
      if (shown !== undefined) run.noteRead(reader, splitInput(reader, input).params, shown);
      const key = keyOf(reader, param, input);
      const group = groups.get(key);
      if (group) group.count += 1;
      else {
        const read = () => itemsOf(run, param, input);
        groups.set(key, { count: 1, read, ...(known && { listed: Promise.resolve(known) }) });
        params.set(reader.id, param);
      }
    },
  };
}

/** Where a thing is: the same IDs may be in several places. */
const keyOf = (reader: Operation, param: string, input: Input): string => {
  const names = Object.keys(reader.params.properties).filter((name) => name !== param);
  return `${reader.id} ${JSON.stringify(names.map((name) => input[name] ?? null))}`;
};

async function itemsOf(run: Run, param: string, input: Input): Promise<Known> {
  const kind = KINDS[param];
  const packed = new PackedTexts();
  const places = new Map<unknown, number>();
  const take = (item: Item) => {
    places.set(item[kind?.key ?? 'id'], packed.length);
    packed.push(JSON.stringify(item));
  };
  if (kind) await eachOf({ ...run, input: { ...input } }, kind, take);
  return {
    get(id) {
      const text = packed.at(places.get(id) ?? packed.length);
      return text === undefined ? undefined : JSON.parse(text);
    },
  };
}

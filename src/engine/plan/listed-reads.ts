// Many targets of a plan are read from the list of their kind, page by page, not one by one.
import { mutates, type Operation, splitInput } from '../../api/operation.ts';
import type { Client } from '../../client/client.ts';
import { PackedTexts } from '../../files/packed-texts.ts';
import type { Run } from '../model/command-type.ts';
import { eachOf, type Item } from '../references/look-up.ts';
import { listedReaderOf } from '../references/readers.ts';
import { KINDS } from '../references/reference-kinds.ts';

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

// What an entry of the history is about, in words: `space "Guides" (id)`.
import { kindOfParam } from '../../client/failure-context.ts';
import type { Ran } from '../../domain/journal/journal-commands.ts';
import type { Entry } from '../../domain/journal/journal-entries.ts';
import { asItem, type Item } from '../../domain/reversals/reversal.ts';
import type { Run } from '../model/command-type.ts';
import { titleOf } from '../references/names.ts';

export interface Thing {
  /** `space`. */
  noun: string;
  title?: string;
  id?: string;
}

/** By what was there before, else by what came of it, else by the request alone. */
export function thingOf({ operation, method, path, input, before, after }: Entry): Thing {
  const param = [...path.matchAll(/\{(\w+)\}/g)].at(-1)?.[1] ?? '';
  const own = ownId(param, input, asItem(before));
  const made = asItem(after);
  const items = [asItem(before), made].filter(({ object }) => typeof object === 'string');
  const isMaking = method === 'POST' || operation?.endsWith('.create') === true;
  const isMade = isMaking && before === undefined && /s$|\/duplicate$/.test(path);
  const found = items.find((item) => item.id === own) ?? (isMade ? items[0] : undefined);
  const described: Item = found ?? items[0] ?? asItem(before);
  const title = textOf(titleOf(described) ?? titleOf(made));
  const id = isMade ? (textOf(made.id) ?? own) : own;
  const noun = typeof found?.object === 'string' ? wordOf(found.object) : kindOfParam(param);
  return { noun: noun || 'request', ...(title !== undefined && { title }), ...(id !== undefined && { id }) };
}

/** What is sorted is named in the body, and so is what goes into a group: the path names the group. */
function ownId(param: string, input: Item, { id }: Item): string | undefined {
  const isNamed = textOf(id) !== undefined && Object.values(input).includes(id);
  return textOf(asItem(input.item).id) ?? textOf(isNamed ? id : input[param]);
}

/** `site-section` is a section, as commands and plans call it. */
const wordOf = (object: string): string =>
  object
    .replace(/^site-(?=section|external|mcp)/, '')
    .replace(/^mcp\b/, 'MCP')
    .replaceAll('-', ' ');

/** As the row of a plan called it, else in words of what is kept of it. */
export const nameOfChange = (entry: Entry): string => entry.called ?? textOfThing(thingOf(entry));

/** What rows are called that are on their way, by what all copies of a run share. */
const CALLED = new WeakMap<object, Map<string, CalledRow>>();

type CalledRow = Required<Pick<Entry, 'called' | 'row'>>;

const keyOf = (operation: string | undefined, input: object): string =>
  JSON.stringify([operation, Object.entries(input).sort(([a], [b]) => (a < b ? -1 : 1))]);

/** Until the request was sent, it is called so; returns what ends that. */
export function callRequest({ warned, operation, input }: Run, row: CalledRow): () => void {
  const called = CALLED.get(warned) ?? new Map<string, CalledRow>();
  CALLED.set(warned, called);
  const key = keyOf(operation.id, input);
  called.set(key, row);
  return () => void called.delete(key);
}

export const calledRequest = (
  { warned }: Run,
  operation: string | undefined,
  input: object,
): CalledRow | undefined => CALLED.get(warned)?.get(keyOf(operation, input));

/** `space "Guides" (id)`, `space "id"`. */
export function textOfThing({ noun, title, id }: Thing): string {
  if (title === undefined) return id === undefined ? noun : `${noun} "${id}"`;
  return `${noun} "${title}"${id === undefined || id === title ? '' : ` (${id})`}`;
}

/** `change 0a1b2c3d4e: docs spaces update ...`. */
export const titleOfRan = ({ id, entries: [{ command }] }: Ran): string => `change ${id}: ${command}`;

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

// The state that a row of a plan is about: what of it counts, whether it still is as it was, what differs, whether it is done.

import { isDeepStrictEqual } from 'node:util';
import { type Operation, splitInput } from '../../api/operation.ts';
import type { Client } from '../../client/client.ts';
import { reversalOf } from '../../domain/reversals/of-operations.ts';
import { asItem, type Item, isSameValue, plainValue, type Undo } from '../../domain/reversals/reversal.ts';
import { ConflictError, DocsError, NotFoundError } from '../../errors.ts';
import { beginning } from '../../files/texts.ts';
import { fromDocument } from '../../markdown/from-document.ts';
import { readerOf } from '../references/readers.ts';
import { type Fields, maskedBody, type PlanRow, rowsNamedIn } from './plan.ts';

type Input = Readonly<Record<string, unknown>>;

/** null: nothing is there; undefined: nothing shows it, as for what a row creates. */
export type Live = Item | null | undefined;

/** The last thing that the path names. */
export const lastParam = ({ path }: Operation): string => [...path.matchAll(/\{(\w+)\}/g)].at(-1)?.[1] ?? '';

/** A POST to a collection of things, or what is called so: nothing is there before. */
export const creates = ({ method, path, id }: Operation): boolean =>
  (method === 'POST' && path.endsWith('s')) || /\.(create|add)$/.test(id);

/** Whether the path names something that an earlier row creates: nothing of it can be there yet. */
export const isOnNew = (operation: Operation, input: Input): boolean =>
  rowsNamedIn(Object.keys(operation.params.properties).map((name) => input[name])).length > 0;

/** Reads what a request is about. Throws what keeps it from being read, but for its absence. */
export async function readLive(client: Client, operation: Operation, input: Input): Promise<Live> {
  const read = (await reversalOf(operation.id))?.read ?? (await ownReader(operation, input));
  if (!read) return undefined;
  try {
    const found = await read(client, { ...input });
    if (found === undefined && creates(operation)) return undefined;
    const item = asItem(found);
    return item.deletedAt !== undefined && operation.method === 'DELETE' ? null : item;
  } catch (error) {
    if (error instanceof NotFoundError) return null;
    // A host that does not offer the read, or does not allow it, shows nothing.
    if (error instanceof DocsError && [403, 501].includes(error.http?.status ?? 0)) return undefined;
    throw error;
  }
}

async function ownReader(operation: Operation, input: Input) {
  if (creates(operation)) return undefined;
  const reader = await readerOf(lastParam(operation), input.changeRequestId !== undefined);
  if (!reader || !Object.keys(reader.params.properties).every((name) => input[name] !== undefined))
    return undefined;
  // Safe: every parameter of its path was just seen in the input.
  return (client: Client, given: Input) =>
    client.call(reader, splitInput(reader, { ...given }).params as never);
}

/** What of the state counts for this request: the fields it changes; of what goes or is worked on, what tells it. */
export async function relevant(
  operation: Operation,
  input: Input,
  live: Live,
): Promise<Fields | null | undefined> {
  if (live === undefined) return creates(operation) ? null : undefined;
  if (live === null) return null;
  const undo = await undoOf(operation, input, live);
  const body = bodyOf(operation, input);
  const own = undo
    ? undo.project(live)
    : Object.fromEntries(Object.keys(body).map((name) => [name, live[name]]));
  // What several have each is read by their IDs: it has no name of its own.
  const isOfMany = (await reversalOf(operation.id))?.parts !== undefined;
  const told = isOfMany || operation.method === 'PATCH' || operation.method === 'PUT' ? {} : identity(live);
  return plainValue({ ...told, ...own }) as Fields;
}

/** Undefined where nothing takes the request back: then nothing says either what of the state it is about. */
async function undoOf(operation: Operation, input: Input, before: Item): Promise<Undo | undefined> {
  try {
    return (await reversalOf(operation.id))?.undo?.({ input: { ...input }, before });
  } catch (error) {
    if (error instanceof ConflictError) return undefined;
    throw error;
  }
}

/** Fields that change by themselves. */
const RESTLESS = /(At|Count|^updated|^created|^lastSeen|^number|^object|^id)$/;

/** What people know a thing by, and its state: texts and switches, never counts or times. Of a comment its text. */
const identity = (item: Item): Item =>
  Object.fromEntries(
    Object.entries(item).filter(
      ([name, value]) =>
        name === 'body' || (['string', 'boolean'].includes(typeof value) && !RESTLESS.test(name)),
    ),
  );

/** The body as fields: any other body than an object is under `body`. */
export function bodyOf(operation: Operation, input: Input): Fields {
  const { body } = splitInput(operation, { ...input });
  const isFields = typeof body === 'object' && body !== null && !Array.isArray(body);
  return body === undefined ? {} : isFields ? { ...body } : { body };
}

/** All texts of a value, at any depth. */
export const textsIn = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [value];

/** What rows of a plan set, for those behind them that change the same thing again: they find it so. */
export class EarlierRows {
  private readonly set = new Map<string, Fields>();

  /** The state that the request finds; it counts for those behind it. `live`: the state now. */
  pass<L extends Live>(operation: Operation, input: Input, live: L): L | Item {
    if (operation.method !== 'PATCH' && operation.method !== 'PUT') return live;
    // Of one site, each moves something else.
    if (operation.id === 'siteStructure.sort') return live;
    const params = Object.keys(operation.params.properties).map((name) => input[name]);
    const key = JSON.stringify([operation.id, ...params]);
    const earlier = this.set.get(key);
    this.set.set(key, { ...earlier, ...bodyOf(operation, input) });
    return live && earlier ? { ...live, ...earlier } : live;
  }
}

/** Whether the thing itself goes: `DELETE .../git` takes something from a space that stays. */
const removes = ({ method, path }: Operation): boolean => method === 'DELETE' && path.endsWith('}');

/** The fields after the request; null: it is gone. */
export function afterOf(
  operation: Operation,
  input: Input,
  before: Fields | null | undefined,
): Fields | null {
  if (removes(operation)) return null;
  const body = bodyOf(operation, input);
  const same = Object.entries(before ?? {}).filter(([name]) => name in body);
  return { ...Object.fromEntries(same), ...body };
}

/** Whether a field of the body says who is given something, and not what. */
const namesWhom = ({ id }: Operation, field: string): boolean =>
  id.endsWith('Permissions.add') && (field === 'users' || field === 'teams');

/** Whether a request would change nothing: every field it sets is so already. */
export function isSoAlready(
  operation: Operation,
  before: PlanRow['before'],
  after: PlanRow['after'],
): boolean {
  if (removes(operation)) return before === null;
  if (!before || !after) return false;
  const names = Object.keys(after).filter((name) => !namesWhom(operation, name));
  return names.length > 0 && names.every((name) => name in before && isSameValue(before[name], after[name]));
}

/** Whether a thing that is there is as a request would leave it. */
export async function isAsSent(operation: Operation, input: Input, live: Item): Promise<boolean> {
  const before = await relevant(operation, input, live);
  return isSoAlready(operation, before, afterOf(operation, input, before));
}

/** Whether the state is as it was when the plan was made. */
export const isAsBefore = (row: PlanRow, live: Fields | null | undefined): boolean =>
  row.before === undefined || live === undefined || isSameValue(row.before, live);

/** Whether nothing but other rows, which were sent, made the state another one: they call it so. */
export function isOwnDoing(
  { before }: PlanRow,
  live: Fields | null | undefined,
  sent: readonly PlanRow[],
): boolean {
  if (!before || !live) return false;
  const isSet = (name: string) =>
    sent.some(
      (row) =>
        isSameValue(row.before?.[name], before[name]) &&
        row.after != null &&
        name in row.after &&
        isSameValue(row.after[name], live[name]),
    );
  return Object.keys({ ...before, ...live }).every(
    (name) => isSameValue(before[name], live[name]) || isSet(name),
  );
}

/** The fields that are no longer as they were: `role is admin now, was read`. */
export function changesSince({ before }: PlanRow, live: Fields | null | undefined): string {
  if (!live) return 'it does not exist any more';
  if (!before) return 'it exists now';
  const all = Object.keys({ ...before, ...live }).flatMap((name) => leavesOf(name, before[name], live[name]));
  return all.map(({ field, from, to }) => `${field} is ${wordOf(to)} now, was ${wordOf(from)}`).join(', ');
}

// The difference between two values of a field as people read it: of what has parts only the parts that differ, and of
// rich text its words.

/** One field of a row that changes, or a part of it: `styling.warningColor.light`. */
export interface Change {
  field: string;
  from: unknown;
  to: unknown;
}

/** A part for each place in which the two differ; none where they are the same. */
export function leavesOf(field: string, from: unknown, to: unknown): Change[] {
  const [a, b] = [readable(from), readable(to)];
  if (isDeepStrictEqual(a ?? null, b ?? null)) return [];
  const parts = partsOf(a, b);
  if (!parts) return [{ field, from: a, to: b }];
  // An element that came or went is shown as one.
  const isWhole = (one: unknown, other: unknown) =>
    Array.isArray(b) && (one === undefined || other === undefined);
  return parts.flatMap(([key, one, other]) =>
    isWhole(one, other)
      ? { field: `${field}.${key}`, from: readable(one), to: readable(other) }
      : leavesOf(`${field}.${key}`, one, other),
  );
}

/** Rich text as Markdown, also where it is the only part of a value. */
export function readable(value: unknown): unknown {
  if (!isParted(value) || Array.isArray(value)) return value;
  if (value.object === 'document' && Array.isArray(value.nodes)) return fromDocument(value);
  const [key, second] = Object.keys(value);
  if (second !== undefined) return value;
  if (key === 'markdown' && typeof value.markdown === 'string') return value.markdown;
  const inner = key === 'document' ? readable(value.document) : undefined;
  return typeof inner === 'string' ? inner : value;
}

/** What is masked by the name of its field, wherever it stands. */
export function maskedAt(field: string, value: unknown): unknown {
  const path = field.split('.');
  const whole = path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value ?? null);
  return path.reduce<unknown>((at, key) => (isParted(at) ? partOf(at, key) : at), maskedBody(whole));
}

type Parted = Readonly<Record<string, unknown>>;

const isParted = (value: unknown): value is Parted => typeof value === 'object' && value !== null;

const partOf = (value: unknown, key: string): unknown =>
  isParted(value) && Object.hasOwn(value, key) ? value[key] : undefined;

type Part = readonly [key: string | number, from: unknown, to: unknown];

/** Undefined where the values have no parts that can be told apart. */
function partsOf(from: unknown, to: unknown): Part[] | undefined {
  if (!isParted(to) || (from !== undefined && from !== null && !isParted(from))) return undefined;
  if (Array.isArray(to) || Array.isArray(from)) return elementsOf(from ?? [], to);
  const keys = [...new Set([...Object.keys(from ?? {}), ...Object.keys(to)])];
  return keys.length > 0 ? keys.map((key) => [key, partOf(from, key), partOf(to, key)]) : undefined;
}

/** Of lists of objects those between what they begin and end with alike. */
function elementsOf(from: unknown, to: unknown): Part[] | undefined {
  if (!Array.isArray(from) || !Array.isArray(to) || ![...from, ...to].some(isParted)) return undefined;
  const shorter = Math.min(from.length, to.length);
  let start = 0;
  while (start < shorter && isDeepStrictEqual(from[start], to[start])) start += 1;
  let end = 0;
  while (end < shorter - start && isDeepStrictEqual(from.at(-1 - end), to.at(-1 - end))) end += 1;
  const count = Math.max(from.length, to.length) - start - end;
  const partAt = (list: unknown[], at: number) => list.slice(start, list.length - end)[at];
  return Array.from({ length: count }, (_, at) => [start + at, partAt(from, at), partAt(to, at)]);
}

const LONGEST_WORD = 60;
/** So much of what two texts have in common is left to find the place by. */
const SHARED = 16;

/**
 * Only texts are cut: of a list and its elements all is shown that is sent. A URL is not cut before its host ends: what
 * leads elsewhere must not read like what does not.
 */
const longestOf = (value: unknown, text: string): number =>
  isParted(readable(value))
    ? Number.POSITIVE_INFINITY
    : Math.max(LONGEST_WORD, /^[a-z][a-z\d+.-]*:\/\/[^/\\?#\s]{0,300}/i.exec(text)?.[0].length ?? 0);

/** A value on a line for people. */
export function wordOf(value: unknown): string {
  const text = flatText(value);
  return beginning(text, longestOf(value, text));
}

/** What is left of an emoji that was cut in two. */
const HALF_AT_START = /^[\u200d\ufe0f\udc00-\udfff]+/;

/** `read -> review`; of long texts the place where they begin to differ. */
export function pairOf(from: unknown, to: unknown): string {
  const [a, b] = [flatText(from), flatText(to)];
  return differingParts(a, b, Math.max(longestOf(from, a), longestOf(to, b))).join(' -> ');
}

/** At most so much of two texts: of longer ones the place where they begin to differ. */
export function differingParts(a: string, b: string, most: number): [string, string] {
  let same = 0;
  while (same < Math.min(a.length, b.length) && a[same] === b[same]) same += 1;
  const start = Math.max(a.length, b.length) > most && same > 2 * SHARED ? same - SHARED : 0;
  const part = (text: string) =>
    start > 0 ? `...${beginning(text.slice(start).replace(HALF_AT_START, ''), most)}` : beginning(text, most);
  return [part(a), part(b)];
}

/** A text that reads like nothing, like a change, or like the next field, in quotation marks: it is one value. */
const told = (text: string): string =>
  /^\(none\)$|^"| -> |, [\w.-]+: /.test(text.replace(/\s+/g, ' ')) ? JSON.stringify(text) : text;

export function flatText(value: unknown): string {
  const shown = readable(value);
  if (shown === undefined || shown === null) return '(none)';
  const text = typeof shown === 'string' ? told(shown) : JSON.stringify(maskedBody(shown));
  return text === '' ? '""' : text.replace(/\s+/g, ' ');
}

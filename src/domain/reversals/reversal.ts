// How a change is taken back: the read that shows the state before it, and the request that brings that back.

import { isDeepStrictEqual } from 'node:util';
import type { TSchema } from '@sinclair/typebox';
import type { OperationId } from '../../api/index.ts';
import { isObjectSchema, type Operation, splitInput } from '../../api/operation.ts';
import type { Client } from '../../client/client.ts';
import { ConflictError, NotFoundError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';

export type Input = Record<string, unknown>;
export type Item = Readonly<Record<string, unknown>>;

/**
 * A change as the journal keeps it. `before` and `after` are absent where they could not be read or kept; `before` is
 * null where there was nothing.
 */
export interface Change {
  readonly input: Input;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** The request that takes a change back. */
export interface Undo {
  operation: Operation;
  input: Input;
  /** What the same operation is sent before it, where one request cannot take it all. */
  first?: readonly Input[];
  /** Reads what holds the things that it changes, where `shown` names each of them. */
  holder?: Operation;
  /** What of the present state this is about; undefined: the thing is gone. */
  project(item: Item | undefined): Item;
  /** That it is gone is a state like any other: it was deleted, or taken out. */
  mayBeGone?: true;
  /** That state before the change. */
  original: Item;
  /** That state as the change left it, as far as it is known. */
  expected: Item;
  /** What does not come back. */
  note?: string;
  /** The changes in words, where the fields of the state are numbers that say nothing. */
  shown?(item: Item | undefined): readonly FieldChange[];
  /** Where a place is named by what is next to it: which things those are, and the request for another one. */
  place?: Place;
}

/** A field with what it is and what it will be. */
export interface FieldChange {
  name: string;
  from: unknown;
  to: unknown;
}

/** The place of a thing among others, each by its ID. */
interface Place {
  id: unknown;
  previous: unknown;
  next: unknown;
  /** What kind of thing the next one is, where there are several. */
  nextType?: unknown;
  /** The input that puts it before the thing of this ID; without one, the input that needs no neighbor. */
  before(id?: unknown, type?: unknown): Input;
}

export interface Reversal {
  /**
   * Reads what the change is about; undefined before what it creates (`made`) is there. `before`: what it read before the
   * change, once that is made. Throws NotFoundError.
   */
  read?(client: Client, input: Input, made?: unknown, before?: unknown): Promise<unknown>;
  /** Throws ConflictError `CANNOT_UNDO` when this one cannot be undone. */
  undo?(change: Change): Undo;
  /** Where one request is about several things: the inputs that would do the same one by one. `undo` takes one of these. */
  parts?(input: Input): Input[];
  /** What the answer shows of the thing as its own read would: the next change of it need not ask. */
  shows?(input: Input, answer: unknown): { operation: Operation; input: Input; result: unknown } | undefined;
  /** Why nothing undoes it, and the command that comes nearest; `{id}` is the id of what was made. */
  why?: string;
  hint?: string;
  /** Asks the host for the nearest command; `hint` is given where it does not say. */
  lookUpHint?(client: Client, change: Change): Promise<string | undefined>;
}

export type Reversals = Readonly<Partial<Record<OperationId, Reversal>>>;

// Safe: what a platform describes are objects; their fields are read as unknown.
export const asItem = (value: unknown): Item =>
  (typeof value === 'object' && value !== null ? value : {}) as Item;
export const itemsOf = (value: unknown): Item[] => (Array.isArray(value) ? value.map(asItem) : []);
export const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

/** As JSON has it: no undefined. */
export const plainValue = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

/** Whether two values are the same to the platform: what is absent is null. */
export const isSameValue = (a: unknown, b: unknown): boolean =>
  isDeepStrictEqual(plainValue(a), plainValue(b));

/** `before`: what the change found, for earlier changes of the same thing. */
export const cannotUndo = (why: string, hint?: string, before?: Item): ConflictError =>
  new ConflictError(`cannot be undone: ${why}`, {
    code: 'CANNOT_UNDO',
    hint,
    ...(before && { details: { before } }),
  });

export const mergedSince = (changeRequest: unknown, space: unknown): ConflictError =>
  cannotUndo(
    'the change request was merged since',
    shell`docs cr diff ${String(changeRequest)} --space ${String(space)}`,
  );

/** Of an edit that uploaded files. */
export const FILES_STAY = 'uploaded files stay';

/** What does no harm where it is: beside changes that are undone it is only said. */
export const staysBehind = (what: string): ConflictError =>
  new ConflictError(`cannot be undone: ${what}`, { code: 'CANNOT_UNDO', details: { stays: what } });

/** A request about several things, as one about each of them. */
export function partsOf<T extends { input: Input }>(reversal: Reversal | undefined, change: T): T[] {
  const parts = reversal?.parts?.(change.input) ?? [];
  return parts.length > 1 ? parts.map((input) => ({ ...change, input })) : [change];
}

/** A reader by a get; `more` goes into its query. */
export const byGet =
  (get: Operation, more: Input = {}): NonNullable<Reversal['read']> =>
  (client, input) =>
    client.call(get, { ...splitInput(get, input).params, ...more });

/** A reader that finds the thing in the list it is in. */
export const inList =
  (
    list: Operation,
    param: string,
    idOf: (item: Item) => unknown = ({ id }) => id,
  ): NonNullable<Reversal['read']> =>
  async (client, input) => {
    let found: Item | undefined;
    // To its end: what is kept of a list is the whole of it.
    for await (const { items } of client.pages(list, splitInput(list, input).params))
      found ??= items.map(asItem).find((item) => idOf(item) === input[param]);
    if (found) return found;
    throw new NotFoundError(`${nounOf(param)} "${input[param]}" not found`);
  };

const nounOf = (param: string): string =>
  param.replace(/Id$/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

interface Restoring {
  read: NonNullable<Reversal['read']>;
  /** Where a field of the body is found in what the read shows, where it has another name there. */
  fields?: Readonly<Record<string, (item: Item) => unknown>>;
  /** Fields that the platform changes by itself where another one is set: they come back with it. */
  alongside?: Readonly<Record<string, string>>;
  /** Last changes to the input. */
  adjust?: (input: Input, before: Item) => Input;
  /** Fields of the body that are no state and cannot be set back. */
  without?: readonly string[];
  /** Fields that the answer to the update may show in another form than the read does. */
  loose?: readonly string[];
}

/** The reversal of an update: the fields it changed get the values they had. */
export function restoring(
  update: Operation,
  { read, fields = {}, alongside = {}, adjust, without = [], loose = [] }: Restoring,
): Reversal & Required<Pick<Reversal, 'undo'>> {
  const body = update.body && isObjectSchema(update.body) ? update.body.properties : {};
  return {
    read,
    undo(change) {
      const { input, after } = change;
      const before = beforeOf(change);
      const lost = without.filter((name) => input[name] !== undefined);
      const set = Object.keys(body).filter((name) => input[name] !== undefined && !without.includes(name));
      const changed = [...new Set(set.flatMap((name) => [name, alongside[name] ?? name]))];
      if (changed.length === 0)
        throw cannotUndo(
          lost.length > 0
            ? `the platform cannot reverse ${lost.join(' and ')}`
            : 'it set only fields that this version does not know',
        );
      const project = (item: Item = {}) =>
        Object.fromEntries(changed.map((name) => [name, (fields[name] ?? ((it) => it[name]))(item)]));
      const original = project(before);
      const values = Object.fromEntries(
        changed.map((name) => [name, settable(name, original[name], body[name])]),
      );
      const undo = { ...splitInput(update, input).params, ...values };
      return {
        operation: update,
        input: adjust?.(undo, before) ?? undo,
        project,
        original,
        expected: after === undefined ? {} : expectedOf(project(asItem(after)), input, loose),
        ...(lost.length > 0 && { note: `${lost.join(' and ')} cannot be undone` }),
      };
    },
  };
}

/** What was set and the answer does not show is not known: it is not missing. */
const expectedOf = (shown: Item, input: Input, loose: readonly string[]): Item =>
  Object.fromEntries(
    Object.entries(shown).filter(
      ([name, value]) => !loose.includes(name) && (value !== undefined || (input[name] ?? null) === null),
    ),
  );

/** The state before the change. Throws ConflictError `CANNOT_UNDO` when the journal does not hold it. */
export function beforeOf({ before }: Change): Item {
  if (before === undefined) throw cannotUndo('its state before the change could not be read');
  if (before === null) throw cannotUndo(MADE);
  return asItem(before);
}

function settable(name: string, value: unknown, schema: TSchema | undefined): unknown {
  if (value !== undefined) return value;
  const options: TSchema[] = schema?.anyOf ?? [];
  if (options.some(({ type }) => type === 'null')) return null;
  throw cannotUndo(`${name} had no value before, and the platform cannot clear it`);
}

/** Why something cannot be undone, in the words of every resource. */
export const MADE = 'an undo does not delete what was created';
/** What is taken back by deleting it, with the command that does. */
export const made = (hint: string) => ({ why: MADE, hint });
export const GONE = 'the platform cannot restore it';

/** Whether a change certainly left everything as it found it. */
export const changedNothing = ({ original, expected, place }: Undo): boolean => {
  // What an answer does not show is not known; where among others a thing came to stand, none tells.
  const names = Object.keys(place ? expected : { ...original, ...expected });
  const isLeft = (name: string) => name in expected && isSameValue(original[name], expected[name]);
  return names.length > 0 && names.every(isLeft);
};

// Where a thing is among others, in words: `between "Guides" and "Resources"`.

type TitleOf = (id: string) => unknown;

/** Of what is next to a thing: its ID, or a pointer with its type. */
export function idOfNeighbor(neighbor: unknown): string | undefined {
  if (typeof neighbor === 'string') return neighbor;
  const [id] = Object.entries(asItem(neighbor)).flatMap(([name, value]) => (name === 'type' ? [] : [value]));
  return typeof id === 'string' ? id : undefined;
}

/** null where nothing is next to it. */
function placeWords(previous: unknown, next: unknown, titleOf: TitleOf): string | null {
  const [after, before] = [previous, next].map(idOfNeighbor).map((id) => {
    const title = id === undefined ? undefined : titleOf(id);
    return title === undefined ? id : `"${title}"`;
  });
  if (after !== undefined && before !== undefined) return `between ${after} and ${before}`;
  return after !== undefined ? `after ${after}` : before !== undefined ? `before ${before}` : null;
}

/** What a request wants it to be next to; undefined for one that does not say so. */
export function neighborIn(after: Item | null): unknown {
  const { before, after: previous } = asItem(after?.position);
  const neighbor = before ?? previous;
  return typeof asItem(neighbor).type === 'string' ? neighbor : undefined;
}

export interface States {
  before?: Item | null | undefined;
  after: Item | null;
}

/** The fields of a move with its place as one of them, and without what says again which thing is moved. */
export function inWords(row: States, titleOf: TitleOf = () => undefined): States {
  if (neighborIn(row.after) === undefined) return row;
  const { item: _, position, ...rest } = asItem(row.after);
  const { before, after } = asItem(position);
  return {
    before: row.before && {
      ...row.before,
      place: placeWords(row.before.previous, row.before.next, titleOf),
    },
    after: { ...rest, place: placeWords(after, before, titleOf) },
  };
}

/** What an undo of a move changes. What was read has the titles of both neighbors in `titles`, by their IDs. */
export const movedBackInWords =
  (before: Item) =>
  (item: Item = {}): FieldChange[] => {
    const titles = { ...asItem(before.titles), ...asItem(item.titles) };
    const words = ({ previous, next }: Item) => placeWords(previous, next, (id) => titles[id]);
    return [
      { name: 'parent', from: item.parent, to: before.parent },
      { name: 'place', from: words(item), to: words(before) },
    ].filter(({ name, from, to }) => !isSameValue(from, to) && !(name === 'place' && to === null));
  };

/** A place without what it is called by. */
export const withoutTitles = ({ titles: _, ...place }: Item = {}): Item => place;

/** By their IDs, of what is there. */
export const titlesOf = (...things: readonly (Item | undefined)[]): Item =>
  Object.fromEntries(
    things.flatMap((one) => (one?.title === undefined ? [] : [[String(one.id), one.title]])),
  );

// Decides how a command of the history is undone: what can be, by which requests, and what cannot.

import type { Client } from '../../client/client.ts';
import type { Page } from '../../client/client-options.ts';
import { mapPool } from '../../client/pool.ts';
import { type Entry, isMutilated, NO_WAY, refuseFutile } from '../../domain/journal/journal-entries.ts';
import { reversalOf } from '../../domain/reversals/of-operations.ts';
import {
  asItem,
  cannotUndo,
  changedNothing,
  type FieldChange,
  type Item,
  isSameValue,
  MADE,
  partsOf,
  type Reversal,
  type Undo,
} from '../../domain/reversals/reversal.ts';
import { type ListedReads, listedReads } from '../../engine/plan/find-created.ts';
import type { Run } from '../../engine/run/run.ts';
import { ConflictError, type DocsError, isAbsence, isOutOfReach, NotFoundError } from '../../errors.ts';
import { shell, shellLine } from '../../files/shell-word.ts';
import { readHistory } from './history.ts';
import { inUndoOrder, type Refused, type Step, settle } from './settle.ts';

/** What undoing a command comes to. */
export interface Plan {
  /** In the order they are to be sent. */
  steps: Step[];
  /** What cannot be undone, and why. */
  refused: Refused[];
  /** What stays behind of what is undone: `uploaded files stay`. */
  notes: string[];
  /** Whether the command left everything as it found it, so that there never was anything to undo. */
  isIdle: boolean;
  /** Whether all of it is what does no harm where it is. */
  isStaying: boolean;
}

const AT_ONCE = 8;

/**
 * Plans the undo of these entries of one command. What is as it was before the change is left out of the plan. `force`:
 * also what was changed again since. Throws what keeps it from reading the present state.
 */
export async function planUndo(
  run: Run,
  entries: readonly Entry[],
  { force = false }: { force?: boolean } = {},
): Promise<Plan> {
  const { client, results } = await lookAtAll(run, entries);
  const steps: Step[] = [];
  const refused: Plan['refused'] = [];
  const later = new Map<string, Item>();
  const isOwn = ownUndos(run);
  // From the last on: what a later change of the same command is about is as that one found it by then.
  for (const result of results.reverse()) {
    try {
      if (!result.ok) throw result.error;
      const step = stepOf(result.value, later, (undo, state) => force || isOwn(undo, state));
      if (step) steps.unshift(step);
    } catch (error) {
      if (!isOfOneChange(error)) throw error;
      const before = error.details?.before;
      const thing = thingOf(result.item);
      // What is about the same thing, and came earlier, finds it as it was before what stays.
      if (before !== undefined) later.set(thing, { ...later.get(thing), ...asItem(before) });
      refused.unshift({ entry: result.item, error });
    }
  }
  return planFrom(client, { results, entries }, { steps, refused });
}

/** Whether nothing but undos of docs came after a change. The history is read for it once, where it counts. */
function ownUndos(run: Run): MayUndo {
  let originalOf: ((revision: unknown) => unknown) | undefined;
  return ({ expected }, { revision }) => {
    if (expected.revision === undefined) return false;
    originalOf ??= originalRevisions(readHistory(run));
    return originalOf(revision) === originalOf(expected.revision);
  };
}

async function lookAtAll(run: Run, whole: readonly Entry[]) {
  const entries = (await Promise.all(whole.map(inParts))).flat();
  const lists = await listedReads(run);
  const client = readingOnce(lists.client);
  const { onRateLimit } = client;
  const ways = await mapPool(entries, AT_ONCE, (entry) => wayBack(client, entry), { onRateLimit });
  for (const way of ways) if (way.ok) await expectRead(lists, way.value);
  const look = async (way: (typeof ways)[number]) => {
    if (!way.ok) throw way.error;
    return lookAt(client, way.value);
  };
  const looked = await mapPool(ways, AT_ONCE, look, { onRateLimit });
  return { client, results: looked.map((result) => ({ ...result, item: result.item.item })) };
}

const inParts = async (entry: Entry): Promise<Entry[]> =>
  entry.operation === undefined ? [entry] : partsOf(await reversalOf(entry.operation), entry);

type Results = readonly ({ ok: true; value: Seen } | { ok: false })[];

async function planFrom(
  client: Client,
  { results, entries }: { results: Results; entries: readonly Entry[] },
  found: Pick<Plan, 'steps' | 'refused'>,
): Promise<Plan> {
  const { steps, refused } = await settle(client, found, entries);
  const staying = refused.filter(({ error }) => error.details?.stays !== undefined);
  const stays = steps.length === 0 ? [] : staying;
  return {
    steps: inUndoOrder(steps),
    refused: refused.filter((one) => !stays.includes(one)),
    notes: [
      ...steps.flatMap(({ undo }) => undo.note ?? []),
      ...stays.map(({ error }) => String(error.details?.stays)),
    ],
    isIdle: steps.length === 0 && results.every((result) => result.ok && changedNothing(result.value.undo)),
    isStaying: steps.length === 0 && staying.length > 0 && staying.length === refused.length,
  };
}

/** It keeps one change from being undone, and says nothing of the others. */
const isOfOneChange = (error: unknown): error is DocsError =>
  error instanceof ConflictError || isOutOfReach(error);

interface Seen {
  entry: Entry;
  undo: Undo;
  now: Item;
  found?: Item;
  shown?: readonly FieldChange[];
}

interface Way {
  entry: Entry;
  undo: Undo;
  read: NonNullable<Reversal['read']>;
}

/** Throws ConflictError `CANNOT_UNDO` for what the platform cannot reverse. */
async function wayBack(client: Client, entry: Entry): Promise<Way> {
  refuseFutile(entry);
  const reversal = entry.operation === undefined ? undefined : await reversalOf(entry.operation);
  if (!reversal?.undo || !reversal.read)
    throw cannotUndo(reversal?.why ?? NO_WAY, await nearest(client, reversal, entry));
  const undo = reversal.undo(entry);
  if (isMutilated(undo.input))
    throw cannotUndo('it was a secret or a long text, which the history does not keep');
  return { entry, undo, read: reversal.read };
}

/** Many things of one kind are read from their list; what was deleted is not in it. */
async function expectRead(lists: ListedReads, { entry, undo: { operation, input } }: Way): Promise<void> {
  const [, param] = /\{(\w+)\}[^{}]*$/.exec(operation.path) ?? [];
  if (param !== undefined && operation.id === entry.operation) await lists.expect(param, input);
}

/** Throws NotFoundError for what is gone. */
async function lookAt(client: Client, { entry, undo, read }: Way): Promise<Seen> {
  const item = await present(() => read(client, entry.input, entry.after, entry.before));
  // A deleted space can still be read, but not be changed.
  const isGone = item === undefined || item.deletedAt !== undefined;
  if (isGone && undo.mayBeGone !== true) throw new NotFoundError('not found, or not visible to you');
  const shown = undo.shown?.(item && asItem(item));
  const found = item && asItem(item);
  return { entry, undo, now: undo.project(item), ...(found && { found }), ...(shown && { shown }) };
}

/** Without what goes when another of them is deleted, as the spaces on a site do that was made with them. */
export function outermost(refused: Plan['refused']): Plan['refused'] {
  const made = refused
    .filter(({ error }) => error.message.endsWith(MADE) && / delete /.test(error.hint ?? ''))
    .map(({ entry }) => asItem(entry.after).id);
  return refused.filter(({ entry }) => !Object.values(entry.input).some((value) => made.includes(value)));
}

/** The command that comes nearest; what cannot be looked up any more is no reason to fail. */
async function nearest(client: Client, reversal: Reversal | undefined, entry: Entry) {
  try {
    return (await reversal?.lookUpHint?.(client, entry)) ?? hintOf(reversal?.hint, entry);
  } catch (error) {
    if (!isAbsence(error)) throw error;
    return hintOf(reversal?.hint, entry);
  }
}

/** Whether to undo a change whose state is another one than it left. */
type MayUndo = (undo: Undo, state: Item) => boolean;

/**
 * Undefined when everything is as it was before already. Throws ConflictError `CHANGED_SINCE` when somebody changed it
 * again, unless `mayUndo`.
 */
function stepOf(
  { entry, undo, now, found, shown }: Seen,
  later: Map<string, Item>,
  mayUndo: MayUndo,
): Step | undefined {
  const { original, expected } = undo;
  const thing = thingOf(entry);
  const overlaid: Item = { ...now, ...later.get(thing) };
  const changes = Object.keys({ ...now, ...original })
    .map((name) => ({ name, from: overlaid[name], to: original[name] }))
    .filter(({ from, to }) => !isSameValue(from, to));
  const changed = Object.keys(expected).filter((name) => !isSameValue(overlaid[name], expected[name]));
  if (changes.length > 0 && changed.length > 0 && !mayUndo(undo, overlaid))
    throw changedSince(entry, changed);
  later.set(thing, { ...later.get(thing), ...original });
  if (changes.length === 0) return undefined;
  return { entry, undo, ...(found && { found }), changes: shown?.length ? shown : changes };
}

/** The thing itself where the state before names it; else one and the same request. */
function thingOf({ before, input }: Entry): string {
  const { object, id } = asItem(before);
  return JSON.stringify(typeof id === 'string' ? [object, id] : input);
}

/** Many targets of one list read it once. */
function readingOnce(client: Client): Client {
  const lists = new Map<string, Promise<Page<never>[]>>();
  const all = async (pages: AsyncIterable<Page<unknown>>) => {
    const found: Page<never>[] = [];
    // Safe: given back as the pages of the very operation and input they were read for.
    for await (const page of pages) found.push(page as Page<never>);
    return found;
  };
  return {
    ...client,
    async *pages(operation, input, options) {
      const key = `${operation.id} ${JSON.stringify(input)}`;
      const list = lists.get(key) ?? all(client.pages(operation, input, options));
      lists.set(key, list);
      yield* await list;
    },
  };
}

async function present(read: () => Promise<unknown> | undefined): Promise<Item | undefined> {
  try {
    return asItem(await read());
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}

const changedSince = ({ id }: Entry, names: readonly string[]) =>
  new ConflictError(`cannot be undone: ${names.join(', ')} was changed again after change ${id}`, {
    code: 'CHANGED_SINCE',
    hint: shell`docs undo ${id} --force`,
  });

/** `{id}` and the like, from what was made or from where; of a person that is gone from what was there before. */
function hintOf(hint: string | undefined, { after, before, input }: Entry): string | undefined {
  const { role, user, space } = asItem(before);
  const known = [asItem(after), input, { role, email: asItem(user).email, space: asItem(space).id }];
  const filled = hint?.replace(/\{(\w+)\}/g, (whole, name) => {
    const words = known.map((item) => wordsOf(item[name])).find(({ length }) => length > 0);
    return words ? shellLine(words) : whole;
  });
  // What is not known any more is for a person to fill in.
  return filled?.replace(/( --[\w-]+)? \{.*$/, ' --help');
}

const wordsOf = (value: unknown): (string | number)[] =>
  [value].flat().filter((one) => typeof one === 'string' || typeof one === 'number');

// Which revisions of a change request are alike: an undo makes a new one, which holds what an earlier one held.

/**
 * By the undos of the history, oldest first: gives a revision that an undo made as the one it went back to, one that a part
 * of an undo made as the one it found, and any other as it is. An undo that also undid edits of others went back to none.
 */
function originalRevisions(entries: readonly Entry[]): (revision: unknown) => unknown {
  const known = new Map(entries.map((entry) => [entry.id, entry]));
  const originals = new Map<string, unknown>();
  const originalOf = (revision: unknown) => originals.get(String(revision)) ?? revision;
  for (const { undoes, undoesPart, outcome, before, after } of entries) {
    const undone = known.get(undoes ?? undoesPart ?? '');
    const made = revisionMade(after);
    const [found, left] = [asItem(before).revision, revisionMade(undone?.after)].map(originalOf);
    if (outcome !== 'applied' || typeof made !== 'string' || left === undefined || found !== left) continue;
    originals.set(made, undoes === undefined ? left : originalOf(asItem(undone?.before).revision));
  }
  return originalOf;
}

const revisionMade = (after: unknown): unknown => asItem(asItem(after).changeRequest).revision;

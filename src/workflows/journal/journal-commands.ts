// Entries of the history by the command that made them: one run of docs may have changed many things.

import type { JournalPart } from '../../config/journal.ts';
import { AmbiguousError, NotFoundError } from '../../errors.ts';
import type { JsonObject } from '../../files/json-file.ts';
import { type Entry, entryOf, isIntent, isOutcome, outcomeFacts, tookEffect } from './journal-entries.ts';

/** One run of docs, and everything it changed or tried to, in the order it was sent. */
export interface Ran {
  /** That of the run; of an entry of an earlier version its own. */
  id: string;
  entries: [Entry, ...Entry[]];
}

/** Oldest first, as the entries are given. */
export function commandsOf(entries: readonly Entry[]): Ran[] {
  const found = new Map<string, Ran>();
  for (const entry of entries) {
    const id = entry.run ?? entry.id;
    const ran = found.get(id);
    if (ran) ran.entries.push(entry);
    else found.set(id, { id, entries: [entry] });
  }
  return [...found.values()];
}

/**
 * The command that `id` (or its beginning) names, or the one entry of that ID as a command of its own. Throws
 * NotFoundError, AmbiguousError.
 */
export function findCommand(entries: readonly Entry[], id: string): Ran & { isEntry: boolean } {
  const commands = commandsOf(entries).map((ran) => ({ ...ran, isEntry: false }));
  const single: typeof commands = entries.map((entry) => ({
    id: entry.id,
    entries: [entry],
    isEntry: entry.run !== undefined,
  }));
  const all = [...commands, ...single.filter(({ isEntry }) => isEntry)];
  const exact = all.find((ran) => ran.id === id);
  if (exact) return exact;
  const [only, second, ...more] = all.filter((ran) => ran.id.startsWith(id));
  if (only && second) {
    throw new AmbiguousError(`${more.length + 2} entries of the history begin with "${id}"`, {
      hint: 'docs history -q',
    });
  }
  const plan = only ? undefined : findPlan(entries, id);
  if (plan) return { ...plan, isEntry: false };
  if (!only) throw new NotFoundError(`no entry "${id}" in the history`, { hint: 'docs history' });
  return only;
}

const SHORTEST_HASH = 12;

/** Every change that a plan made, however often it was applied, by the beginning of its hash. */
export function findPlan(entries: readonly Entry[], hash: string): Ran | undefined {
  if (hash.length < SHORTEST_HASH) return undefined;
  const [first, ...others] = withoutRepeats(entries.filter(({ plan }) => plan?.startsWith(hash)));
  if (first?.plan === undefined) return undefined;
  return { id: first.plan.slice(0, SHORTEST_HASH), entries: [first, ...others] };
}

/** A row that was sent again, since it was not known whether it took effect, is one change. */
function withoutRepeats(entries: readonly Entry[]): Entry[] {
  const keyOf = ({ operation, input }: Entry) => JSON.stringify([operation, input]);
  const last = new Map(entries.map((entry, at) => [keyOf(entry), at]));
  return entries.filter((entry, at) => entry.outcome !== 'unknown' || last.get(keyOf(entry)) === at);
}

/** Whether a command has changed something on this host, is not an undo and has not been undone as a whole. */
const isLast = ({ entries }: Ran, host: string): boolean =>
  entries.some((entry) => entry.host === host && isLeft(entry) && entry.undoes === undefined);

/** What is left to undo of it. */
export const leftOf = ({ entries }: Ran): Entry[] => entries.filter(isLeft);

const isLeft = (entry: Entry): boolean => tookEffect(entry) && entry.undoneBy === undefined;

// The history from its end: what happened last is found without reading all, and no more is held than one file of it.

/** What newer records say of older changes. */
interface Later {
  outcomes: Map<string, ReturnType<typeof outcomeFacts>>;
  /** The change that took one back, by the one it took back. */
  undone: Map<string, string>;
}

/** An entry of one of the files, or undefined where that file ends. */
interface Found {
  entry: Entry | undefined;
  /** It is the first of its run. */
  begins?: boolean | undefined;
}

/** The newest first, each as it is read. */
function* entriesFromEnd(parts: readonly JournalPart[]): Generator<Found, void, undefined> {
  const later: Later = { outcomes: new Map(), undone: new Map() };
  let given = new Set<string>();
  for (const part of parts) {
    const ids = new Set<string>();
    for (const record of part.records()) {
      const entry = entryIn(record, later);
      // A file that gets its next number while this is read comes twice.
      if (!entry || given.has(entry.id)) continue;
      ids.add(entry.id);
      yield { entry, begins: isIntent(record) ? record.begins : undefined };
    }
    given = ids;
    yield { entry: undefined };
  }
}

/** Undefined for what is no change. */
function entryIn(record: JsonObject, { outcomes, undone }: Later): Entry | undefined {
  if (isOutcome(record)) outcomes.set(record.id, { ...outcomeFacts(record), ...outcomes.get(record.id) });
  if (!isIntent(record)) return undefined;
  const undoneBy = undone.get(record.id);
  const told = outcomes.get(record.id);
  outcomes.delete(record.id);
  const entry = { ...entryOf(record), ...told, ...(undoneBy !== undefined && { undoneBy }) };
  // An undo that was undone itself has left the change in place.
  if (entry.undoes !== undefined && entry.outcome === 'applied' && undoneBy === undefined)
    undone.set(entry.undoes, entry.run ?? entry.id);
  return entry;
}

/** The commands of the history, the newest first, each with all of its entries that are wanted, oldest first. */
export function* commandsNewestFirst(
  parts: readonly JournalPart[],
  isWanted: (entry: Entry) => boolean = () => true,
): Generator<Ran, void, undefined> {
  const begun = new Map<string, boolean>();
  const oldestOf = beginnings(parts);
  const open = new Map<string, Entry[]>();
  let at = 0;
  for (const { entry, begins } of entriesFromEnd(parts)) {
    if (entry?.run !== undefined && begins !== undefined)
      begun.set(entry.run, begins || begun.get(entry.run) === true);
    if (entry && isWanted(entry)) addTo(open, entry);
    if (entry && begins === true) yield* wholeOnes(open, (id) => begun.get(id) === true);
    if (entry) continue;
    // Only the end of a file tells of a run that does not say where it begins.
    const isLastPart = at === parts.length - 1;
    yield* wholeOnes(open, (id) => isLastPart || (begun.get(id) ?? oldestOf(id) <= at));
    at += 1;
  }
}

/** In the order of the oldest entry that is known of each, the newest first: up to one of which older files have more. */
function* wholeOnes(
  open: Map<string, Entry[]>,
  isWhole: (run: string) => boolean,
): Generator<Ran, void, undefined> {
  for (const [id, [last, ...others]] of open) {
    if (last?.run !== undefined && !isWhole(id)) return;
    open.delete(id);
    if (last) yield { id, entries: backwards(last, others) };
  }
}

function addTo(open: Map<string, Entry[]>, entry: Entry): void {
  const id = entry.run ?? entry.id;
  const known = open.get(id) ?? [];
  known.push(entry);
  open.delete(id);
  open.set(id, known);
}

function backwards(last: Entry, others: readonly Entry[]): Ran['entries'] {
  const [first, ...rest] = [last, ...others].reverse();
  return [first ?? last, ...rest];
}

/** The oldest file that has something of a run that does not say where it begins. They are looked through when that is first asked. */
function beginnings(parts: readonly JournalPart[]): (run: string) => number {
  let oldest: Map<string, number> | undefined;
  return (run) => {
    oldest ??= new Map(parts.flatMap((part, at) => [...part.runs()].map((id) => [id, at] as const)));
    return oldest.get(run) ?? -1;
  };
}

/** The entries that an ID, the hash of a plan or the beginning of one of them may mean, oldest first. */
export function entriesAbout(parts: readonly JournalPart[], word: string): Entry[] {
  const found: Entry[] = [];
  for (const { entry } of entriesFromEnd(parts))
    if (entry && [entry.id, entry.run, entry.plan].some((one) => one?.startsWith(word))) found.push(entry);
  return found.reverse();
}

/** The commands of a host that `docs undo` may mean without an ID, the newest first. */
export function* lastCommands(parts: readonly JournalPart[], host: string): Generator<Ran, void, undefined> {
  for (const ran of commandsNewestFirst(parts)) if (isLast(ran, host)) yield ran;
}

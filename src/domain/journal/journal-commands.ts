// Entries of the history by the command that made them: one run of docs may have changed many things.

import type { JournalPart } from '../../config/journal.ts';
import { AmbiguousError, NotFoundError } from '../../errors.ts';
import { type Entry, tookEffect } from './journal-entries.ts';
import { changesFromEnd } from './journal-from-end.ts';

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
  entries.some((entry) => entry.host === host && isLeft(entry) && (!isUndo(entry) || entry.byHand));

const isUndo = ({ undoes, undoesPart }: Entry): boolean => (undoes ?? undoesPart) !== undefined;

/** What is left to undo of it. */
export const leftOf = ({ entries }: Ran): Entry[] => entries.filter(isLeft);

const isLeft = (entry: Entry): boolean =>
  tookEffect(entry) && entry.undoneBy === undefined && entry.gone !== true;

/** The commands of the history, the newest first, each with all of its entries, oldest first. */
export function* commandsNewestFirst(parts: readonly JournalPart[]): Generator<Ran, void, undefined> {
  const open = new Map<string, Entry[]>();
  for (const { command, change } of changesFromEnd(parts)) {
    const entries = open.get(command) ?? [];
    if (change) {
      open.set(command, entries);
      const entry = change.entry();
      if (entry) entries.push(entry);
      continue;
    }
    open.delete(command);
    const [first, ...others] = entries.reverse();
    if (first) yield { id: command, entries: [first, ...others] };
  }
}

/** The entries that an ID, the hash of a plan or the beginning of one of them may mean, oldest first. */
export function entriesAbout(parts: readonly JournalPart[], word: string): Entry[] {
  const found: Entry[] = [];
  for (const { change } of changesFromEnd(parts)) {
    const entry = change?.entry();
    if (entry && [entry.id, entry.run, entry.plan].some((one) => one?.startsWith(word))) found.push(entry);
  }
  return found.reverse();
}

/** The commands of a host that `docs undo` may mean without an ID, the newest first. */
export function* lastCommands(parts: readonly JournalPart[], host: string): Generator<Ran, void, undefined> {
  for (const ran of commandsNewestFirst(parts)) if (isLast(ran, host)) yield ran;
}

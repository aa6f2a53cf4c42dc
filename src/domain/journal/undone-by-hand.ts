// What a person undid without docs undo: a space that was deleted from here, and restored by a command of its own.
import type { JournalPart } from '../../config/journal.ts';
import { isRestore } from '../content/deleted-spaces.ts';
import { type Entry, tookEffect } from './journal-entries.ts';
import { changesFromEnd } from './journal-from-end.ts';

const DELETES = 'spaces.delete';
/** As long as a platform can restore a space, and a day more. */
const RESTORABLE_MS = 8 * 24 * 60 * 60 * 1000;

/** The entry that `restore` undoes; undefined where the history does not hold it. */
export function undoneByHand(
  parts: readonly JournalPart[],
  restore: Pick<Entry, 'operation' | 'host' | 'input' | 'at'>,
): string | undefined {
  const since = Date.parse(restore.at) - RESTORABLE_MS;
  for (const { change } of changesFromEnd(parts)) {
    if (!change) continue;
    if (Date.parse(change.at) < since) return undefined;
    const entry = change.entry();
    // The last word on the space: of two restores the second undoes nothing.
    if (entry && isAboutIt(entry, restore))
      return entry.operation === DELETES && entry.undoneBy === undefined ? entry.id : undefined;
  }
  return undefined;
}

const isAboutIt = (entry: Entry, { host, input }: Pick<Entry, 'host' | 'input'>): boolean =>
  (isRestore(entry) || (entry.operation === DELETES && tookEffect(entry))) &&
  entry.host === host &&
  entry.gone !== true &&
  entry.input.spaceId === input.spaceId;

// How much of a plan was applied from this machine, and how much of that the history no longer holds.
import { readJournal } from '../../config/journal.ts';
import type { Context } from '../../context.ts';
import { type Entry, entriesOf, tookEffect } from '../../domain/journal/journal-entries.ts';
import { historyFolder } from '../journal/record-change.ts';
import { readRowStates } from './plan-progress.ts';

export interface AppliedRows {
  applied: number;
  /** Of these, the rows that docs undo knows nothing of. */
  forgotten: number;
}

/** Takes the whole hash of the plan. Throws ConfigError `NO_HOME`. */
export function appliedRows(
  context: Context,
  hash: string,
  entries: readonly Entry[] = entriesOf(readJournal(historyFolder(context.paths()))),
): AppliedRows {
  const applied = [...readRowStates(context, hash).values()].filter(({ state }) => state === 'done').length;
  const held = rowsIn(entries.filter((entry) => entry.plan === hash && tookEffect(entry)));
  return { applied, forgotten: Math.max(0, applied - held) };
}

/** A plan may be applied again after it was undone: the same request of another run is the same row. */
function rowsIn(entries: readonly Entry[]): number {
  const times = new Map<string, Map<string, number>>();
  for (const { id, run = id, operation, input } of entries) {
    const key = JSON.stringify([operation, input]);
    const runs = times.get(key) ?? new Map<string, number>();
    times.set(key, runs.set(run, (runs.get(run) ?? 0) + 1));
  }
  return [...times.values()].reduce((rows, runs) => rows + Math.max(...runs.values()), 0);
}

/** `2 of the 12 rows applied from this machine are no longer in the history`; undefined where all of them are. */
export const forgottenText = ({ applied, forgotten }: AppliedRows): string | undefined =>
  forgotten === 0
    ? undefined
    : `${forgotten} of the ${applied} rows applied from this machine ${forgotten === 1 ? 'is' : 'are'} no longer in the history, so docs undo cannot undo ${forgotten === 1 ? 'it' : 'them'}`;

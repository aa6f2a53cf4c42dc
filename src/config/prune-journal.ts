// Forgetting old changes: their lines leave the files of the journal, and nothing else does.
import { lstatSync, utimesSync } from 'node:fs';
import type { JsonObject } from '../files/json-file.ts';
import { namesIn, removeQuietly } from '../files/leftovers.ts';
import { withLock } from '../files/lock.ts';
import { writeFileDurably } from '../files/writer.ts';
import { agesIn, fileOf, JOURNAL_MODE, parseLine, shiftFiles, textIn } from './journal.ts';

/** What is forgotten, or would be. */
export interface Forgotten {
  /** Runs of docs. */
  commands: number;
  changes: number;
}

/**
 * Takes the changes of each run that ended before `until` out of the journal; a run that went on after it stays whole.
 * `dryRun`: only counts them. Throws LocalIoError, and ConfigError `UNSAFE_FILE` or `LOCKED`.
 */
export async function pruneJournal(
  folder: string,
  until: Date,
  { dryRun = false }: { dryRun?: boolean } = {},
): Promise<Forgotten> {
  const { runs, changes } = oldRuns(folder, until);
  if (!dryRun && changes.size > 0)
    await withLock(fileOf(folder), () => {
      // Others may add to the newest file at any time: that one is never rewritten.
      if (namesIn(folder).includes('journal.jsonl') && hasAny(fileOf(folder), changes)) shiftFiles(folder);
      for (const age of agesIn(folder).filter((one) => one > 0)) rewrite(fileOf(folder, age), changes);
    });
  return { commands: runs, changes: changes.size };
}

/** How many runs are old, and the IDs of their changes. */
function oldRuns(folder: string, until: Date): { runs: number; changes: ReadonlySet<string> } {
  const runs = new Map<string, { last: string; changes: string[] }>();
  for (const age of agesIn(folder))
    for (const { kind, id, run = id, at } of recordsIn(fileOf(folder, age))) {
      if (kind !== 'intent' || typeof at !== 'string' || typeof id !== 'string') continue;
      const known = runs.get(String(run)) ?? { last: at, changes: [] };
      known.changes.push(id);
      if (at > known.last) known.last = at;
      runs.set(String(run), known);
    }
  const old = [...runs.values()].filter(({ last }) => last < until.toISOString());
  return { runs: old.length, changes: new Set(old.flatMap(({ changes }) => changes)) };
}

function* recordsIn(path: string): Generator<JsonObject, void, undefined> {
  for (const line of textIn(path).split('\n')) yield* parseLine(line);
}

const isOf = (changes: ReadonlySet<string>, line: string): boolean =>
  parseLine(line).some(({ id }) => typeof id === 'string' && changes.has(id));
const hasAny = (path: string, changes: ReadonlySet<string>): boolean =>
  textIn(path)
    .split('\n')
    .some((line) => isOf(changes, line));

/** A process that had the file open when it got its number may still add a line: then it is read again. */
function rewrite(path: string, changes: ReadonlySet<string>): void {
  for (;;) {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (!stats) return;
    const lines = textIn(path)
      .split('\n')
      .filter((line) => line !== '');
    const kept = lines.filter((line) => !isOf(changes, line));
    if (kept.length === lines.length) return;
    if (lstatSync(path, { throwIfNoEntry: false })?.size !== stats.size) continue;
    if (kept.length === 0) removeQuietly(path);
    else {
      writeFileDurably(path, `${kept.join('\n')}\n`, { mode: JOURNAL_MODE, ownDir: true });
      // The age of a file says how long it is kept.
      utimesSync(path, stats.atime, stats.mtime);
    }
    return;
  }
}

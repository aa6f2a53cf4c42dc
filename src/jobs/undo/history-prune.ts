// docs history prune: forgets old changes.

import { lstatSync, utimesSync } from 'node:fs';
import { agesIn, fileOf, JOURNAL_MODE, parseLine, shiftFiles, textIn } from '../../config/journal.ts';
import { askYes, unconfirmed } from '../../engine/ask/confirm.ts';
import { historyFolder } from '../../engine/journal/record-change.ts';
import { handmade } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/command-type.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import { sameCommand } from '../../engine/run/partial-failure.ts';
import type { Run } from '../../engine/run/run.ts';
import { parsePastTime } from '../../engine/run/time-flags.ts';
import { chosenFormat, printItem } from '../../engine/run/view.ts';
import { seeHelp } from '../../errors.ts';
import type { JsonObject } from '../../files/json-file.ts';
import { namesIn, removeQuietly, withLock } from '../../files/lock.ts';
import { writeFileDurably } from '../../files/writer.ts';
import { plural } from '../../output/format.ts';
import { canAsk } from '../../output/io.ts';
import { done, note } from '../../output/note.ts';

const PRUNE_FLAGS = [
  flag('--older-than <time>', 'an age such as 90d, or a date', { reach: 'platform', required: true }),
  flag('--dry-run', 'say what would be forgotten', { reach: 'form', group: 'Safety:' }),
] as const satisfies readonly Option[];

const FOLLOWS = 'docs undo cannot undo them any more';

type PruneRun = Run<FlagsOf<typeof PRUNE_FLAGS>>;

export const historyPrune = handmade('prune', {
  summary: 'Forget old changes of the history',
  options: PRUNE_FLAGS,
  columns: ['commands', 'changes'],
  danger: 'moderate',
  stakes: { follows: FOLLOWS },
  changesHere: true,
  local: true,
  prints: true,
  examples: [
    ['See how much that would be', 'docs history prune --older-than 90d --dry-run'],
    ['Forget what is older than three months', 'docs history prune --older-than 90d --yes'],
  ],
  notes: `Without it, files of the history that are older than a week leave it by themselves once there are more than four.
Nothing changes on the platform; docs undo cannot undo what is forgotten.`,
  run: prune,
});

async function prune(run: PruneRun): Promise<void> {
  const { context, flags } = run;
  const { io } = context;
  if (flags.olderThan === undefined) throw seeHelp(run.path, '--older-than is required');
  const folder = historyFolder(context.paths());
  const until = new Date(parsePastTime(flags.olderThan, '--older-than', context.now()));
  const found = await pruneJournal(folder, until, { dryRun: true });
  const what = `${plural(found.commands, 'command')} (${plural(found.changes, 'change')}) from before ${until.toISOString()}`;
  if (found.changes > 0 && flags.dryRun !== true) {
    await consent(run, what);
    await pruneJournal(folder, until);
  }
  if (chosenFormat(run) !== undefined) await printItem(run, found);
  if (found.changes === 0)
    note(io, `nothing to forget: the history has no command from before ${until.toISOString()}`);
  else if (flags.dryRun === true) done(io, `dry run: would forget ${what}`);
  else done(io, `forgot ${what}`);
}

/** Throws InteractionError. */
async function consent(run: Run, what: string): Promise<void> {
  if (run.flags.yes) return;
  const asked = { act: `forget ${what}`, follows: FOLLOWS };
  if (!canAsk(run)) throw unconfirmed('--yes', asked, { hint: `${sameCommand(run)} --yes` });
  await askYes(run, asked);
}

// Forgetting old changes: their lines leave the files of the journal, and nothing else does.

/** What is forgotten, or would be. */
interface Forgotten {
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

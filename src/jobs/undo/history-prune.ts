// docs history prune: forgets old changes.

import { pruneJournal } from '../../config/prune-journal.ts';
import { canAsk } from '../../engine/ask/can-ask.ts';
import { askYes, unconfirmed } from '../../engine/ask/question.ts';
import { historyFolder } from '../../engine/journal/record-change.ts';
import { handmade, type Option } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/flag-types.ts';
import { parsePastTime } from '../../engine/run/age.ts';
import { sameCommand } from '../../engine/run/partial-failure.ts';
import type { Run } from '../../engine/run/run.ts';
import { chosenFormat, viewOf } from '../../engine/run/view.ts';
import { UsageError } from '../../errors.ts';
import { plural } from '../../output/format.ts';
import { done, note } from '../../output/note.ts';
import { renderItem } from '../../output/render.ts';

const PRUNE_FLAGS = [
  {
    flags: '--older-than <time>',
    reach: 'platform',
    description: 'an age such as 90d, or a date',
    group: 'Fields:',
    required: true,
  },
  { flags: '--dry-run', reach: 'form', description: 'say what would be forgotten', group: 'Safety:' },
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
  if (flags.olderThan === undefined)
    throw new UsageError('--older-than is required', { hint: `${run.path} --help` });
  const folder = historyFolder(context.paths());
  const until = new Date(parsePastTime(flags.olderThan, '--older-than', context.now()));
  const found = await pruneJournal(folder, until, { dryRun: true });
  const what = `${plural(found.commands, 'command')} (${plural(found.changes, 'change')}) from before ${until.toISOString()}`;
  if (found.changes > 0 && flags.dryRun !== true) {
    await consent(run, what);
    await pruneJournal(folder, until);
  }
  if (chosenFormat(run) !== undefined) await renderItem(io, found, viewOf(run));
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

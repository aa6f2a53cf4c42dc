// A command on several targets: all input is checked first, names are looked up once, one question is asked, and a
// bounded pool does the work.
import type { Context } from '../../context.ts';
import { InteractionError } from '../../errors.ts';
import { safeLine } from '../../output/safe-text.ts';
import type { Command } from '../model/command.ts';
import type { Run } from '../model/command-type.ts';
import { concurrencyOf } from '../model/globals.ts';
import { refuseTooMany } from '../plan/max-changes.ts';
import { titleOf } from '../references/names.ts';
import { nounOf } from '../references/reference-kinds.ts';
import { checkRows, onlyOnce } from '../rows/row-check.ts';
import { refuseFaults } from '../rows/row-faults.ts';
import type { Target } from '../rows/row-targets.ts';
import { type Parsed, withWholeCommands } from '../run/run.ts';
import { consentToMany, fromLists, isOpen, nothingToDo, readTargets as readThings } from './many-consent.ts';
import { openMany, resolveNames, targetsOf } from './many-open.ts';
import { passOverDone, recordProgress } from './many-progress.ts';
import { type Job, type Picked, reportMissing, type Task, taskRun } from './many-report.ts';
import { maxErrorsOf, runJob, withBar } from './many-work.ts';

/**
 * The words after the fixed arguments are the targets, or `-`; with --rows each row is a run of the command. Throws
 * PartialError (exit 7) when some failed.
 *
 * Until consent this is what makes a plan, and from then on what applies one (`runJob`). No plan is made in between: it
 * needs the present state of every target and who calls, which is up to a read a target that a mild change does without;
 * between making it and sending it nobody looks at it; it holds no secrets, which would have to go around it; and what a
 * command sends in its own way (a wait, a verdict, what follows an answer) is more than the requests of its rows.
 */
export const runMany = (context: Context, command: Command, parsed: Parsed, picked?: Picked): Promise<void> =>
  withWholeCommands(context, parsed, (whole) => runTargets(whole, command, parsed, picked));

async function runTargets(
  context: Context,
  command: Command,
  parsed: Parsed,
  picked: Picked | undefined,
): Promise<void> {
  const opened = openMany(context, command, parsed);
  const concurrency = concurrencyOf(opened.run);
  maxErrorsOf(opened.run);
  const { targets, faults } = await targetsOf(opened);
  const { run, expect } = await fromLists(opened.run, opened.field, picked);
  if (targets.length === 0) return nothingToDo(run, opened.none);
  const job: Job = { run, field: opened.field, tasks: [] };
  const io = quietIo(job);
  const tasksOf = (from: number, count: number): Task[] =>
    Array.from({ length: Math.min(count, targets.length - from) }, (_, at) => {
      // Safe: there are so many.
      const target = targets.at(from + at) as Target;
      return {
        target: { ...target, ...titleIn(picked, target.text) },
        run: taskRun(run, target, opened.label, io(safeLine(target.text))),
      };
    });
  const once = onlyOnce(run, targets, faults);
  const isSent = run.flags.dryRun !== true && run.flags.planOut === undefined;
  const read = async (slice: Job, from: number) => {
    await resolveNames(slice);
    slice.tasks = once(slice.tasks, from);
    await expect(slice.tasks);
    if (isSent) await passOverDone(slice);
    await readThings(slice, concurrency);
    for (const task of slice.tasks) if (isOpen(task)) await task.run.command.settled?.(task.run);
  };
  const reading = `reading ${nounOf(opened.field)}s`;
  if (!isSent) {
    const { previewMany } = await import('./many-preview.ts');
    if (targets.length > SLICE) (await import('../../files/of-node.ts')).keepHeapSmallest();
    return previewMany(job, async (take) => {
      // All rows are checked before anything is read.
      const isCheckedFirst = targets.length > SLICE || faults.all.length > 0;
      for (let from = 0; isCheckedFirst && from < targets.length; from += SLICE)
        await checkRows(tasksOf(from, SLICE), faults);
      refuseFaults(run, faults);
      await withBar(job, { label: reading, total: targets.length }, async () => {
        for (let from = 0; from < targets.length; from += SLICE) {
          const slice = { ...job, tasks: tasksOf(from, SLICE) };
          await checkRows(slice.tasks, faults);
          refuseFaults(run, faults);
          await read(slice, from);
          if (faults.all.length === 0) await take(slice.tasks);
        }
      });
      refuseFaults(run, faults);
    });
  }
  job.tasks = tasksOf(0, targets.length);
  await checkRows(job.tasks, faults);
  refuseFaults(run, faults);
  await withBar(job, { label: reading, total: targets.length }, () => read(job, 0));
  refuseFaults(run, faults);
  // Every row is checked before the first is sent.
  if (run.flags.rows !== undefined) reportMissing(job);
  await refuseTooManyOf(job);
  await consentToMany(job);
  const label = `${gerund(run.command.verb)} ${nounOf(opened.field)}s`;
  await runJob(job, { label, progress: recordProgress(job) });
}

/** What is so already is no change: where there seem to be too many, each is looked at. Throws as `refuseTooMany`. */
async function refuseTooManyOf({ run, field, tasks }: Job): Promise<void> {
  const open = tasks.filter(isOpen);
  try {
    await refuseTooMany(run, open.length, field);
  } catch (error) {
    if (!(error instanceof InteractionError)) throw error;
    const { countChanging } = await import('./many-preview.ts');
    await refuseTooMany(run, await countChanging(run, open), field);
  }
}

/** Targets of a run that only shows what it would do are in memory so many at a time. */
const SLICE = 250;

/** Nobody typed its ID: people know the title. */
function titleIn(picked: Picked | undefined, id: string): { title?: string } {
  const title = titleOf(picked?.get(id));
  return typeof title === 'string' && title !== '' ? { title } : {};
}

/** What a command says about one target is behind its name, above the bar, and never on standard output. */
function quietIo(job: Job): (label: string) => Run['context']['io'] {
  const { io } = job.run.context;
  return (label) =>
    Object.create(io, {
      errTty: { value: false },
      colorErr: { value: false },
      out: { value: async () => {} },
      err: {
        value: (text: string) => {
          const lines = text.replace(/^(?=.)/gm, `${label}: `);
          if (job.bar) job.bar.print(lines);
          else io.err(lines);
        },
      },
    });
}

/** `delete` to `deleting`, `add-sso` to `add-sso`: a word for the bar. */
const gerund = (verb: string): string => (verb.includes('-') ? verb : `${verb.replace(/e$/, '')}ing`);

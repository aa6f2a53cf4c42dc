// A command on several targets: all input is checked first, names are looked up once, one question is asked, and a
// bounded pool does the work.
import { mapPool } from '../../client/pool.ts';
import type { Context } from '../../context.ts';
import {
  AuthError,
  asksForLongWait,
  CancelledError,
  DocsError,
  EXIT,
  ForbiddenError,
  InteractionError,
  LocalIoError,
  UsageError,
} from '../../errors.ts';
import { startBar } from '../../output/progress-bar.ts';
import { safeLine } from '../../output/safe-text.ts';
import { SAME } from '../journal/record-change.ts';
import type { Command } from '../model/command.ts';
import type { Run, Sent } from '../model/command-type.ts';
import { refuseTooMany } from '../plan/max-changes.ts';
import { titleOf } from '../references/names.ts';
import { nounOf } from '../references/reference-kinds.ts';
import { forgetNames } from '../references/remember.ts';
import { checkRows, onlyOnce } from '../rows/row-check.ts';
import { refuseFaults } from '../rows/row-faults.ts';
import type { Target } from '../rows/row-targets.ts';
import { concurrencyOf } from '../run/concurrency.ts';
import { inThisContext } from '../run/next-command.ts';
import { withCheck } from '../run/outcome-hint.ts';
import { type Parsed, withWholeCommands } from '../run/run.ts';
import { undoOf } from '../run/say-changed.ts';
import { expectAnswer, sendOne } from '../run/send.ts';
import { outcomeOf } from '../run/success.ts';
import {
  consentToMany,
  explained,
  fromLists,
  isOpen,
  nothingToDo,
  readTargets as readThings,
} from './many-consent.ts';
import { resolveNames } from './many-names.ts';
import { openMany, targetsOf } from './many-open.ts';
import { type ManyProgress, passOverDone, recordProgress } from './many-progress.ts';
import { failedResult, openReport, placeResult, reportMissing, summarize, unwritten } from './many-report.ts';
import { type Job, lineOf, type Picked, type Result, shownAs, type Task, taskRun } from './many-task.ts';

/** Bulk work meets more trouble on its way, and giving up on an item costs more. */
const ATTEMPTS = 6;
/** As many refusals on different items, and nothing done, are no accident of one item. */
const REFUSALS = 3;
/** After good ones: rights may differ from item to item, but hardly so often in a row. */
const IN_A_ROW = 25;

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
    if (targets.length > SLICE) (await import('../../files/heap.ts')).keepHeapSmallest();
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

/** How a job is worked off. */
export interface Manner {
  /** What the bar says: `updating spaces`. */
  label: string;
  progress: ManyProgress;
  /** When a task is sent: at once, unless it has to wait for others. */
  turn?: (task: Task, send: () => Promise<Result | undefined>) => Promise<Result | undefined>;
}

/**
 * Does what is left of a job, side by side, and says what came of it. Throws PartialError (exit 7) when some of it
 * failed, or what ended the work early.
 */
export async function runJob(job: Job, manner: Manner): Promise<void> {
  const { progress, label } = manner;
  job.run.keepReads();
  await withBar(job, { label, total: job.tasks.length }, () => work(job, manner));
  progress.close(job.tasks.every(({ result }) => result?.ok));
  await forgetNames(job.run);
  if (job.unwritten) throw unwritten(job, job.unwritten);
  await summarize(job);
}

async function withBar(
  job: Job,
  { label, total }: { label: string; total: number },
  work: () => Promise<void>,
): Promise<void> {
  const bar = startBar(job.run.context.io, label, total);
  job.bar = bar;
  try {
    await work();
  } finally {
    bar.stop();
    delete job.bar;
  }
}

const atOnce: NonNullable<Manner['turn']> = (_, send) => send();

async function work(job: Job, { progress, turn = atOnce }: Manner): Promise<void> {
  const { run, tasks } = job;
  const client = await run.client();
  const report = await openReport(job);
  const stop = stopper(maxErrorsOf(run));
  const places = new Map(tasks.map((task, at) => [task, at]));
  // What is done is done: the work stops in good order, and then says so.
  const keepFailure = (error: unknown) => {
    if (!(error instanceof LocalIoError)) throw error;
    job.unwritten = error;
  };
  const settle = async (task: Task, result: Result) => {
    const { result: _, ...facts } = result;
    task.result = facts;
    job.bar?.step(result.ok);
    await report.page([placeResult(result, places.get(task) ?? 0)]).catch(keepFailure);
    places.delete(task);
    task.rest?.();
  };
  for (const task of tasks.filter(({ failure, result }) => failure || result)) {
    await settle(task, task.result ?? failedResult(task, job.field, task.failure ?? unknownFailure()));
  }
  await mapPool(
    pending(job),
    concurrencyOf(run),
    async (task) => {
      const result = await turn(task, () => attempt(task, job.field, progress));
      progress.end(task, result);
      if (result) await settle(task, result);
      return task;
    },
    { onRateLimit: (listener) => client.onRateLimit(listener), stop: (done) => done.ok && stop(done.value) },
  );
  await report.end().catch(keepFailure);
}

/** Nothing more is begun after an interrupt, or when the results can no longer be written or read. */
function* pending(job: Job): Generator<Task> {
  const { context } = job.run;
  for (const task of job.tasks) {
    if (context.signal.aborted || context.io.outClosed || job.unwritten) return;
    if (!task.result) yield task;
  }
}

/** Of what was made. */
const idIn = (result: unknown): unknown =>
  typeof result === 'object' && result !== null && 'id' in result ? result.id : undefined;

const undoAfter = (run: Run, outcome: Sent['outcome']) =>
  outcome === 'absent' || outcome === 'same' ? undefined : undoOf(run);

const wordOf = ({ command }: Run, outcome: Sent['outcome']): string =>
  outcome === 'done' ? outcomeOf(command) : outcome === 'same' ? SAME : outcome;

/** Undefined when an interrupt came before anything was sent. */
async function attempt(task: Task, field: string, progress: ManyProgress): Promise<Result | undefined> {
  const { run, target } = task;
  try {
    progress.begin(task);
    const { outcome, result, failure } = await sendOne(run, { attempts: ATTEMPTS });
    // Of what may be done nothing is sent again.
    if (outcome === 'done') await expectAnswer(run, result, 'unknown');
    if (failure) throw failure;
    if (outcome !== 'same') await run.command.after?.(run, result);
    const id = run.target?.id ?? run.input[field] ?? idIn(result);
    const undo = undoAfter(run, outcome);
    return {
      target: shownAs(target),
      id: typeof id === 'string' ? id : null,
      ok: true,
      outcome: wordOf(run, outcome),
      ...lineOf(task),
      ...(undo !== undefined && { undo }),
      ...(result !== undefined && { result }),
    };
  } catch (thrown) {
    const error =
      thrown instanceof DocsError
        ? thrown
        : (await import('../run/unexpected-failure.ts')).asTaskFailure(run, thrown);
    if (error instanceof CancelledError && error.outcome === 'not-sent') return undefined;
    await withCheck(run, error);
    if (error.hint !== undefined) error.hint = await inThisContext(run, error.hint);
    task.failure = explained(task, error);
    return failedResult(task, field, task.failure);
  }
}

/** A refused token, rights that are missing everywhere or from now on, and a long pause are no matter of one item. */
function stopper(maxErrors: number | undefined): (task: Task) => boolean {
  let failed = 0;
  let refused = 0;
  let good = 0;
  return ({ failure }) => {
    if (!failure) good += 1;
    else failed += 1;
    refused = failure instanceof ForbiddenError ? refused + 1 : 0;
    if (failure instanceof AuthError) return true;
    if (asksForLongWait(failure)) return true;
    return (maxErrors !== undefined && failed >= maxErrors) || refused >= (good === 0 ? REFUSALS : IN_A_ROW);
  };
}

const unknownFailure = () => new DocsError('failed', { code: 'INTERNAL', exit: EXIT.failed });

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

export function maxErrorsOf({ flags: { maxErrors } }: Run): number | undefined {
  if (maxErrors === undefined) return undefined;
  if (/^\d{1,9}$/.test(String(maxErrors)) && Number(maxErrors) > 0) return Number(maxErrors);
  throw new UsageError(`--max-errors must be a whole number above 0, not "${maxErrors}"`, {
    hint: '--max-errors 5',
  });
}

/** `delete` to `deleting`, `add-sso` to `add-sso`: a word for the bar. */
const gerund = (verb: string): string => (verb.includes('-') ? verb : `${verb.replace(/e$/, '')}ing`);

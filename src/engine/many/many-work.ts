// Works off what is left of a job on many targets: a bounded pool, a result each, and when to stop.
import { mapPool } from '../../client/pool.ts';
import {
  AuthError,
  asksForLongWait,
  CancelledError,
  DocsError,
  EXIT,
  ForbiddenError,
  LocalIoError,
  UsageError,
} from '../../errors.ts';
import { startBar } from '../../output/progress-bar.ts';
import { SAME } from '../journal/record-change.ts';
import type { Run, Sent } from '../model/command-type.ts';
import { concurrencyOf } from '../model/globals.ts';
import { forgetNames } from '../references/references.ts';
import { inThisContext } from '../run/next-command.ts';
import { outcomeOf } from '../run/outcome.ts';
import { withCheck } from '../run/partial-failure.ts';
import { undoOf } from '../run/say-changed.ts';
import { expectAnswer, sendOne } from '../run/send.ts';
import type { ManyProgress } from './many-progress.ts';
import {
  explained,
  failedResult,
  type Job,
  lineOf,
  openReport,
  placeResult,
  type Result,
  shownAs,
  summarize,
  type Task,
  unwritten,
} from './many-report.ts';

/** Bulk work meets more trouble on its way, and giving up on an item costs more. */
const ATTEMPTS = 6;
/** As many refusals on different items, and nothing done, are no accident of one item. */
const REFUSALS = 3;
/** After good ones: rights may differ from item to item, but hardly so often in a row. */
const IN_A_ROW = 25;

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

export async function withBar(
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
/** Of what was made; of a page of a change request, the one that was edited. */
function idIn(result: unknown): unknown {
  const { id, changes } = Object(result);
  return id ?? (Array.isArray(changes) && changes.length === 1 ? changes[0]?.page?.id : undefined);
}

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

export function maxErrorsOf({ flags: { maxErrors } }: Run): number | undefined {
  if (maxErrors === undefined) return undefined;
  if (/^\d{1,9}$/.test(String(maxErrors)) && Number(maxErrors) > 0) return Number(maxErrors);
  throw new UsageError(`--max-errors must be a whole number above 0, not "${maxErrors}"`, {
    hint: '--max-errors 5',
  });
}

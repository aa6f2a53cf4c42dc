// docs apply: looks whether every row of a plan still fits, asks once, and sends the rows through the engine for many.

import type { Client } from '../../client/client.ts';
import { ConflictError, DocsError, EXIT } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { plural } from '../../output/format.ts';
import { canAsk } from '../../output/io.ts';
import { done, say } from '../../output/note.ts';
import { askName, askYes, otherConsent, place, unconfirmed } from '../ask/confirm.ts';
import { callRequest } from '../journal/record-change.ts';
import type { ManyProgress } from '../many/many-progress.ts';
import { failedResult, type Job, openReport, type Result } from '../many/many-report.ts';
import { runJob } from '../many/many-work.ts';
import { lineWith } from '../model/command.ts';
import type { Run } from '../model/command-type.ts';
import { sameCommand } from '../run/partial-failure.ts';
import { chosenFormat, ownView, printRows } from '../run/view.ts';
import { type CheckedRow, checkRowInput, tasksOf } from './check-rows.ts';
import { callIt, settle } from './compare-rows.ts';
import { checkMaxChanges, countInAll, thingsIn } from './max-changes.ts';
import { type OpenPlan, type PlanTask, planCalled } from './open-plan.ts';
import {
  dangerOfPlan,
  hashOf,
  namesRead,
  PackedRows,
  type PlanRow,
  type Rows,
  rowsNamedIn,
  slicesOf,
  textOfTarget,
} from './plan.ts';
import { fillIn } from './plan-file.ts';
import { organizationAt, placeOf } from './plan-head.ts';
import { amountOf, cellsOf, linesOf, PLAN_COLUMNS } from './plan-lines.ts';
import { recordRows } from './plan-progress.ts';
import { followsOf } from './row-dangers.ts';
import { aboutOf } from './row-target.ts';

// Rows of a plan that its host cannot do.

/** Throws UnsupportedError (exit 5) with the number and target of the first of them; nothing was sent. */
export async function refuseLackingRows(client: Client, rows: readonly NumberedRow[]): Promise<void> {
  // One alone is refused by the host itself.
  if (rows.length < 2) return;
  const { refuseLacking } = await import('../../domain/stand-ins/refuse-lacking.ts');
  await refuseLacking(
    client,
    rows.map(({ row, operation, number }) => ({
      operation,
      what: `row ${number} (${textOfTarget(row.target)})`,
    })),
  );
}

/** Numbers count from 1. */
interface NumberedRow extends CheckedRow {
  number: number;
}

// The one question before a plan is applied: what its rows come to, the worst of them, and where.

const MOST_LISTED = 20;
const MOST_TOLD = 3;
/** Rows that are looked at together. */
const AT_A_TIME = 1000;

/**
 * Throws InteractionError (exit 3) when consent is missing or refused. `rows` are those of `tasks` that would be sent; `names`
 * are those of the one thing that all of it is about, where there is one: they confirm as the number does.
 */
async function askToApply(open: OpenPlan, rows: Rows, tasks: readonly PlanTask[]): Promise<void> {
  const { run, plan, names = [] } = open;
  const numbers = tasks.filter(isLeft).map(({ number }) => number);
  const danger = dangerOfPlan(rows);
  const isSevere = danger === 'severe';
  const amount = plural(rows.length, 'change');
  const confirms = (typed: string) => typed === amount || names.some((name) => isNamed(typed, name));
  const wanted = names[0] ?? amount;
  const { yes, confirm } = run.flags;
  if (confirm !== undefined && !confirms(confirm))
    throw otherConsent(run, wanted, names.length > 0 ? 'what it is about' : 'what the plan would do');
  if (danger === 'mild' || confirm !== undefined || (yes && !isSevere)) return;
  const flag = isSevere ? '--confirm' : '--yes';
  const given = isSevere ? [flag, wanted] : [flag];
  const where = await place({ ...run, input: { organizationId: plan.organization?.id } });
  const asked = {
    act: `apply ${amountOf({ rows })}${where}`,
    ...(await followsOfWorst(open, { rows, numbers }, danger)),
  };
  if (!canAsk(run))
    throw unconfirmed(flag, asked, {
      hint: lineWith(run.context.argv, ...given),
      details: { confirm: wanted },
      yes,
    });
  await sayRows(run, rows, rowsOfAll(tasks));
  if (isSevere) await askName(run, asked, { name: wanted, isRight: confirms });
  else await askYes(run, asked);
}

async function sayRows(run: Run, rows: Rows, all: Rows): Promise<void> {
  const { io } = run.context;
  const [first] = slicesOf(rows, MOST_LISTED);
  const shown = first?.rows ?? [];
  for (const line of linesOf(shown, { rows: all, named: await namesRead(run, shown) })) say(io, `  ${line}`);
  if (rows.length > MOST_LISTED) say(io, `  and ${rows.length - MOST_LISTED} more`);
}

/** An email is the same in capitals. */
const isNamed = (typed: string, name: string): boolean =>
  typed === name || (name.includes('@') && typed.toLowerCase() === name.toLowerCase());

/** What follows from a row: what the plan says, else what is worked out of the thing as it is. `number`: from 1. */
export async function followsFromRow(
  { run, operations, lives }: OpenPlan,
  row: PlanRow,
  number: number,
): Promise<string | undefined> {
  const operation = operations.get(row.operation);
  if (row.follows !== undefined || !operation) return row.follows;
  return followsOf(run, { operation, input: row.input, live: lives?.[number - 1], danger: row.danger });
}

/** What follows from the worst rows, and whom they are about. */
async function followsOfWorst(
  open: OpenPlan,
  { rows, numbers }: { rows: Rows; numbers: readonly number[] },
  danger: PlanRow['danger'],
): Promise<{ follows?: string }> {
  // What follows alike from several is said once.
  const named = new Map<string | undefined, string[]>();
  let [count, at] = [0, 0];
  for (const row of rows) {
    at += 1;
    if (row.danger !== danger) continue;
    count += 1;
    if (count > MOST_TOLD) continue;
    const follows = await followsFromRow(open, row, numbers[at - 1] ?? at);
    named.set(follows, [...(named.get(follows) ?? []), textOfTarget(row.target)]);
  }
  if (count === 0) return {};
  const told = [...named].map(([follows, names]) =>
    [names.join(', '), ...(follows === undefined ? [] : [follows])].join(': '),
  );
  const more = Math.max(count - MOST_TOLD, 0);
  if (rows.length === 1) return { follows: told.join('; ') };
  return {
    follows: `the most dangerous ${count === 1 ? 'is' : 'are'} ${told.join('; ')}${more > 0 ? `; and ${more} more` : ''}`,
  };
}

const isLeft = ({ result, failure }: PlanTask): boolean => !result && !failure;

/** One after the other: all of them at once may be too much for the memory. */
function* eachRow(tasks: readonly PlanTask[]): Generator<PlanRow> {
  for (const task of tasks) {
    yield task.row;
    task.rest?.();
  }
}

/** All rows in the words of the host: what the file calls a thing nobody has checked where nothing is left to be done. */
function rowsOfAll(tasks: readonly PlanTask[]): PackedRows {
  const rows = new PackedRows();
  for (const row of eachRow(tasks)) rows.push(row);
  return rows;
}

/** The rows that would be sent. Throws UnsupportedError (exit 5) where the host cannot do one of them. */
async function rowsOf(run: Run, left: readonly PlanTask[]): Promise<PackedRows> {
  const rows = new PackedRows();
  for (let from = 0; from < left.length; from += AT_A_TIME) {
    const some = left.slice(from, from + AT_A_TIME);
    await refuseLackingRows(
      await run.client(),
      some.map(({ row, number, run: { operation } }) => ({ row, number, operation })),
    );
    for (const row of eachRow(some)) rows.push(row);
  }
  return rows;
}

/** Where it acts. A file could call its organization as it likes: what the host does not tell has its ID. */
async function placeOfOpen({ run, plan, file }: OpenPlan): Promise<string> {
  const { organization } = plan;
  if (file === '' || !organization) return placeOf(plan);
  const { id } = organization;
  const asked = organizationAt(run, id).catch((error: unknown) => {
    if (error instanceof DocsError) return { id, title: id };
    throw error;
  });
  return placeOf({ ...plan, organization: await asked });
}

/**
 * Sends what of a plan is left to be done. Of two runs of one file the second waits, and finds what is there. Throws
 * ConflictError `STALE_PLAN` (exit 6) before anything is sent, InteractionError (exit 3), PartialError (exit 7) when some
 * rows failed.
 */
export async function applyPlan(
  open: OpenPlan,
  { skipStale = false }: { skipStale?: boolean } = {},
): Promise<void> {
  const { run, plan, file } = open;
  const hash = hashOf(plan);
  run.plan = hash;
  const work = () => applyAlone(open, hash, skipStale);
  if (file === '' || run.flags.dryRun) return work();
  const { aloneWith } = await import('../run/one-at-a-time.ts');
  await aloneWith(run, ['plan', hash], work);
}

/** People have the plan; a program gets what is left of it. */
async function printLeft(run: Run, left: readonly PlanTask[]): Promise<void> {
  if ((chosenFormat(run) ?? 'table') === 'table') return;
  const cells = left.flatMap(({ row, number }) => cellsOf([row], number - 1));
  await printRows(run, cells, ownView(run, PLAN_COLUMNS));
}

async function applyAlone(open: OpenPlan, hash: string, skipStale: boolean): Promise<void> {
  const { run, plan, file } = open;
  const { io } = run.context;
  // Beside the rows. A failure shows where it is needed.
  const told = run.flags.dryRun ? placeOfOpen(open) : undefined;
  told?.catch(() => {});
  const tasks = await tasksOf(open);
  const job: Job = { run, field: 'change', tasks, again: open.again ?? sameCommand(run) };
  refuseStale(open, tasks, skipStale);
  const left = tasks.filter(isLeft);
  const { maxChanges } = run.flags;
  const most = maxChanges ?? plan.guards.maxChanges;
  if (most !== undefined) {
    const isOwnShare = file !== '' && String(maxChanges ?? '').endsWith('%');
    const total = isOwnShare ? await countInAll(open) : thingsIn(plan.rows) + plan.unchanged;
    checkMaxChanges(String(most), thingsIn(eachRow(left)), total);
  }
  if (plan.rows.length === 0) return sayNothing(open);
  if (told !== undefined) {
    await printLeft(run, left);
    const amount = `${left.length} of ${plural(tasks.length, 'row')}`;
    return done(io, `dry run: ${amount} would be sent${await told}; nothing was sent`);
  }
  const rows = await rowsOf(run, left);
  if (left.length > 0) await askToApply(open, rows, tasks);
  open.begin?.();
  const needed = new Set<number>();
  for (const { needs = [] } of rows) for (const need of needs) needed.add(need);
  const made = new Map<number, unknown>(
    tasks.flatMap(({ number, result }) =>
      result?.ok && needed.has(number) ? [[number, result.result] as const] : [],
    ),
  );
  const turns = new Map<number, Promise<boolean>>();
  await runJob(job, {
    label: 'applying changes',
    progress: progressOf(open, hash, tasks),
    turn: (task, send) => {
      const known = task as PlanTask;
      const { number, row } = known;
      const own = inTurn(known, { needs: row.needs ?? [], made, turns, send, row, number }).finally(() => {
        // What is done in part is not as the plan says any more.
        if (file !== '' && known.failure?.outcome === 'applied')
          job.again = shell`make a new plan with the command shown by: docs plan show ${file}`;
      });
      if (!needed.has(number)) return own;
      turns.set(
        number,
        own.then(
          (result) => {
            if (result?.ok) made.set(number, result.result);
            return result !== undefined;
          },
          () => true,
        ),
      );
      return own;
    },
  });
}

async function sayNothing({ run, plan }: OpenPlan): Promise<void> {
  done(run.context.io, `nothing to change${placeOf(plan)}`);
  await (await openReport({ run })).end();
}

/** What was found to be done is written down before anything else is sent. */
function progressOf({ run }: OpenPlan, hash: string, tasks: readonly PlanTask[]): ManyProgress {
  // Safe: the job has no other tasks.
  const progress = recordRows(run, hash, (task) => (task as PlanTask).number);
  for (const task of tasks) if (task.isFound) progress.end(task, task.result);
  return progress;
}

interface Turn {
  needs: readonly number[];
  made: ReadonlyMap<number, unknown>;
  /** Whether what others need was begun at all: an interruption ends it before. */
  turns: ReadonlyMap<number, Promise<boolean>>;
  send: () => Promise<Result | undefined>;
  row: PlanRow;
  number: number;
}

/** A row waits for those it needs; where one of them failed it is not sent. */
async function inTurn(
  task: PlanTask,
  { needs, made, turns, send, row, number }: Turn,
): Promise<Result | undefined> {
  const begun = await Promise.all(needs.map((need) => turns.get(need)));
  if (begun.includes(false)) return undefined;
  const missing = needs.find((need) => !made.has(need));
  try {
    if (missing !== undefined)
      throw new DocsError(`not sent: row ${missing} must be done first`, { code: 'NEEDS_FAILED', exit: 1 });
    task.run.input = fillIn(row.input, made);
    const [id, second] = rowsNamedIn(row.input).length > 0 ? aboutOf(task.run).ids : [];
    if (id !== undefined && second === undefined) callIt(task, { ...row.target, id });
    if (needs.length > 0) await checkRowInput(number - 1, task.run.operation, task.run.input);
  } catch (error) {
    if (!(error instanceof DocsError)) throw error;
    task.failure = error;
    return failedResult(task, 'change', error);
  }
  const end = callRequest(task.run, { called: task.target.text, row: number });
  return send().finally(end);
}

const MOST_NAMED = 3;

/** Throws ConflictError `STALE_PLAN`, unless --skip-stale leaves such rows out. */
function refuseStale({ file, again }: OpenPlan, tasks: readonly PlanTask[], skipStale: boolean): void {
  const stale = tasks.filter((task) => task.stale !== undefined);
  if (stale.length === 0) return;
  const words = stale.slice(0, MOST_NAMED).map((task) => `${task.target.text}: ${task.stale}`);
  const more = stale.length > MOST_NAMED ? `; and ${stale.length - MOST_NAMED} more` : '';
  if (!skipStale)
    throw new ConflictError(
      `${again === undefined ? planCalled(file) : 'what was planned'} no longer fits, and nothing was sent: ${stale.length} of ${plural(tasks.length, 'row')} changed since (${words.join('; ')}${more})`,
      {
        code: 'STALE_PLAN',
        exit: EXIT.findings,
        hint: again ?? shell`make the plan again, or docs apply ${file} --skip-stale`,
        details: { stale: stale.map(({ number }) => number) },
      },
    );
  for (const task of stale) settle(task, 'skipped: stale');
}

// The rows of a plan as tasks: each compared with what is there now, before any of them is sent.
import type { Operation } from '../../api/operation.ts';
import { mapPool } from '../../client/pool.ts';
import { DocsError } from '../../errors.ts';
import { failedResult } from '../many/many-report.ts';
import type { Task } from '../many/many-task.ts';
import { command as describe } from '../model/command.ts';
import { concurrencyOf } from '../run/concurrency.ts';
import type { Run } from '../run/run.ts';
import type { Sent } from '../run/send.ts';
import { verdictOn } from '../run/verdict.ts';
import { type CheckedRow, checkRows } from './check-rows.ts';
import { findCreated } from './find-created.ts';
import { hashOf, type Plan, type PlanRow, textOfTarget } from './plan.ts';
import { verbOf } from './plan-lines.ts';
import { readRowStates } from './plan-progress.ts';
import { changesSince, creates, isAsBefore, isSoAlready, readLive, relevant } from './row-state.ts';

/** A plan that is about to be compared or applied here. */
export interface OpenPlan {
  run: Run;
  plan: Plan;
  /** The file, as it was typed. */
  file: string;
  operations: ReadonlyMap<string, Operation>;
}

/** A row on its way. A result or failure is there from the start where nothing is left to be sent. */
export interface PlanTask extends Task {
  row: PlanRow;
  /** From 1. */
  number: number;
  /** What somebody changed since the plan was made. */
  stale?: string;
}

/** Compares every row with the live state. Throws UsageError `INVALID_PLAN`, and what keeps it from reading. */
export async function tasksOf(open: OpenPlan): Promise<PlanTask[]> {
  const rows = await checkRows(open.plan, open.operations, open.run.catalog);
  const tasks = rows.map((row, at) => taskOf(open, row, at + 1));
  await look(open, tasks);
  return tasks;
}

function taskOf({ run }: OpenPlan, { row, operation }: CheckedRow, number: number): PlanTask {
  const command = {
    ...describe(verbOf(row), operation, { examples: [''] }),
    send: async (_: Run, usual: () => Promise<Sent>) => {
      const sent = await usual();
      return { ...sent, failure: verdictOn(sent.result) };
    },
  };
  const own: Run = {
    ...run,
    command,
    operation,
    input: { ...row.input },
    target: { ...row.target },
    flags: { ...run.flags, ifExists: false },
  };
  return { target: { text: textOfTarget(row.target), input: {} }, run: own, row, number };
}

async function look({ run, plan, operations }: OpenPlan, tasks: readonly PlanTask[]): Promise<void> {
  const all = [...operations.values()];
  const states = readRowStates(run.context, hashOf(plan));
  const results = await mapPool(
    tasks,
    concurrencyOf(run),
    async (task) => {
      const { row, number } = task;
      const known = states.get(number);
      if (known?.state === 'done' && !showsItself(row)) return settle(task, 'done before', known.id);
      if (row.needs?.length) return;
      await compare(task, plan, { sent: known?.state === 'sent', done: known?.state === 'done', all });
    },
    { stop: ({ ok }) => !ok },
  );
  for (const result of results) if (!result.ok) throw result.error;
}

/** Whether the state tells that a row is done: all fields that it sets are among those that were read. */
function showsItself({ before, after }: PlanRow): boolean {
  if (!before) return false;
  const names = Object.keys(after ?? {});
  return after === null || (names.length > 0 && names.every((name) => name in before));
}

interface Earlier {
  /** It was sent from here, and the answer never came. */
  sent: boolean;
  done: boolean;
  all: readonly Operation[];
}

async function compare(task: PlanTask, plan: Plan, earlier: Earlier): Promise<void> {
  const { run, row } = task;
  const { operation, input } = run;
  if (creates(operation) && !row.before) return compareCreated(task, plan, earlier);
  const now = await relevant(operation, input, await readLive(await run.client(), operation, input));
  const isGone = now === null && row.after === null;
  if (isGone || isSoAlready(operation, now, row.after)) return settle(task, 'already so');
  if (isAsBefore(row, now)) return;
  // It was sent, and the state is another one: it took effect, though the answer never came.
  if (earlier.sent || earlier.done) return settle(task, 'done before');
  task.stale = changesSince(row, now);
}

async function compareCreated(task: PlanTask, plan: Plan, { sent, all }: Earlier): Promise<void> {
  const { run, row } = task;
  const { operation, input } = run;
  const client = await run.client();
  const found = await findCreated(client, { operation, input, row, since: plan.made.at, sent }, all);
  if (found) return settle(task, 'already there', String(found.id ?? ''));
  // Sent, and not there: it never arrived.
  if (!sent || found === null) return;
  task.failure = unknownFate(task);
  task.result = failedResult(task, 'change', task.failure);
}

/** Nothing of it is left to be sent. */
export function settle(task: PlanTask, outcome: string, id?: string): void {
  task.result = {
    target: task.target.text,
    id: id ?? task.row.target.id ?? null,
    ok: true,
    outcome,
    ...(id !== undefined && { result: { id } }),
  };
}

const unknownFate = ({ number }: PlanTask): DocsError =>
  new DocsError(
    `row ${number} was sent before, and it is not known whether it took effect`,
    { code: 'UNKNOWN_OUTCOME', exit: 1 },
    { outcome: 'unknown', hint: 'docs history' },
  );

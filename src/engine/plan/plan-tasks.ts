// The rows of a plan as tasks: each compared with what is there now, before any of them is sent.
import type { Operation } from '../../api/operation.ts';
import { type Command, command as describe } from '../model/command.ts';
import type { Run } from '../run/run.ts';
import type { Sent } from '../run/send.ts';
import { verdictOn } from '../run/verdict.ts';
import { type CheckedRow, checkRows } from './check-rows.ts';
import { compareRows, type OpenPlan, type PlanTask } from './compare-rows.ts';
import { textOfTarget } from './plan.ts';
import { verbOf } from './plan-lines.ts';
import { withDangers } from './row-dangers.ts';

/** Compares every row with the live state, and says how dangerous it is now. Throws UsageError `INVALID_PLAN`, and what keeps it from reading. */
export async function tasksOf(open: OpenPlan): Promise<PlanTask[]> {
  const rows = await checkRows(open.plan, open.operations);
  const tasks = rows.map((row, at) => taskOf(open, row, at + 1));
  const client = await compareRows(open, tasks);
  const left = tasks.filter(({ result, failure }) => !result && !failure);
  const judged = await withDangers(
    left.map((task) => ({ ...task, operation: task.run.operation })),
    open.plan.rows,
    client,
  );
  for (const [at, task] of left.entries()) task.row = judged[at] ?? task.row;
  return tasks;
}

/** Of each operation one: a plan may have 100,000 rows of it. */
const COMMANDS = new WeakMap<Operation, Command>();

const commandOf = (verb: string, operation: Operation): Command => ({
  ...describe(verb, operation, { examples: [''] }),
  send: async (_: Run, usual: () => Promise<Sent>) => {
    const sent = await usual();
    return { ...sent, failure: verdictOn(sent.result) };
  },
});

function taskOf({ run }: OpenPlan, { row, operation }: CheckedRow, number: number): PlanTask {
  const command = COMMANDS.get(operation) ?? commandOf(verbOf(row), operation);
  COMMANDS.set(operation, command);
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

// The rows of a plan as tasks: each compared with what is there now, before any of them is sent.
import type { Operation } from '../../api/operation.ts';
import { keepHeapSmallest } from '../../files/heap.ts';
import { type Command, command as describe } from '../model/command.ts';
import type { Run, Sent } from '../model/command-type.ts';
import { verdictOn } from '../run/verdict.ts';
import { type CheckedRow, checkEach } from './check-rows.ts';
import { type Comparison, openComparison } from './compare-rows.ts';
import type { OpenPlan, PlanTask } from './open-plan.ts';
import { PackedRows, type PlanRow, slicesOf, textOfTarget } from './plan.ts';
import { editsDone, verbOf } from './plan-lines.ts';
import { withDangers } from './row-dangers.ts';

/** Compares every row with the live state, and says how dangerous it is now. Throws UsageError `INVALID_PLAN`, and what keeps it from reading. */
export async function tasksOf(open: OpenPlan): Promise<PlanTask[]> {
  const isLong = open.plan.rows.length > SLICE;
  const told = new PackedRows();
  const all: PlanTask[] = [];
  for await (const tasks of taskSlices(open))
    for (const task of tasks) all.push(isLong ? resting(open, task, told) : task);
  return all;
}

/** The same task with its row packed: what it works with is made when it is asked for, and let go when it rests. */
function resting(open: OpenPlan, task: PlanTask, told: PackedRows): PlanTask {
  const { number, target, stale, result, failure } = task;
  const index = told.length;
  told.push(task.row);
  return new RestingTask(() => taskFor(open, told.at(index) as PlanRow, number), {
    number,
    target,
    ...(stale !== undefined && { stale }),
    ...(result && { result }),
    ...(failure && { failure }),
  });
}

class RestingTask implements PlanTask {
  declare number: number;
  declare target: PlanTask['target'];
  private awake: PlanTask | undefined;
  private readonly make: () => PlanTask;

  constructor(make: () => PlanTask, facts: Omit<PlanTask, 'row' | 'run'>) {
    this.make = make;
    Object.assign(this, facts);
  }

  private get own(): PlanTask {
    this.awake ??= this.make();
    return this.awake;
  }

  get row(): PlanRow {
    return this.own.row;
  }

  set row(row: PlanRow) {
    this.own.row = row;
  }

  get run(): Run {
    return this.own.run;
  }

  rest(): void {
    this.awake = undefined;
  }
}

/** Rows that are in memory with all that is known of them. */
const SLICE = 250;

/** The same slice by slice, in the order of the rows. */
export async function* taskSlices(open: OpenPlan): AsyncGenerator<PlanTask[], void, undefined> {
  const { plan, operations } = open;
  if (plan.rows.length > SLICE) keepHeapSmallest();
  let areAlone = true;
  await checkEach(plan, operations, ({ row }) => {
    areAlone &&= !row.needs?.length;
  });
  const comparison = await openComparison(open);
  // Rows that need others are compared with them.
  const slices = slicesOf(plan.rows, areAlone ? SLICE : Math.max(1, plan.rows.length));
  const early = areAlone ? await sentBefore(open, comparison) : new Map<number, PlanTask>();
  for (const { from, rows } of slices) {
    const tasks = rows.map((row, at) => early.get(from + at + 1) ?? taskFor(open, row, from + at + 1));
    await judged(
      open,
      comparison,
      tasks.filter(({ number }) => !early.has(number)),
    );
    yield tasks;
  }
}

/** What was sent and never answered, by number: it is looked for before all others. */
async function sentBefore(open: OpenPlan, comparison: Comparison): Promise<Map<number, PlanTask>> {
  const found = new Map<number, PlanTask>();
  for (let number = 1; number <= open.plan.rows.length; number += 1) {
    const row = comparison.wasSent(number) ? open.plan.rows.at(number - 1) : undefined;
    if (row) found.set(number, taskFor(open, row, number));
  }
  await judged(open, comparison, [...found.values()]);
  return found;
}

async function judged(
  { plan }: OpenPlan,
  { client, compare, made }: Comparison,
  tasks: readonly PlanTask[],
): Promise<void> {
  await compare(tasks);
  const left = tasks.filter(({ result, failure }) => !result && !failure);
  const rows = await withDangers(
    left.map((task) => ({ ...task, operation: task.run.operation })),
    plan.rows,
    client,
    made,
  );
  for (const [at, task] of left.entries()) task.row = rows[at] ?? task.row;
}

const taskFor = (open: OpenPlan, row: PlanRow, number: number): PlanTask => {
  const operation = open.operations.get(row.operation);
  if (!operation) throw new Error(`row ${number} was not checked`);
  return taskOf(open, { row, operation }, number);
};

/** Of each operation one: a plan may have 100,000 rows of it. */
const COMMANDS = new WeakMap<Operation, Command>();

const commandOf = (verb: string, operation: Operation): Command => ({
  ...describe(verb, operation, { examples: [''] }),
  send: async (_: Run, usual: () => Promise<Sent>) => {
    const sent = await usual();
    return { ...sent, failure: verdictOn(sent.result) };
  },
});

/** Of each run one, too. */
const FLAGS = new WeakMap<Run['flags'], Run['flags']>();

function flagsOf(flags: Run['flags']): Run['flags'] {
  const own = FLAGS.get(flags) ?? { ...flags, ifExists: false };
  FLAGS.set(flags, own);
  return own;
}

function taskOf({ run }: OpenPlan, { row, operation }: CheckedRow, number: number): PlanTask {
  const command = COMMANDS.get(operation) ?? commandOf(verbOf(row), operation);
  COMMANDS.set(operation, command);
  const done = editsDone(row);
  const own: Run = {
    ...run,
    command: done === undefined ? command : { ...command, done },
    operation,
    input: { ...row.input },
    target: { ...row.target },
    flags: flagsOf(run.flags),
  };
  return { target: { text: textOfTarget(row.target), input: {} }, run: own, row, number };
}

// The rows of a plan as tasks: each a change that docs knows, since a file may have been edited, compared with what is there.

import { mutates, type Operation } from '../../api/operation.ts';
import { isSameValue } from '../../domain/reversals/reversal.ts';
import { DocsError, UsageError, ValidationError } from '../../errors.ts';
import { nearest } from '../../files/nearest.ts';
import { keepHeapSmallest } from '../../files/of-node.ts';
import { type Command, command as describe } from '../model/command.ts';
import type { Run, Sent } from '../model/command-type.ts';
import { inputErrors, strayField } from '../run/input.ts';
import { verdictOn } from '../run/partial-failure.ts';
import { type Comparison, openComparison } from './compare-rows.ts';
import type { OpenPlan, PlanTask } from './open-plan.ts';
import { PackedRows, type Plan, type PlanRow, rowsNamedIn, slicesOf, textOfTarget } from './plan.ts';
import { isJoined } from './plan-file.ts';
import { editsDone, verbOf } from './plan-lines.ts';
import { withDangers } from './row-dangers.ts';
import { afterOf, wordOf } from './row-state.ts';
import { aboutOf, onlyId } from './row-target.ts';

export interface CheckedRow {
  row: PlanRow;
  operation: Operation;
}

export interface InFile {
  /** Where people wrote a field that a row sends: `site.yaml line 3, column 5`. */
  placeOf(row: Pick<PlanRow, 'file' | 'line'>, field: string): string | undefined;
  /** What says which fields there are. */
  hint: string;
}

/** Throws UsageError `INVALID_PLAN` with the number of the row, or its place in a file. */
export async function checkRows(
  plan: Plan,
  operations: ReadonlyMap<string, Operation>,
  inFile?: InFile,
): Promise<CheckedRow[]> {
  const checked: CheckedRow[] = [];
  await checkEach(plan, operations, (row) => checked.push(row), inFile);
  return checked;
}

/** The same for a plan that may have as many rows as there are. */
export async function checkEach(
  plan: Plan,
  operations: ReadonlyMap<string, Operation>,
  take: (row: CheckedRow) => void,
  inFile?: InFile,
): Promise<void> {
  let at = 0;
  for (const row of plan.rows) {
    const operation = operations.get(row.operation);
    if (!operation)
      throw invalid(
        at,
        `unknown operation "${row.operation}"`,
        'docs help plans: it may be from a newer docs',
      );
    if (!mutates(operation)) throw invalid(at, `"${row.operation}" changes nothing`);
    refuseUntrue(at, operation, row);
    refuseParts(at, operation, row.input);
    await checkKnown(at, operation, row, inFile);
    refuseOther(at, plan, { operation, row });
    take({ row, operation });
    at += 1;
  }
}

/** What people review is what is sent: a row says nothing else than its request does. */
function refuseUntrue(at: number, operation: Operation, { input, before, after }: PlanRow): void {
  const own = afterOf(operation, input, before);
  if (isSameValue(after, own)) return;
  const fields = (value: unknown) => new Map(Object.entries(value ?? {}));
  const [said, real] = [fields(after), fields(own)];
  const name = [...said.keys(), ...real.keys()].find((one) => !isSameValue(said.get(one), real.get(one)));
  const [field, is, will] =
    name === undefined ? ['after', after, own] : [`after.${name}`, said.get(name), real.get(name)];
  throw invalid(at, `${field} is ${wordOf(is)}, but its request leaves ${wordOf(will)}`);
}

/** Whatever the request itself says of its target and place. Titles are another thing: the host knows them. */
function refuseOther(at: number, { organization }: Plan, { operation, row }: CheckedRow): void {
  const about = aboutOf({ operation, input: row.input });
  const { kind } = about;
  const own = onlyId(about);
  const said = row.target;
  if (said.kind !== kind) throw invalid(at, `target.kind is "${said.kind}", and should be "${kind}"`);
  if (said.id !== own) throw invalid(at, `target.id is ${wordOf(said.id)}, and should be ${wordOf(own)}`);
  const { organizationId } = row.input;
  if (organizationId !== undefined && organizationId !== organization?.id)
    throw invalid(
      at,
      `its organization is ${wordOf(organizationId)}, and that of the plan is ${wordOf(organization?.id)}`,
    );
}

/**
 * What becomes a text only when it is sent would be shown as something else: a target is an ID, or what another row
 * creates, and nothing but the text of a page is put together.
 */
function refuseParts(at: number, { params }: Operation, input: PlanRow['input']): void {
  const isCreated = (value: unknown) => typeof value === 'string' && rowsNamedIn([value]).length > 0;
  const odd = Object.keys(params.properties).find((name) => !isId(input[name]) && !isCreated(input[name]));
  if (odd !== undefined) throw invalid(at, `"${odd}" is not an ID`);
  JSON.stringify(input, (name, value) => {
    if (isJoined(value) && name !== 'markdown') throw invalid(at, 'only the text of a page can be in parts');
    return value;
  });
}

const isId = (value: unknown): boolean =>
  typeof value === 'string' && /^[^/\\?#\s]+$/.test(value) && !/^\.+$/.test(value);

/** What another row creates is checked once it is there; all else of a row is known already. */
async function checkKnown(at: number, operation: Operation, row: PlanRow, inFile?: InFile): Promise<void> {
  if (!row.needs?.length) refuseNoIds(at, operation, row.input);
  const isOpen = (field: string) => row.needs && rowsNamedIn(valueAt(row.input, field)).length > 0;
  const known = (await errorsIn(at, operation, row.input)).find((error) => !isOpen(fieldOf(error)));
  if (!known) return;
  const message = await withNearest(known);
  const where = inFile?.placeOf(row, fieldOf(known));
  if (where === undefined) throw invalid(at, message);
  throw new UsageError(`${where}: ${message}`, { code: 'INVALID_PLAN', hint: inFile?.hint });
}

/** Of a field that there is not, the one that was meant. */
async function withNearest(error: ValidationError): Promise<string> {
  const { fieldsKnownIn } = await import('../../api/check.ts');
  const known = fieldsKnownIn(error.message) ?? [];
  const [meant] = nearest(fieldOf(error).split('.').at(-1) ?? '', known, 1);
  return meant === undefined ? error.message : `${error.message}; did you mean "${meant}"?`;
}

const fieldOf = ({ details }: ValidationError): string => String(details?.field ?? '');

const valueAt = (input: unknown, field: string): unknown =>
  field === '' ? input : field.split('.').reduce<unknown>((at, key) => Object(at)[key], input);

/** Throws UsageError `INVALID_PLAN`. `at`: index of the row. */
export async function checkRowInput(
  at: number,
  operation: Operation,
  input: PlanRow['input'],
): Promise<void> {
  refuseNoIds(at, operation, input);
  const [first] = await errorsIn(at, operation, input);
  if (first) throw invalid(at, first.message);
}

function refuseNoIds(at: number, { params }: Operation, input: PlanRow['input']): void {
  const missing = Object.keys(params.properties).find((name) => !isId(input[name]));
  if (missing !== undefined) throw invalid(at, `"${missing}" is not an ID`);
}

async function errorsIn(
  at: number,
  operation: Operation,
  input: PlanRow['input'],
): Promise<ValidationError[]> {
  const stray = strayField(operation, input);
  const known = Object.keys(operation.body?.properties ?? {});
  if (stray !== undefined) {
    const message = `"${stray}" is not a field here${known.length > 0 ? `; known: ${known.join(', ')}` : ''}`;
    return [new ValidationError(message, { details: { field: stray } })];
  }
  try {
    return await inputErrors(operation, { ...input }, [], 'docs plan show');
  } catch (error) {
    if (error instanceof DocsError) throw invalid(at, error.message);
    throw error;
  }
}

const invalid = (at: number, why: string, hint = 'docs help plans'): UsageError =>
  new UsageError(`row ${at + 1} of the plan: ${why}`, { code: 'INVALID_PLAN', hint });

// The rows of a plan as tasks: each compared with what is there now, before any of them is sent.

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

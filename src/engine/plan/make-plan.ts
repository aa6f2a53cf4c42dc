// --plan-out: runs a command up to what it would send, and writes that to a file.
import { mutates, type Operation } from '../../api/operation.ts';
import type { Client } from '../../client/client.ts';
import { mapAll } from '../../client/pool.ts';
import { worse } from '../../domain/dangers/danger.ts';
import { dangerOfChange } from '../../domain/dangers/of-operations.ts';
import { reversalOf } from '../../domain/reversals/of-operations.ts';
import {
  asItem,
  idOfNeighbor,
  inWords,
  neighborIn,
  partsOf,
  type States,
} from '../../domain/reversals/reversal.ts';
import { ConflictError, UsageError } from '../../errors.ts';
import { dangerOf } from '../ask/confirm.ts';
import { lineWithout } from '../model/command.ts';
import type { Run } from '../model/command-type.ts';
import { canPlan } from '../model/flags.ts';
import { concurrencyOf } from '../model/globals.ts';
import { refuseOtherThanPlan } from '../run/own-file.ts';
import { sendOne } from '../run/send.ts';
import { missingFrom } from '../run/target.ts';
import { refuseChanges, refuseTooMany, thingsIn } from './max-changes.ts';
import { maskedBody, PackedRows, type Plan, type PlanRow, renumbered, rowsNamedIn } from './plan.ts';
import { fittingPieces, writePlan } from './plan-file.ts';
import { askCaller, type Made, organizationOf, planOf, reportPlan } from './plan-head.ts';
import { followsOf } from './row-dangers.ts';
import { afterOf, bodyOf, isSoAlready, lastParam, readLive, relevant } from './row-state.ts';
import { type Request, type RowTargets, rowTargets } from './row-target.ts';

/** One target of a command. */
export interface Planned {
  run: Run;
  /** As it was given. */
  text?: string;
  /** Line of the rows that it came from. */
  line?: number;
}

/**
 * Plans what `targets` would change, writes the file that --plan-out names and says what is in it. `unchanged`: targets
 * that are as the command would leave them. Throws UsageError, InteractionError `TOO_MANY_CHANGES` (exit 3), and what
 * the reads throw.
 */
export async function makePlan(
  run: Run,
  targets: readonly Planned[],
  { unchanged = 0, field }: { unchanged?: number; field?: string } = {},
): Promise<void> {
  const draft = beginPlan(run);
  await draft.add(targets);
  await draft.deliver({ unchanged, ...(field !== undefined && { field }) });
}

export interface PlanDraft {
  /** Plans what these would change, too. Throws UsageError, and what the reads throw. */
  add(targets: readonly Planned[]): Promise<void>;
  /** Writes it and says what is in it. Throws as `makePlan`. */
  deliver(rest: { unchanged: number; field?: string }): Promise<void>;
}

/** A plan that is made bit by bit, of as many targets as there may be. Throws UsageError. */
export function beginPlan(run: Run): PlanDraft {
  refuseBoth(run);
  refuseOtherThanPlan(run.context, String(run.flags.planOut));
  const rows = new PackedRows();
  const made: Made<PackedRows> = { rows, unchanged: 0 };
  const mute = muteOf(run);
  let count = 0;
  return {
    async add(targets) {
      if (count === 0) await askCaller(run);
      count += targets.length;
      for (const found of await mapAll({}, targets, concurrencyOf(run), (target) => rowsOf(target, mute)))
        add(made, found);
    },
    async deliver({ unchanged, field }) {
      if (run.flags.maxChanges !== undefined) await refuseTooMany(run, thingsIn(rows), field);
      const plan = await planOf(run, { rows, unchanged: made.unchanged + unchanged });
      await deliverPlan(run, plan, count + unchanged);
    },
  };
}

/**
 * Writes a plan where --plan-out says and tells what is in it. `targets`: how many the command was given. Throws
 * LocalIoError, and FindingsError (exit 6) where --exit-code is given and something changes.
 */
export async function deliverPlan(
  run: Run,
  plan: Plan,
  targets: number,
  unchangedAs?: string,
): Promise<void> {
  const file = String(run.flags.planOut);
  if (file === '-') for (const piece of fittingPieces(plan)) await run.context.io.out(piece);
  else writePlan(run.context, file, plan);
  await reportPlan(run, { plan, file, targets, ...(unchangedAs !== undefined && { unchangedAs }) });
  refuseChanges(run, plan.rows.length);
}

/** The plan of a command with one target. */
export const planOne = (run: Run, isSo: boolean): Promise<void> =>
  makePlan(run, isSo ? [] : [{ run }], { unchanged: isSo ? 1 : 0 });

/** Throws UsageError. */
export function refuseBoth({ flags, context }: Run): void {
  if (flags.dryRun)
    throw new UsageError('--plan-out and --dry-run cannot be used together: neither sends anything', {
      hint: lineWithout(context.argv, ['--dry-run']),
    });
}

/** The rows of a target keep their own numbers until all are there. */
function add(made: Made<PackedRows>, rows: readonly PlanRow[]): void {
  const offset = made.rows.length;
  if (rows.length === 0) made.unchanged += 1;
  for (const row of rows) {
    const { needs } = row;
    made.rows.push(
      needs && offset > 0
        ? {
            ...row,
            ...renumbered(row, (number) => number + offset),
            needs: needs.map((need) => need + offset),
          }
        : row,
    );
  }
}

/** What a dry run says would change: the rows of a plan of it, whatever they hold. None where everything is so already. */
export async function rowsToShow(run: Run): Promise<PlanRow[]> {
  const own = [{ operation: run.operation, input: run.input }];
  const records = canPlan(run.command) ? await recorded(run, muteOf(run)).catch(unlessUnplanned(own)) : own;
  return rowsOfRecords({ run }, records, { danger: await dangerOf(run), isShown: true });
}

/** What cannot be planned as a whole is shown by its first request. */
const unlessUnplanned =
  (own: Recorded[]) =>
  (error: unknown): Recorded[] => {
    if (error instanceof UsageError) return own;
    throw error;
  };

/** None where everything is so already. */
async function rowsOf(target: Planned, mute: Run['context']['io']): Promise<PlanRow[]> {
  const problem = await target.run.command.foresee?.(target.run);
  // What only may be refused is for those who apply it to see.
  if (problem instanceof ConflictError) throw problem;
  const danger = await dangerOf(target.run);
  return rowsOfRecords(target, await recorded(target.run, mute), { danger });
}

async function rowsOfRecords(
  { run, line }: Planned,
  records: readonly Recorded[],
  { danger, isShown = false }: { danger: PlanRow['danger']; isShown?: boolean },
): Promise<PlanRow[]> {
  const rows: PlanRow[] = [];
  const organization = await organizationOf(run, records);
  const targets = rowTargets({
    run,
    organizationId: organization?.id,
    made: async (row) => rows[row - 1]?.target,
  });
  const all = (await Promise.all(records.map(inParts))).flat();
  for (const one of all) {
    if (!isShown) refuseSecrets(run, one.input);
    const isOwn = one.operation.id === run.operation.id;
    // A first step that holds something back asks for less than the whole, and the last one for as much.
    const isFirstStep = isOwn && one.input.draft === true && run.input.draft !== true;
    const own =
      isOwn && !isFirstStep
        ? danger
        : worse(isFirstStep ? 'mild' : danger, await dangerOfChange({ ...run, ...one }));
    const row = await rowOf(run, one, { targets, danger: own, isShown });
    if (!row || (all.length === 1 && isSoAlready(one.operation, row.before, row.after))) return [];
    rows.push({ ...row, ...(line !== undefined && { line }) });
  }
  return rows;
}

/** What is given to several at once is a row for each of them: they may have had different things before. */
const inParts = async (record: Recorded): Promise<Recorded[]> =>
  partsOf(await reversalOf(record.operation.id), record);

/** Undefined for what is not there, where --if-exists allows that. Throws NotFoundError. */
async function rowOf(
  run: Run,
  { operation, input }: Recorded,
  { targets, danger, isShown }: { targets: RowTargets; danger: PlanRow['danger']; isShown: boolean },
): Promise<PlanRow | undefined> {
  const needs = rowsNamedIn(input);
  const live = needs.length > 0 ? undefined : await readLive(await run.client(), operation, input);
  if (live === null && operation.method !== 'PUT') {
    if (run.flags.ifExists) return undefined;
    throw await missingFrom(run);
  }
  const before = await relevant(operation, input, live);
  const follows = await followsOf(run, { operation, input, live, danger });
  const after = afterOf(operation, input, before);
  const states = isShown
    ? await namedPlace({ operation, input, live }, { before, after }, targets)
    : { before, after };
  return {
    operation: operation.id,
    input,
    target: await targets.of({ operation, input, live }),
    ...(states.before !== undefined && { before: states.before }),
    after: states.after,
    danger,
    ...(follows !== undefined && { follows }),
    ...(needs.length > 0 && { needs }),
  };
}

/** The place that a request moves something to, by the titles of what is there. */
async function namedPlace(request: Request, states: States, targets: RowTargets) {
  const neighbor = neighborIn(states.after);
  const id = idOfNeighbor(neighbor);
  if (id === undefined) return states;
  const { operation, input, live } = request;
  const titles = asItem(asItem(live).titles);
  const own = 'item' in input ? { item: neighbor } : { [lastParam(operation)]: id };
  const title = titles[id] ?? (await targets.of({ operation, input: { ...input, ...own } })).title;
  return inWords(states, (one) => (one === id ? title : titles[one]));
}

/** Where a command writes that sends nothing yet: nowhere. */
const muteOf = ({ context }: Run): Run['context']['io'] =>
  Object.create(context.io, {
    out: { value: async () => {} },
    err: { value: () => {} },
    outTty: { value: false },
    errTty: { value: false },
  });

/** What the command would send. It shows nothing, and asks nothing. */
async function recorded(run: Run, io: Run['context']['io']): Promise<Recorded[]> {
  const records: Recorded[] = [];
  const client = recordingClient(await run.client(), records, {
    path: run.path,
    dry: () => lineWithout(run.context.argv, ['--plan-out'], '--dry-run'),
  });
  const muted: Run = {
    ...run,
    context: { ...run.context, io },
    // Nothing is sent, so there is nothing to wait for.
    flags: Object.assign({}, run.flags, { yes: true, wait: false }),
    client: async () => client,
    names: async () => undefined,
  };
  await sendOne(muted, {});
  return records;
}

/** A plan is read by several people, so it holds no secret. Throws UsageError `SECRET_IN_PLAN`. */
export function refuseSecrets({ path }: Run, input: Readonly<Record<string, unknown>>): void {
  if (JSON.stringify(maskedBody(input)) === JSON.stringify(input)) return;
  throw new UsageError('this cannot be planned: it would put a secret into the plan file', {
    code: 'SECRET_IN_PLAN',
    hint: `${path} --help`,
  });
}

// A client that writes down what a command would send, and sends nothing. Reads go through.

type Input = Record<string, unknown>;

/** One request that a command would have sent. */
interface Recorded {
  operation: Operation;
  input: Input;
}

/** A command that cannot be planned after all, and the same as a dry run. */
interface Unplanned {
  path: string;
  dry: () => string;
}

/** Every write becomes a record, and is answered with what was asked for and `{row 3}.id` as its ID. */
function recordingClient(client: Client, records: Recorded[], { path, dry }: Unplanned): Client {
  const answer = (operation: Operation, input: Input) => {
    records.push({ operation, input: JSON.parse(JSON.stringify(input)) });
    return { ...bodyOf(operation, input), id: `{row ${records.length}}.id` };
  };
  const refuseGuess = (input: unknown) => {
    if (rowsNamedIn(input ?? {}).length === 0) return;
    throw new UsageError(`${path} cannot be planned: it reads what its first request creates`, {
      hint: dry(),
    });
  };
  return {
    ...client,
    async call(operation, given, options) {
      // Safe: an input is an object; and commands read of the answer to a write what they sent, and its ID.
      if (mutates(operation)) return answer(operation, { ...Object(given) }) as never;
      refuseGuess(given);
      return client.call(operation, given, options);
    },
    async callWithStatus(operation, given, options) {
      if (!mutates(operation)) {
        refuseGuess(given);
        return client.callWithStatus(operation, given, options);
      }
      // 205: deleted. 204 would mean that there was nothing to delete.
      const status = operation.method === 'DELETE' ? 205 : (operation.success[0] ?? 200);
      return { status, result: answer(operation, { ...Object(given) }) as never, headers: {} };
    },
    pages(operation, given, options) {
      refuseGuess(given);
      return client.pages(operation, given, options);
    },
    async raw(request, options) {
      if (/^(get|head)$/i.test(request.method)) return client.raw(request, options);
      throw new UsageError(`${path} cannot be planned`, { hint: dry() });
    },
  };
}

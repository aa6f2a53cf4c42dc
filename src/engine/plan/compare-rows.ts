// Every row of a plan beside the live state, before any of them is sent: done already, as it was, or changed since.

import type { Operation } from '../../api/operation.ts';
import type { Client } from '../../client/client.ts';
import { mapAll } from '../../client/pool.ts';
import { reversalOf } from '../../domain/reversals/of-operations.ts';
import { DocsError } from '../../errors.ts';
import { failedResult } from '../many/many-report.ts';
import type { Run } from '../model/command-type.ts';
import { concurrencyOf } from '../model/globals.ts';
import {
  type CreatedThings,
  createdThings,
  type ListedReads,
  listedReads,
  neededLater,
} from './find-created.ts';
import type { OpenPlan, PlanTask } from './open-plan.ts';
import {
  type Fields,
  hashOf,
  type Plan,
  type PlanRow,
  type PlanTarget,
  rowsNamedIn,
  textOfTarget,
} from './plan.ts';
import { fillIn } from './plan-file.ts';
import { madeByEdits, type RowState, readRowStates, revisionBefore } from './plan-progress.ts';
import { checkWords, refuseDoubles, withDangers } from './row-dangers.ts';
import {
  changesSince,
  creates,
  EarlierRows,
  isAsBefore,
  isOwnDoing,
  isSoAlready,
  type Live,
  readLive,
  relevant,
  textsIn,
} from './row-state.ts';
import { idsIn, type RowTargets, rowTargets } from './row-target.ts';

/** What rows are compared with. */
interface Known {
  run: Run;
  plan: Plan;
  /** What was worked out here a moment ago needs no check. */
  isWritten: boolean;
  targets: RowTargets;
  /** Of the plan: where lists are read that a row does not place. */
  organization: { organizationId?: string };
  states: ReadonlyMap<number, RowState>;
  lists: ListedReads;
  created: CreatedThings;
  /** What rows that are done have created, by number. */
  made: Map<number, unknown>;
}

/** A plan that is compared slice by slice. */
export interface Comparison {
  /** Knows what was listed. */
  client: Client;
  /** What rows that are done have created, by number. */
  made: ReadonlyMap<number, unknown>;
  /** Whether the row was sent before, with no answer. */
  wasSent(number: number): boolean;
  /** Leaves what is found in the tasks: all that need each other are in one slice. Throws what keeps it from reading. */
  compare(tasks: readonly PlanTask[]): Promise<void>;
}

/** Throws UsageError `INVALID_PLAN` where rows are the same. */
export async function openComparison({ run, plan, file, operations }: OpenPlan): Promise<Comparison> {
  if (file !== '') refuseDoubles(plan.rows, ({ operation }) => isMade(operations.get(operation)));
  const states = readRowStates(run.context, hashOf(plan));
  const lists = await listedReads(run);
  const taken = [...states.values()].flatMap(({ id }) => id ?? []);
  const about = { since: plan.made.at, taken, needed: neededLater(plan.rows, states) };
  const created = createdThings(lists.client, [...operations.values()], about);
  const organization = plan.organization ? { organizationId: plan.organization.id } : {};
  const reading: Run = { ...run, client: async () => lists.client };
  const targets: RowTargets = rowTargets({
    run: reading,
    organizationId: plan.organization?.id,
    made: (number) => {
      const row = plan.rows.at(number - 1);
      const operation = row && operations.get(row.operation);
      return operation && targets.of({ operation, input: row.input });
    },
  });
  const known: Known = {
    run: reading,
    plan,
    isWritten: file !== '',
    targets,
    organization,
    states,
    lists,
    created,
    made: new Map(),
  };
  const wasSent = (number: number) => states.get(number)?.state === 'sent';
  return {
    client: lists.client,
    made: known.made,
    wasSent,
    async compare(tasks) {
      // What was sent from here is looked for before what may have come from elsewhere.
      const sent = tasks.filter(({ number }) => wasSent(number));
      const others = tasks.filter(({ number }) => !wasSent(number));
      for (const round of [sent, others]) await compareAll(run, round.filter(isAlone), known);
      await compareFollowers(run, tasks, known);
      await nameOthers(tasks, known);
    },
  };
}

const isMade = (operation: Operation | undefined): boolean => operation !== undefined && creates(operation);

const isAlone = ({ row }: PlanTask): boolean => !row.needs?.length;

/**
 * What waits for other rows, and was not sent itself: of what those create nothing can be there, and what they change may
 * be otherwise now that some of them were sent.
 */
async function nameOthers(tasks: readonly PlanTask[], known: Known): Promise<void> {
  const sentOf = new Set<unknown>();
  const earlier = new EarlierRows();
  for (const task of tasks) {
    const { row, run, number } = task;
    if (known.states.has(number)) for (const text of textsIn(row.input)) sentOf.add(text);
    const isLater = !isAlone(task) && !known.states.has(number);
    const ids = idsIn({ operation: run.operation, input: row.input });
    const isNew = rowsNamedIn(ids).length > 0;
    const isRead = isLater && !isNew;
    const now = isRead ? await readLive(known.lists.client, run.operation, run.input) : undefined;
    const live = earlier.pass(run.operation, row.input, now);
    if (isRead && row.before && !ids.some((id) => sentOf.has(id))) await compareChanged(task, known, live);
    if (isLater) await name(task, known, live);
  }
}

/** Throws UsageError `INVALID_PLAN` where the file says something else of the row. */
async function name(
  task: PlanTask,
  { run, plan, isWritten, targets, lists, made, states }: Known,
  live: Live,
): Promise<void> {
  if (!isWritten) return;
  const { number } = task;
  const { operation } = task.run;
  // What follows is said of what asks, whatever danger the file gives it.
  const judged = await withDangers([{ row: task.row, operation, live }], plan.rows, lists.client, made);
  const [row = task.row] = judged;
  const isOver = (task.result ?? task.stale) !== undefined;
  const isResumed = states.size > 0;
  const told = { row, number, operation, input: row.input, live, isOver, isResumed };
  task.row = await checkWords(run, plan, targets, told);
  callIt(task, task.row.target);
}

/** From now on it is called so. */
export function callIt(task: PlanTask, target: PlanTarget): void {
  task.row = { ...task.row, target };
  task.target = { ...task.target, text: textOfTarget(target) };
  task.run.target = { ...target };
  if (task.result) task.result = { ...task.result, target: task.target.text };
}

async function compareAll(run: Run, tasks: readonly PlanTask[], known: Known): Promise<void> {
  for (const { run: own } of tasks) {
    const params = [...own.operation.path.matchAll(/\{(\w+)\}/g)].map(([, param = '']) => param);
    const [last, place] = params.reverse();
    for (const param of [creates(own.operation) ? undefined : last, place])
      if (param !== undefined && param !== 'organizationId')
        await known.lists.expect(param, { ...known.organization, ...own.input });
  }
  await mapAll({}, tasks, concurrencyOf(run), (task) => compare(task, known));
}

/** What was never sent waits for the rows it needs; only of what was sent before there may be something to find. */
async function compareFollowers(run: Run, tasks: readonly PlanTask[], known: Known): Promise<void> {
  let waiting = tasks.filter((task) => !isAlone(task) && known.states.has(task.number));
  for (;;) {
    const ready = waiting.filter(({ row }) => rowsNamedIn(row.input).every((need) => known.made.has(need)));
    if (ready.length === 0) return;
    for (const { run: own, row } of ready) own.input = fillIn(row.input, known.made);
    await compareAll(run, ready, known);
    waiting = waiting.filter((task) => !ready.includes(task));
  }
}

async function compare(task: PlanTask, known: Known): Promise<void> {
  const { row, run, number } = task;
  const state = known.states.get(number);
  const live = await readLive(known.lists.client, run.operation, run.input);
  const isDone = state?.state === 'done' && !showsItself(row);
  const wanted = { ...run, after: row.after ?? {} };
  if (isDone && (await known.created.isOther(wanted, number, state.id)))
    task.stale = 'what it created is something else';
  else if (isDone) settle(task, 'done before', state);
  else if (state?.state === 'sent' && run.operation.id === EDITS && (await compareEdits(task, known, live)))
    task.live = live;
  else if (state === undefined && (await isFromOther(task, known))) task.stale = 'its pages were changed';
  else if (creates(run.operation) && (!row.before || run.operation.id === FROM_MAIN))
    await compareCreated(task, known);
  else await compareChanged(task, known, live);
  await name(task, known, live);
  if (!task.result?.ok) return;
  known.made.set(number, task.result.result);
  task.isFound = state?.state === 'sent';
}

/** Whether the state tells that a row is done: all fields that it sets are among those that were read. */
function showsItself({ before, after }: PlanRow): boolean {
  if (!before) return false;
  const names = Object.keys(after ?? {});
  return after === null || (names.length > 0 && names.every((name) => name in before));
}

const EDITS = 'changeRequestContent.update';

/**
 * Edits that follow others change a change request that has changed already: only the revision after those says whether
 * these took effect. False where it is not known.
 */
async function compareEdits(task: PlanTask, { lists, states, plan }: Known, live: Live): Promise<boolean> {
  const { row, number, run } = task;
  const told = { input: run.input, before: row.before, number };
  const before = revisionBefore(told, states, plan.rows);
  if (before === undefined || typeof live?.revision !== 'string') return false;
  if (live.revision === before) return true;
  const made = await madeByEdits(lists.client, told, before);
  if (!made) return false;
  if (made !== 'none') settle(task, 'done before', { ...made, revision: live.revision });
  return true;
}

const FROM_MAIN = 'changeRequests.create';

/** A change request whose edits were worked out from one revision of main: on another one they would overwrite pages. */
async function isFromOther({ row, run }: PlanTask, { lists }: Known): Promise<boolean> {
  if (!row.before || run.operation.id !== FROM_MAIN) return false;
  const { getSpace } = await import('../../api/content/spaces.ts');
  const { revision } = await lists.client.call(getSpace, { spaceId: String(run.input.spaceId) });
  return row.before.revision !== revision;
}

async function compareChanged(task: PlanTask, { states, plan }: Known, live: Live): Promise<void> {
  task.live = live;
  const {
    row,
    number,
    run: { operation, input },
  } = task;
  const now = await relevant(operation, input, live);
  const isGone = now === null && row.after === null;
  if (isGone || isSoAlready(operation, now, row.after)) return settle(task, 'already in effect');
  const { state, isRefused } = states.get(number) ?? {};
  if (!isAsBefore(row, now)) {
    // It was sent, and the state is another one: it took effect, though the answer never came.
    if (state !== undefined && !isRefused) return settle(task, 'done before');
    if (!isOwnDoing(row, now, sentRows(plan, states))) task.stale = changesSince(row, now);
  } else if (state === 'sent' && !isRefused && operation.retry === 'never' && !(await isTold(row, operation)))
    failUnknown(task);
}

const sentRows = ({ rows }: Plan, states: Known['states']): PlanRow[] =>
  [...states.keys()].flatMap((number) => rows.at(number - 1) ?? []);

/** Whether the state says that a request did not take effect: what could be undone shows in it. */
const isTold = async ({ before }: PlanRow, { id }: Operation): Promise<boolean> =>
  Boolean(before) && (await reversalOf(id))?.undo !== undefined;

async function compareCreated(task: PlanTask, { created, states, made }: Known): Promise<void> {
  const { row, number, run } = task;
  const { operation, input } = run;
  const { state, isRefused } = states.get(number) ?? {};
  const sent = state === 'sent';
  const after: Fields = fillIn(row.after ?? {}, made);
  const found = await created.find({ operation, input, after, sent });
  if (found) settle(task, 'already there', { id: String(found.id ?? ''), first: firstIn(found) });
  // Sent, and not there: it never arrived.
  else if (sent && found === undefined && !isRefused) failUnknown(task);
}

/** What a row created, and the space that a section was created with. */
interface Made {
  id?: string | undefined;
  first?: string | undefined;
  files?: readonly string[] | undefined;
  pages?: readonly string[] | undefined;
  /** Of the change request after it. */
  revision?: string | undefined;
}

const firstIn = ({ siteSpaces }: { siteSpaces?: unknown }): string | undefined => {
  const first: unknown = Array.isArray(siteSpaces) ? Object(siteSpaces[0]).id : undefined;
  return typeof first === 'string' ? first : undefined;
};

/** Nothing of it is left to be sent. */
export function settle(
  task: PlanTask,
  outcome: string,
  { id, first, files, pages, revision }: Made = {},
): void {
  const made = {
    ...(id !== undefined && { id }),
    ...(first !== undefined && { siteSpaces: [{ id: first }] }),
    ...(files !== undefined && { insertedFiles: files.map((file) => ({ id: file })) }),
    ...(revision !== undefined && { revision }),
    ...(pages !== undefined && { changes: pages.map((page) => ({ page: { id: page } })) }),
  };
  task.result = {
    target: task.target.text,
    id: id ?? task.row.target.id ?? null,
    ok: true,
    outcome,
    ...(Object.keys(made).length > 0 && { result: made }),
  };
}

function failUnknown(task: PlanTask): void {
  task.failure = new DocsError(
    `row ${task.number} was sent before, and it is not known whether it took effect`,
    { code: 'UNKNOWN_OUTCOME', exit: 1 },
    { outcome: 'unknown', hint: 'docs history' },
  );
  task.result = failedResult(task, 'change', task.failure);
}

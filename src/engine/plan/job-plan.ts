// A job of several changes that were worked out from what is there: one plan, which is shown, written or applied at once.
import type { Operation } from '../../api/operation.ts';
import { mapAll } from '../../client/pool.ts';
import { ValidationError } from '../../errors.ts';
import { plural } from '../../output/format.ts';
import { done, note, wholeCommand } from '../../output/note.ts';
import { outSafe, safeLine, safeText } from '../../output/safe-text.ts';
import { openReport } from '../many/many-report.ts';
import type { Run } from '../model/command-type.ts';
import { concurrencyOf } from '../model/globals.ts';
import { settleNames } from '../references/resolve-names.ts';
import { strayField } from '../run/input.ts';
import { refuseMissingRight } from '../run/missing-right.ts';
import { refuseOtherThanPlan } from '../run/own-file.ts';
import { sameCommand } from '../run/partial-failure.ts';
import { fillContext } from '../run/scope.ts';
import { chosenFormat, ownView, printRows } from '../run/view.ts';
import { applyPlan, refuseLackingRows } from './apply-plan.ts';
import { type CheckedRow, checkRows } from './check-rows.ts';
import type { Ahead, Wish, Wishes } from './job-wishes.ts';
import { deliverPlan, refuseBoth, refuseSecrets } from './make-plan.ts';
import { checkMaxChanges, refuseChanges, thingsIn } from './max-changes.ts';
import type { OpenPlan } from './open-plan.ts';
import { namesRead, type PlanRow, type Rows, renumbered, rowsNamedIn } from './plan.ts';
import { askCaller, askOffers, askPlaces, organizationOf, placeOf, planOf } from './plan-head.ts';
import { cellsOf, headline, lineFor, linesOf, PLAN_COLUMNS, rowsText } from './plan-lines.ts';
import { followsOf, withDangers } from './row-dangers.ts';
import {
  afterOf,
  creates,
  isOnNew,
  isSoAlready,
  type Live,
  lastParam,
  readLive,
  relevant,
} from './row-state.ts';
import { type RowTargets, rowTargets } from './row-target.ts';

type WishesOf = (run: Run) => Promise<Wishes>;

/**
 * Works out what a job wishes about the thing that `about` reads, and does it: typed twice at once, one after the other.
 * Throws UsageError, NotFoundError (exit 5) for names, and what `runJobPlan` throws.
 */
export async function runJob(run: Run, about: Operation, wishes: WishesOf, ahead: Ahead = {}): Promise<void> {
  refuseEmptyTitle(run);
  const { path, args, flags, input, context } = run;
  const work = () => workOut(run, about, wishes, ahead);
  if (flags.dryRun || flags.planOut !== undefined) return work();
  const { aloneWith } = await import('../run/one-at-a-time.ts');
  // Before anything is read: what was read earlier is forgotten, as the other run may have changed it.
  await aloneWith(run, ['job', path, context.cwd, JSON.stringify([args, flags, input])], work);
}

async function workOut(run: Run, about: Operation, wishes: WishesOf, ahead: Ahead): Promise<void> {
  const params = Object.keys(about.params.properties);
  const named = run.command.args.filter(({ field }) => params.includes(field));
  const own: Run = {
    ...run,
    operation: about,
    input: Object.fromEntries(
      named.flatMap(({ field, label }) => (run.args[label] === undefined ? [] : [[field, run.args[label]]])),
    ),
  };
  await fillContext(own);
  await settleNames(own);
  if (own.flags.planOut !== undefined) await askCaller(own);
  await askPlaces(own, about);
  if (ahead.first) await askOffers(own, ahead.first);
  // Before any file is read: what it is about must be there.
  if (about.paging === undefined) own.target = await readAbout(own, ahead);
  await runJobPlan(own, await wishes(own));
}

/** An unset variable in a script makes it empty: that is said before anything is read. Throws ValidationError. */
function refuseEmptyTitle({ flags, path }: Run): void {
  const given: Readonly<Record<string, unknown>> = flags;
  const field = ['title', 'subject'].find(
    (name) => given[name] !== undefined && String(given[name]).trim() === '',
  );
  if (field !== undefined)
    throw new ValidationError(`--${field} must not be empty`, { hint: `${path} --help`, details: { field } });
}

/** Reads what a job is about, and beside it what the job reads of that in any case. A failure shows where it is needed. */
async function readAbout(run: Run, { reads = [] }: Ahead): Promise<Record<string, unknown>> {
  const { operation, input } = run;
  const client = await run.client();
  const asked = reads.map(([also, more]) => {
    // Safe: these are under the path of what the job is about, whose parameters were filled in and settled.
    const reading = client.call(also, { ...input, ...more } as never);
    return reading.catch(() => undefined);
  });
  // Safe, as above.
  const found = { ...Object((await client.call(operation, input as never)) ?? {}) };
  const param = lastParam(operation);
  const { id = input[param] } = found;
  // What was named by its number is known by its ID from here on.
  if (id === input[param]) return found;
  const named = { ...input, [param]: id };
  run.noteRead(operation, named, found);
  for (const [at, [also, more]] of reads.entries()) {
    const answer = await asked[at];
    if (answer !== undefined) run.noteRead(also, { ...named, ...more }, answer);
  }
  return found;
}

/** A run that only shows what it would do. */
export const unsent = <R extends Run>(run: R): R => ({ ...run, flags: { ...run.flags, dryRun: true } });

/**
 * Does what a job wishes: with --plan-out as a plan file, with --dry-run as lines to read, else after one question.
 * Throws InteractionError (exit 3), FindingsError (exit 6) with --exit-code, PartialError (exit 7), and what the reads throw.
 */
export async function runJobPlan(run: Run, wishes: Wishes): Promise<void> {
  const { flags, context } = run;
  if (wishes.commands) return showCommands(run, wishes.commands);
  const isPlanned = flags.planOut !== undefined;
  if (isPlanned) {
    refuseBoth(run);
    refuseOtherThanPlan(context, String(flags.planOut));
  }
  const open = await openJobPlan(run, wishes, isPlanned);
  const { plan } = open;
  if (flags.maxChanges !== undefined) {
    const things = thingsIn(plan.rows);
    checkMaxChanges(String(flags.maxChanges), things, wishes.total ?? things + plan.unchanged);
  }
  const isShown = !isPlanned && flags.dryRun === true;
  if (!isShown) wishes.judge?.(plan, false);
  if (wishes.tellsUndo) await (await import('./open-plan.ts')).sayNotUndone(open);
  if (isPlanned) await deliverPlan(run, plan, plan.rows.length + plan.unchanged, wishes.unchangedAs);
  else if (isShown) await showUnsent(open, { ...wishes, shown: () => wishes.judge?.(plan, true) });
  else if (plan.rows.length > 0) await applyPlan(open);
  else {
    done(context.io, `${nothingToChange(plan.unchanged)}${placeOf(plan)}`);
    await (await openReport({ run })).end();
  }
  wishes.end?.(!isPlanned && !flags.dryRun);
}

const nothingToChange = (unchanged: number): string =>
  `nothing to change${unchanged === 0 ? '' : `: ${unchanged} already up to date`}`;

/**
 * Each wish beside what is there; one that is fulfilled already has no row. `isPlanned`: it becomes a file. Throws what
 * the reads throw, and UnsupportedError (exit 5) for what the host cannot do.
 */
export async function openJobPlan(
  run: Run,
  wishes: Wishes,
  isPlanned = false,
): Promise<OpenPlan<readonly PlanRow[]>> {
  if (isPlanned) await askCaller(run);
  const [wish, another] = wishes.rows;
  if (wish && another) await askOffers(run, wish.operation);
  const organization = await organizationOf(run, wishes.rows);
  const targets = targetsOf(run, organization?.id, wishes.rows);
  const results = await mapAll({}, wishes.rows, concurrencyOf(run), (wish) => rowOf(run, wish, targets));
  const found: (PlanRow | undefined)[] = [];
  const lives: Live[] = [];
  for (const result of results) {
    found.push(result?.row);
    if (!result) continue;
    if (isPlanned) refuseSecrets(run, result.row.input);
    lives.push(result.live);
  }
  const rows = closeUp(found);
  const unchanged = (wishes.unchanged ?? 0) + found.length - rows.length;
  const plan = await planOf(run, { rows, unchanged }, isPlanned);
  const operations = new Map(wishes.rows.map(({ operation }) => [operation.id, operation]));
  const checked = await checkRows(plan, operations, wishes.inFile);
  await refuseLackingRows(
    await run.client(),
    checked.map((one, at) => ({ ...one, number: at + 1 })),
  );
  const dangers = await withDangers(
    checked.map((one, at) => ({ ...one, live: lives[at] })),
    plan.rows,
    await run.client(),
  );
  const told = checked.map((one, at) => ({ ...one, row: dangers[at] ?? one.row }));
  return {
    run,
    plan: { ...plan, rows: isPlanned ? await withFollows(run, told, lives) : told.map(({ row }) => row) },
    file: '',
    operations,
    lives,
    again: sameCommand(run),
    ...(wishes.names && { names: wishes.names }),
    ...(wishes.begin && { begin: wishes.begin }),
  };
}

/** In a file stands only what anybody can work out again. */
const withFollows = (run: Run, rows: readonly CheckedRow[], lives: readonly Live[]): Promise<PlanRow[]> =>
  Promise.all(
    rows.map(async ({ row: { follows: _, ...row }, operation }, at) => {
      const { input, danger } = row;
      const follows = await followsOf(run, { operation, input, live: lives[at], danger });
      return follows === undefined ? row : { ...row, follows };
    }),
  );

/** What wishes are about; one that another creates is called as that one says. */
function targetsOf(run: Run, organizationId: string | undefined, wishes: readonly Wish[]): RowTargets {
  const targets = rowTargets({
    run,
    organizationId,
    made: (row) => {
      const wish = wishes[row - 1];
      return wish && targets.of(wish);
    },
  });
  return targets;
}

/** Undefined for what is so already. What needs another row is not there yet, so that nothing is read of it. */
async function rowOf(
  run: Run,
  wish: Wish,
  targets: RowTargets,
): Promise<{ row: PlanRow; live: Live } | undefined> {
  const { operation, input, live: known, danger = 'mild', follows, file, line } = wish;
  const needs = [...new Set([...rowsNamedIn(input), ...(wish.needs ?? [])])].sort((a, b) => a - b);
  const isRead = known === undefined && !isOnNew(operation, input);
  const live = isRead ? await readLive(await run.client(), operation, input) : known;
  const before = await relevant(operation, input, live);
  const after = afterOf(operation, input, before);
  // A field that no request has makes no difference to what is there, and is refused later.
  if (
    !creates(operation) &&
    strayField(operation, input) === undefined &&
    isSoAlready(operation, before, after)
  )
    return undefined;
  const row = {
    operation: operation.id,
    input,
    target: await targets.of({ operation, input, live }),
    ...(before !== undefined && { before }),
    after,
    danger,
    ...(follows !== undefined && { follows }),
    ...(needs.length > 0 && { needs }),
    ...(file !== undefined && { file }),
    ...(line !== undefined && { line }),
  };
  return { row, live };
}

/** The rows that are left, in new numbers: nothing is left out that another row needs the ID of. */
function closeUp(found: readonly (PlanRow | undefined)[]): PlanRow[] {
  const numbers = new Map<number, number>();
  found.forEach((row, at) => {
    if (row) numbers.set(at + 1, numbers.size + 1);
  });
  return found.flatMap((row) => {
    if (!row) return [];
    const { needs, ...rest } = row;
    const left = needs?.flatMap((need) => numbers.get(need) ?? []) ?? [];
    return {
      ...rest,
      ...renumbered(row, (number) => numbers.get(number) ?? number),
      ...(left.length > 0 && { needs: left }),
    };
  });
}

/** What could be typed instead: a line a command for people and shells, a row a command for programs. */
async function showCommands(run: Run, given: readonly string[]): Promise<void> {
  const { io } = run.context;
  const commands = await Promise.all(given.map((line) => wholeCommand(io, line)));
  const format = chosenFormat(run) ?? 'table';
  if (format === 'table' || format === 'id') {
    for (const line of commands) await io.out(`${safeLine(line)}\n`);
    return note(io, `${plural(commands.length, 'command')} to run; nothing was sent`);
  }
  const rows = commands.map((command) => ({ command }));
  await printRows(run, rows, ownView(run, ['command']));
}

const textOf = async (run: Run, { rows }: { rows: Rows }): Promise<string> =>
  linesOf(rows, { named: await namesRead(run, rows) })
    .map((line) => `${lineFor(run.context.io, line)}\n`)
    .join('');

/** --dry-run: what would change, a line a change for people, a row a field for programs. Nothing is sent. */
async function showUnsent(
  { run, plan, operations }: OpenPlan<readonly PlanRow[]>,
  {
    preview,
    alongside = 0,
    names,
    shown: afterwards,
  }: Pick<Wishes, 'preview' | 'alongside' | 'names'> & { shown: () => void },
): Promise<void> {
  const shown = (chosenFormat(run) ?? 'table') === 'table' ? preview : undefined;
  await printUnsent(run, plan, shown);
  afterwards();
  await refuseMissingRight(
    run,
    plan.rows.flatMap(({ operation, input }) => {
      const known = operations.get(operation);
      return known ? [{ operation: known, input }] : [];
    }),
  );
  const amount = shown === undefined ? headline(plan) : amountOfPages(plan, alongside, names);
  const same = plan.unchanged === 0 ? '' : `, ${plan.unchanged} already up to date`;
  done(run.context.io, `dry run: ${amount}${same}${placeOf(plan)}; nothing was sent`);
  refuseChanges(run, plan.rows.length);
}

async function printUnsent(
  run: Run,
  plan: OpenPlan<readonly PlanRow[]>['plan'],
  preview: string | undefined,
): Promise<void> {
  const { io } = run.context;
  const format = chosenFormat(run) ?? 'table';
  if (run.flags.output === 'markdown')
    return io.out(
      outSafe(io, safeText(rowsText(plan.rows, await namesRead(run, plan.rows)), { multiline: true })),
    );
  if (preview !== undefined)
    return io.out(`${preview}${await textOf(run, { rows: besidePages(plan.rows) })}`);
  if (format === 'table') return io.out(await textOf(run, plan));
  if (format === 'id') {
    for (const { target } of plan.rows) if (target.id !== undefined) await io.out(`${safeLine(target.id)}\n`);
    return;
  }
  await printRows(run, cellsOf(plan.rows), ownView(run, PLAN_COLUMNS));
}

// What a diff of pages leaves unsaid: it shows the pages that change, in whatever requests they are sent.

const isEdit = ({ operation }: PlanRow): boolean => operation === 'changeRequestContent.update';
const isNew = ({ operation }: PlanRow): boolean => operation === 'changeRequests.create';

/** The rows that a diff does not show. */
const besidePages = (rows: Rows): PlanRow[] => Array.from(rows).filter((row) => !isEdit(row) && !isNew(row));

/** `3 pages to change in a new change request of "Guides"`. */
function amountOfPages({ rows }: { rows: Rows }, alongside: number, [about]: readonly string[] = []): string {
  const all = Array.from(rows);
  const editsOf = ({ input }: PlanRow) => [input.changes ?? []].flat().map(Object);
  // A page that an earlier row makes is that page.
  const pageOf = ({ page, ...edit }: Record<string, unknown>): unknown => {
    const [, row, at] = /^\{row (\d+)\}\.changes\.(\d+)\./.exec(String(page)) ?? [];
    const maker = all[Number(row) - 1];
    return (maker ? editsOf(maker)[Number(at)]?.ref : page) ?? edit.ref ?? edit;
  };
  const edits = all.filter(isEdit).flatMap(editsOf);
  const pages = new Set(edits.flatMap((edit) => (edit.operation === 'insert_files' ? [] : pageOf(edit))));
  if (pages.size === 0) return headline({ rows });
  const made = all.filter(isNew).length;
  const request =
    made === 0 ? '' : made === 1 ? ' in a new change request' : ` in ${made} new change requests`;
  const place = about === undefined ? request : `${request}${made === 0 ? ' in' : ' of'} "${about}"`;
  const others = besidePages(rows);
  return `${plural(pages.size + alongside, 'page')} to change${place}${others.length === 0 ? '' : `, ${headline({ rows: others })}`}`;
}

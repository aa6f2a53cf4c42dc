// How dangerous the rows of a plan are now, and what follows: by the functions of a typed command, whatever the file says.

import type { Operation } from '../../api/operation.ts';
import type { Client } from '../../client/client.ts';
import { mapAll } from '../../client/pool.ts';
import { type Change, type Danger, worse } from '../../domain/dangers/danger.ts';
import { dangerOfChange, dangerOfOperation, followsFrom } from '../../domain/dangers/of-operations.ts';
import { isSameValue } from '../../domain/reversals/reversal.ts';
import { DocsError, UsageError, unless } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import type { Run } from '../model/command-type.ts';
import { type Fields, type Plan, type PlanRow, type Rows, rowsNamedIn } from './plan.ts';
import { fillIn } from './plan-file.ts';
import { isOnNew, type Live, lastParam, readLive, relevant } from './row-state.ts';
import { organizationIn, type Request, type RowTargets } from './row-target.ts';

/** A row, and what is there now where that was read. */
export interface RowToJudge {
  row: PlanRow;
  operation: Operation;
  live?: Live;
}

/** Side by side: most of what they need has been read. */
const AT_ONCE = 8;

/**
 * The rows with the danger that they have. `rows` are all of the plan, which others refer to; `made` is what is there
 * already of what they create, by number. Without a client nothing is read, and what a row says was there before it stands
 * for its target.
 */
export const withDangers = async (
  judged: readonly RowToJudge[],
  rows: Rows,
  client?: Client,
  made: ReadonlyMap<number, unknown> = new Map(),
): Promise<PlanRow[]> =>
  mapAll({}, judged, AT_ONCE, (one) =>
    withDanger(
      { ...one, input: made.size > 0 ? fillIn(one.row.input, made, false) : one.row.input },
      rows,
      client,
    ),
  );

/** The input as it would be sent, as far as what it refers to is there. */
type Judged = RowToJudge & { input: Fields };

async function withDanger(judged: Judged, rows: Rows, client?: Client): Promise<PlanRow> {
  const { row, operation, input } = judged;
  const isShown = client && rowsNamedIn(input).length === 0;
  const change: Change = {
    operation,
    input,
    live: isShown ? (judged.live ?? undefined) : (row.before ?? {}),
    client: async () => (client ? seesNewThings(client, rows) : nothing()),
  };
  const needsTarget = (await dangerOfOperation(operation.id)).targetIf?.(change) === true;
  const found = needsTarget ? await targetOf(judged, rows, client) : undefined;
  const isOpened = found && isPublished(rows, input[lastParam(operation)]);
  const target = isOpened ? { ...found, published: true } : found;
  const danger = worse(row.danger, await dangerOfChange({ ...change, target }));
  return danger === row.danger ? row : { ...row, danger };
}

const nothing = (): never => {
  throw new Error('a plan that is only shown reads nothing');
};

/** Undefined where nothing shows it. */
async function targetOf(
  { row, operation, live, input }: Judged,
  rows: Rows,
  client: Client | undefined,
): Promise<Fields | undefined> {
  const made = madeBy(rows, input[lastParam(operation)]);
  if (made) return made;
  if (!client) return row.before ?? undefined;
  if (live !== undefined) return live ?? undefined;
  // Its danger is worked out all the same: as that of a target that nobody has seen.
  const read = await readLive(client, operation, input).catch(() => undefined);
  return read ?? undefined;
}

const PUBLISHED = new WeakMap<Rows, ReadonlySet<unknown>>();
/** What another row creates may be anything that is there by then. */
const ANY = '*';

/** Whether the plan publishes a site, before or after: whatever opens it opens it to readers. */
function isPublished(rows: Rows, id: unknown): boolean {
  const published = PUBLISHED.get(rows) ?? publishedBy(rows);
  PUBLISHED.set(rows, published);
  return published.has(id) || published.has(ANY);
}

function publishedBy(rows: Rows): Set<unknown> {
  const found = new Set<unknown>();
  for (const { operation, input } of rows)
    if (operation === 'sites.publish') found.add(rowsNamedIn(input.siteId).length > 0 ? ANY : input.siteId);
  return found;
}

/** What a row of the same plan will make: nobody sees it until another row publishes it. */
function madeBy(rows: Rows, id: unknown): Fields | undefined {
  const [number] = rowsNamedIn(id);
  const row = number === undefined ? undefined : rows.at(number - 1);
  return row && { ...row.input, published: false };
}

/** Reads of what the plan itself makes are answered by the rows that make it. */
const seesNewThings = (client: Client, rows: Rows): Client => ({
  ...client,
  call(operation, input, options) {
    const made = madeBy(rows, Object(input)[lastParam(operation)]);
    // Safe: only what the row sets is known of it, and its danger asks for nothing else.
    return made ? Promise.resolve(made as never) : client.call(operation, input, options);
  },
});

// What follows from a row of a plan: what the question of a typed command says, too.

/** Undefined for what asks nobody, and where nothing says what follows. */
export async function followsOf(
  { client }: Run,
  { operation, input, live, danger }: Request & { danger: Danger },
): Promise<string | undefined> {
  // What is not created yet cannot be asked about.
  if (danger === 'mild' || rowsNamedIn(input).length > 0) return undefined;
  return unless(
    (error) => error instanceof DocsError,
    () => followsFrom({ operation, input, client, ...(live && { target: { ...live } }) }),
  );
}

// What a plan says of a row beside what the program says of it, now that the host was asked: what it is about, where,
// what was there before, and what follows. Nothing of that is believed from the file.

const FIELDS = ['kind', 'id', 'title', 'where'] as const;
/** Those that other rows may change. */
const RENAMED: readonly string[] = ['title', 'where'];

/** A row that is being checked. */
interface ToldRow extends Request {
  row: PlanRow;
  /** From 1. */
  number: number;
  /** It will not be sent: what it is called now need not be what it was called then. */
  isOver: boolean;
  /** Rows of it were sent from here, which found all of it true, and may have changed what others are called. */
  isResumed: boolean;
}

/**
 * The row in the words of the host. Throws UsageError `INVALID_PLAN` with row and field for what the file says otherwise, and
 * what keeps the host from being read.
 */
export async function checkWords(run: Run, plan: Plan, targets: RowTargets, told: ToldRow): Promise<PlanRow> {
  const { row, number, operation, input, live, isOver, isResumed } = told;
  const target = await targets.of({ operation, input, live });
  if (isOver) return { ...row, target };
  await refuseOtherPlace(run, plan, told);
  for (const field of FIELDS) {
    // What the host does not say is not shown either.
    if (target[field] === undefined || target[field] === row.target[field]) continue;
    if (isResumed && RENAMED.includes(field)) continue;
    throw untold(number, `target.${field}`, row.target[field], target[field]);
  }
  await refuseLostState(told);
  const { follows: said, ...own } = row;
  const follows = await followsOf(run, { operation, input, live, danger: row.danger });
  if (follows !== said && !isResumed) throw untold(number, 'follows', said, follows);
  return { ...own, target, ...(follows !== undefined && { follows }) };
}

/** A plan is for one organization. */
async function refuseOtherPlace(run: Run, { organization }: Plan, { number, input }: ToldRow): Promise<void> {
  const own = await organizationIn(run, input);
  if (own !== undefined && own !== organization?.id)
    throw untold(number, 'organization', organization?.id, own);
}

/** A row without `before` would be sent whatever was changed since; of what the plan itself creates there is none. */
async function refuseLostState({ row, number, operation, input, live }: ToldRow): Promise<void> {
  if (row.before !== undefined || isOnNew(operation, input)) return;
  const own = await relevant(operation, input, live as Live);
  if (own !== undefined) throw untold(number, 'before', undefined, own);
}

/** The same request twice: what is created may be wanted twice. Throws UsageError `INVALID_PLAN`. */
export function refuseDoubles(rows: Rows, isMade: (row: PlanRow) => boolean): void {
  const seen = new Map<string, number>();
  let number = 0;
  for (const row of rows) {
    number += 1;
    if (isMade(row)) continue;
    const key = JSON.stringify([row.operation, row.input]);
    const first = seen.get(key);
    if (first !== undefined && isSameValue(rows.at(first - 1)?.needs, row.needs))
      throw invalid(number, `it is the same as row ${first}`);
    seen.set(key, number);
  }
}

const untold = (number: number, field: string, said: unknown, own: unknown): UsageError =>
  invalid(number, `${field} is ${textOf(said)}, and should be ${textOf(own)}`);

const textOf = (value: unknown): string => (value === undefined ? 'missing' : JSON.stringify(value));

const invalid = (number: number, why: string): UsageError =>
  new UsageError(shell`row ${String(number)} of the plan: ` + why, {
    code: 'INVALID_PLAN',
    hint: 'make the plan again',
  });

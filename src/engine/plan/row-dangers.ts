// How dangerous the rows of a plan are now, whatever the file says: by the same function as a command that is typed.
import type { Operation } from '../../api/operation.ts';
import type { Client } from '../../client/client.ts';
import { mapAll } from '../../client/pool.ts';
import { type Change, type Danger, worse } from '../../domain/dangers/danger.ts';
import { dangerOfChange, dangerOfOperation, followsFrom } from '../../domain/dangers/of-operations.ts';
import { DocsError, unless } from '../../errors.ts';
import type { Run } from '../model/command-type.ts';
import { type Fields, type PlanRow, type Rows, rowsNamedIn } from './plan.ts';
import { fillIn } from './plan-file.ts';
import { type Live, lastParam, readLive } from './row-state.ts';
import type { Request } from './row-target.ts';

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

// What a plan says of a row beside what the program says of it, now that the host was asked: what it is about, where,
// what was there before, and what follows. Nothing of that is believed from the file.
import { isSameValue } from '../../domain/reversals/reversal.ts';
import { UsageError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import type { Run } from '../model/command-type.ts';
import type { Plan, PlanRow, Rows } from './plan.ts';
import { followsOf } from './row-dangers.ts';
import { isOnNew, type Live, relevant } from './row-state.ts';
import { organizationIn, type Request, type RowTargets } from './row-target.ts';

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

// A plan file may have been edited: each row must be a change that docs knows, with an input that fits it.
import { mutates, type Operation } from '../../api/operation.ts';
import { isSameValue } from '../../domain/reversals/reversal.ts';
import { DocsError, UsageError } from '../../errors.ts';
import { checkInput } from '../run/input.ts';
import { wordOf } from './change-leaves.ts';
import { type Plan, type PlanRow, rowsNamedIn } from './plan.ts';
import { isJoined } from './plan-file.ts';
import { afterOf } from './row-state.ts';
import { aboutOf, onlyId } from './row-target.ts';

export interface CheckedRow {
  row: PlanRow;
  operation: Operation;
}

/** Throws UsageError `INVALID_PLAN` with the number of the row. */
export async function checkRows(
  plan: Plan,
  operations: ReadonlyMap<string, Operation>,
): Promise<CheckedRow[]> {
  const checked: CheckedRow[] = [];
  await checkEach(plan, operations, (row) => checked.push(row));
  return checked;
}

/** The same for a plan that may have as many rows as there are. */
export async function checkEach(
  plan: Plan,
  operations: ReadonlyMap<string, Operation>,
  take: (row: CheckedRow) => void,
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
    // What stands for the ID of another row is checked once that is known.
    if (!row.needs?.length) await checkRowInput(at, operation, row.input);
    refuseOther(at, plan, { operation, row });
    take({ row, operation });
    at += 1;
  }
}

/** What people review is what is sent: a row says nothing else than its request does. */
function refuseUntrue(at: number, operation: Operation, { input, before, after }: PlanRow): void {
  const own = afterOf(operation, input, before);
  if (!isSameValue(after, own)) throw invalid(at, '"after" is not what its request leaves');
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

/** Throws UsageError `INVALID_PLAN`. `at`: index of the row. */
export async function checkRowInput(
  at: number,
  operation: Operation,
  input: PlanRow['input'],
): Promise<void> {
  const missing = Object.keys(operation.params.properties).find((name) => !isId(input[name]));
  if (missing !== undefined) throw invalid(at, `"${missing}" is not an ID`);
  try {
    await checkInput(operation, { ...input }, [], 'docs plan show');
  } catch (error) {
    if (error instanceof DocsError) throw invalid(at, error.message);
    throw error;
  }
}

const invalid = (at: number, why: string, hint = 'docs help plans'): UsageError =>
  new UsageError(`row ${at + 1} of the plan: ${why}`, { code: 'INVALID_PLAN', hint });

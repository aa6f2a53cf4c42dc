// A plan file may have been edited: each row must be a change that docs knows, with an input that fits it.
import { mutates, type Operation } from '../../api/operation.ts';
import { isSameValue } from '../../domain/reversals/reversal.ts';
import { DocsError, UsageError, ValidationError } from '../../errors.ts';
import { nearest } from '../../files/nearest.ts';
import { inputErrors, strayField } from '../run/input.ts';
import { type Plan, type PlanRow, rowsNamedIn } from './plan.ts';
import { isJoined } from './plan-file.ts';
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

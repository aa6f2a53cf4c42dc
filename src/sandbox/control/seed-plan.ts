// What a plan would create, done in a new sandbox: its requests one after the other, as the administrator.
import { operations } from '../../api/index.ts';
import { splitInput } from '../../api/operation.ts';
import { UsageError } from '../../errors.ts';
import { isRecord } from '../../files/is-record.ts';
import { dispatch } from '../app.ts';
import type { Sandbox } from '../sandbox.ts';

export interface SeedPlan {
  organization: { id: string } | null;
  rows: { operation: string; input: Record<string, unknown> }[];
}

/** The plan in a text; undefined for JSON of another kind. Throws UsageError for what is not JSON. */
export function seedPlanOf(text: string, name: string): SeedPlan | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UsageError(`${name} is not JSON`, { hint: 'use a plan made with --plan-out' });
  }
  if (!isRecord(value) || value.version !== 1 || !Array.isArray(value.rows)) return undefined;
  const rows = value.rows.filter(
    (row): row is SeedPlan['rows'][number] =>
      isRecord(row) && typeof row.operation === 'string' && isRecord(row.input),
  );
  const { organization } = value;
  const id = isRecord(organization) && typeof organization.id === 'string' ? organization.id : undefined;
  return { organization: id === undefined ? null : { id }, rows };
}

/** A value that is nothing but a reference to what an earlier row made. */
const REFERENCE = /^\{row (\d+)\}\.id$/;

/** Sends its rows. What it says of its own organization is done in the sandbox's. Throws UsageError with the row that fails. */
export async function seedPlan(
  sandbox: Sandbox,
  { organization, rows }: SeedPlan,
  { token, organizationId, name }: { token: string; organizationId: string; name: string },
): Promise<void> {
  const made = new Map<number, string>();
  const filledIn = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(filledIn);
    if (isRecord(value))
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, filledIn(one)]));
    if (typeof value !== 'string') return value;
    if (value === organization?.id) return organizationId;
    const row = REFERENCE.exec(value)?.[1];
    return row === undefined ? value : (made.get(Number(row)) ?? value);
  };
  for (const [at, { operation: id, input }] of rows.entries()) {
    const operation = operations.find((one) => one.id === id);
    if (!operation) throw new UsageError(`${name}: row ${at + 1} has an unknown operation "${id}"`);
    // Made of a record, so it is one.
    const request = splitInput(operation, filledIn(input) as Record<string, unknown>);
    const { status, body } = await dispatch(sandbox, operation, {
      ...request,
      headers: { authorization: `Bearer ${token}` },
    });
    if (status >= 300)
      throw new UsageError(`${name}: row ${at + 1} (${id}) is refused: ${messageIn(body) ?? status}`);
    if (isRecord(body) && typeof body.id === 'string') made.set(at + 1, body.id);
  }
}

const messageIn = (body: unknown): unknown =>
  isRecord(body) && isRecord(body.error) ? body.error.message : undefined;

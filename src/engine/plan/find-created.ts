// Whether what a row creates is there already: from an earlier run that was cut off, or from another machine.
import type { Operation } from '../../api/operation.ts';
import type { Client } from '../../client/client.ts';
import { DocsError } from '../../errors.ts';
import { asItem, type Item, paramsOf } from '../../workflows/reversals/reversal.ts';
import { titleOf } from '../references/names.ts';
import type { PlanRow } from './plan.ts';
import { wordOf } from './row-state.ts';

/** The list that shows what a POST creates: it has the same path. */
const listFor = (operation: Operation, operations: readonly Operation[]): Operation | undefined =>
  operations.find(
    ({ method, path, paging }) => method === 'GET' && path === operation.path && paging === 'pages',
  );

export interface Wanted {
  operation: Operation;
  input: Record<string, unknown>;
  row: PlanRow;
  /** When the plan was made. */
  since: string;
  /** It was sent from here, and the answer never came. */
  sent: boolean;
}

/** The first thing of that name that was created since, with the same values; null where none is, undefined where no list shows it. */
export async function findCreated(
  client: Client,
  { operation, input, row, since, sent }: Wanted,
  operations: readonly Operation[],
): Promise<Item | null | undefined> {
  const list = listFor(operation, operations);
  if (!list || titleOf({ ...row.after }) === undefined) return undefined;
  // Where nothing says when it was created, only what was sent from here can have created it.
  const isNew = ({ createdAt }: Item) =>
    typeof createdAt === 'string' ? Date.parse(createdAt) >= Date.parse(since) : sent;
  try {
    for await (const { items } of client.pages(list, paramsOf(list, input)))
      for (const item of items.map(asItem)) if (isSame(item, row.after ?? {}) && isNew(item)) return item;
  } catch (error) {
    if (error instanceof DocsError && [403, 404, 501].includes(error.http?.status ?? 0)) return undefined;
    throw error;
  }
  return null;
}

function isSame(item: Item, wanted: Item): boolean {
  const shared = Object.keys(wanted).filter((name) => name in item);
  return (
    titleOf(item) === titleOf(wanted) && shared.every((name) => wordOf(item[name]) === wordOf(wanted[name]))
  );
}

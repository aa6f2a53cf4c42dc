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

/** The first thing of that name that was created since, with the same values; undefined where none is, or no list shows it. */
export async function findCreated(
  client: Client,
  {
    operation,
    input,
    row,
    since,
  }: { operation: Operation; input: Record<string, unknown>; row: PlanRow; since: string },
  operations: readonly Operation[],
): Promise<Item | undefined> {
  const list = listFor(operation, operations);
  if (!list || titleOf({ ...row.after }) === undefined) return undefined;
  try {
    for await (const { items } of client.pages(list, paramsOf(list, input)))
      for (const item of items.map(asItem)) if (isSame(item, row.after ?? {}, since)) return item;
  } catch (error) {
    if (error instanceof DocsError && [403, 404, 501].includes(error.http?.status ?? 0)) return undefined;
    throw error;
  }
  return undefined;
}

function isSame(item: Item, wanted: Item, since: string): boolean {
  const { createdAt } = item;
  if (typeof createdAt !== 'string' || Date.parse(createdAt) < Date.parse(since)) return false;
  const shared = Object.keys(wanted).filter((name) => name in item);
  return (
    titleOf(item) === titleOf(wanted) && shared.every((name) => wordOf(item[name]) === wordOf(wanted[name]))
  );
}

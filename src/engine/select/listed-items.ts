// All items of a list as it was asked for, for commands that do something else with them than print them.

import type { Run } from '../model/command-type.ts';
import { withReferences } from '../references/with-references.ts';
import { pagesOptions, type SelectedList, withList } from './selected-list.ts';

/** What --where picks, in the order of --sort, and no more than --limit. `T` is what the operation of the run lists. */
export async function listedItems<T>(run: Run): Promise<T[]> {
  const found: T[] = [];
  const collect = async (items: readonly unknown[]) => {
    // Safe: what the operation lists.
    found.push(...(items as readonly T[]));
  };
  const read = (list: SelectedList) =>
    withReferences(run, async (input) => {
      const client = await run.client();
      for await (const { items } of client.pages(run.operation, input, pagesOptions(run))) {
        await list.page(items);
        if (list.isFull) return;
      }
    });
  await withList(run, read, { writer: { page: collect, end: async () => {} }, show: async (items) => items });
  return found;
}

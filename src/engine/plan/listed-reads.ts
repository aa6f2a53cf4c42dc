// Many targets of a plan are read from the list of their kind, page by page, not one by one.
import type { Client } from '../../client/client.ts';
import { listOf } from '../references/look-up.ts';
import { readerOf } from '../references/readers.ts';
import { KINDS } from '../references/reference-kinds.ts';
import type { Run } from '../run/run.ts';

/** Fewer are read one by one: a list may be much longer. */
const WORTH_A_LIST = 10;

/**
 * The run of a command with `count` targets, whose client answers reads of them from their list, where that shows them
 * as the single read does.
 */
export async function withListedReads(run: Run, field: string, count: number): Promise<Run> {
  const kind = KINDS[field];
  const reader = count < WORTH_A_LIST ? undefined : await readerOf(field, run.flags.cr !== undefined);
  const list = await kind?.list(run.flags.cr !== undefined);
  if (!kind || !reader || !list || reader.result === undefined) return run;
  if (list.result?.properties?.items?.items !== reader.result) return run;
  const client = await run.client();
  let listed: Promise<ReadonlyMap<unknown, unknown>> | undefined;
  const key = kind.key ?? 'id';
  const read = async () => new Map((await listOf(run, kind))?.map((item) => [item[key], item]));
  const answering: Client = {
    ...client,
    async call(operation, given, options) {
      if (operation.id !== reader.id) return client.call(operation, given, options);
      listed ??= read();
      const found = (await listed).get(Object(given)[field]);
      // Safe: the list shows its items with the very schema of this read.
      return found === undefined ? client.call(operation, given, options) : (found as never);
    },
  };
  return { ...run, client: async () => answering };
}

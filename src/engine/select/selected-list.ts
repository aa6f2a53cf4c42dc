// A list as it is asked for: what --where picks, in the order of --sort, and no more than --limit.

import { UsageError } from '../../errors.ts';
import { note } from '../../output/note.ts';
import { type ListWriter, listWriter, type View } from '../../output/render.ts';
import type { Run } from '../model/command-type.ts';
import { getPath } from '../references/names.ts';
import { withReferences } from '../references/with-references.ts';
import { presented, requireUnknown, viewOf } from '../run/view.ts';
import type { SortKey } from './item-fields.ts';
import { shardOf, shardOfList } from './shard.ts';
import type { Filter } from './where.ts';

/** Of a list whose length is not known. */
export const MORE = 'a higher --limit shows more';

/** Of a list whose length is known. */
export const partOf = (shown: number, all: number): string =>
  `showing ${shown} of ${all}; --limit ${all} shows all`;

/** Whether items are picked or sorted here, so that the platform must be asked for all of them. */
export const selects = ({ flags }: Pick<Run, 'flags'>): boolean =>
  flags.where !== undefined || flags.sort !== undefined || flags.shard !== undefined;

/** What a list is asked for: as many items as are shown, unless some are left out here. */
export function pagesOptions(run: Run): { limit?: number } {
  const limit = limitOf(run);
  return limit === undefined || selects(run) ? {} : { limit };
}

const idBy =
  (field = 'id') =>
  (item: unknown): string =>
    String(getPath(item, field.split('.')) ?? JSON.stringify(item));

interface Opened {
  run: Run;
  writer: ListWriter;
  filter: Filter | undefined;
  keys: readonly SortKey[] | undefined;
  show: (items: readonly unknown[]) => Promise<readonly unknown[]>;
}

export class SelectedList {
  /** Items that were written. */
  shown = 0;
  given = 0;
  /** Items that --where picked. */
  matched = 0;
  private readonly held: unknown[] = [];
  private readonly most: number;
  private readonly opened: Opened;

  constructor(opened: Opened) {
    this.opened = opened;
    this.most = limitOf(opened.run) ?? Number.POSITIVE_INFINITY;
  }

  /** Nothing more would be written: neither --limit nor the reader wants it. */
  get isFull(): boolean {
    const { run, keys } = this.opened;
    return run.context.io.outClosed || (keys === undefined && this.shown >= this.most);
  }

  async page(items: readonly unknown[]): Promise<void> {
    const { filter, keys } = this.opened;
    const { run } = this.opened;
    this.given += items.length;
    if (items.length > 0) requireUnknown(run, items);
    const own = run.flags.shard === undefined ? items : shardOfList(run, items, idBy(run.command.idField));
    const picked = filter ? await filter.page(own) : own;
    this.matched += picked.length;
    if (!keys) return this.write(picked);
    for (const item of picked) this.held.push(item);
  }

  async end(): Promise<void> {
    const { run, writer, keys } = this.opened;
    requireUnknown(run, []);
    if (keys) await this.write((await import('./item-fields.ts')).sorted(this.held, keys));
    await this.close();
    await writer.end();
  }

  /** Ends what filters; nothing more is written. */
  async close(): Promise<void> {
    await this.opened.filter?.close();
  }

  /** Says what --limit left out; `total`: how many the list says that it has; `isCut`: it has more, however many. */
  sayLimit(total: number | undefined, isCut = false): void {
    const { run, filter, keys } = this.opened;
    const { shown, most, matched } = this;
    if (shown < most) return;
    const all = keys ? matched : filter || run.flags.shard !== undefined ? undefined : total;
    if (all !== undefined && shown < all) note(run.context.io, partOf(shown, all));
    else if (all === undefined && (filter || shown < matched || isCut))
      note(run.context.io, `showing the first ${shown}${filter ? ' that match' : ''}; ${MORE}`);
  }

  private async write(items: readonly unknown[]): Promise<void> {
    const { writer, show } = this.opened;
    const some = items.slice(0, Math.max(0, this.most - this.shown));
    this.shown += some.length;
    await writer.page(await show(some));
  }
}

/** Before anything is asked for. Throws UsageError for fields that no item has. */
export async function checkSelection(run: Run): Promise<void> {
  shardOf(run);
  if (run.flags.sort !== undefined) (await import('./item-fields.ts')).sortKeys(run);
  if (run.flags.where !== undefined) (await import('./where.ts')).predicateOf(run);
}

interface ListOptions {
  view?: View;
  /** What a table shows of the items. */
  show?: Opened['show'];
  /** Takes them, where they are not printed. */
  writer?: ListWriter;
}

/** Throws UsageError for --where and --sort that no item fits. */
async function openList(
  run: Run,
  { view, show = (items) => presented(run, items), writer: own }: ListOptions = {},
): Promise<SelectedList> {
  const { where, sort } = run.flags;
  const writer = own ?? (await listWriter(run.context.io, view ?? viewOf(run)));
  const keys = sort === undefined ? undefined : (await import('./item-fields.ts')).sortKeys(run);
  const filter = where === undefined ? undefined : await (await import('./where.ts')).openFilter(run);
  return new SelectedList({ run, writer, filter, keys, show });
}

/** Does the work with a list, and ends what filters whatever happens. */
export async function withList(
  run: Run,
  work: (list: SelectedList) => Promise<void>,
  options: ListOptions = {},
): Promise<SelectedList> {
  const list = await openList(run, options);
  try {
    await work(list);
    await list.end();
  } finally {
    await list.close();
  }
  return list;
}

// All items of a list as it was asked for, for commands that do something else with them than print them.

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

// How many items a list is to show at most.

/** `--limit`: any positive total; undefined when the whole list is wanted. */
export function limitOf({ flags }: Run): number | undefined {
  const { limit } = flags;
  if (limit === undefined) return undefined;
  if (!/^\d{1,15}$/.test(limit) || Number(limit) === 0) {
    throw new UsageError(`--limit must be a whole number from 1 to ${'9'.repeat(15)}, not "${limit}"`, {
      hint: '--limit 50',
    });
  }
  return Number(limit);
}

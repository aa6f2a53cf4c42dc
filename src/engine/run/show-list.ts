// Lists: page after page, or in one answer.
import { isDeepStrictEqual } from 'node:util';
import { note } from '../../output/note.ts';
import { startProgress } from '../../output/progress.ts';
import type { Run } from '../model/command-type.ts';
import { getPath } from '../references/names.ts';
import { type Collector, collectNames } from '../references/references.ts';
import { withReferences } from '../references/with-references.ts';
import { pagesOptions, type SelectedList, withList } from '../select/selected-list.ts';
import type { Input } from './input.ts';

interface Listing {
  list: SelectedList;
  names: Collector | undefined;
  total: number | undefined;
  isCut: boolean;
  /** What the last page held beside its items. */
  beside: Readonly<Record<string, unknown>>;
}

/** Every page, or the first `--limit` items, and a note about what is not shown. */
export async function showList(run: Run): Promise<void> {
  const names = collectNames(run);
  let listing: Listing | undefined;
  const list = await withList(run, async (opened) => {
    listing = { list: opened, names, total: undefined, isCut: false, beside: {} };
    const reading = listing;
    await withReferences(run, async () => {
      // Only now: the place in which their names stand has its id.
      if (run.command.refs) await (await import('../references/filters.ts')).settleNamedFilters(run);
      await readAll(run, reading, run.input);
    });
    if (opened.given === 0) await readByTitle(run, reading);
  });
  const { total, isCut = false, beside = {} } = listing ?? {};
  if (list.shown === 0) await noteEmpty(run);
  else list.sayLimit(total, isCut);
  const isWhole = total === undefined ? !list.isFull : list.given >= total;
  if (list.given > 0 && isWhole) await names?.keep();
  const footer = run.command.footer?.(beside);
  if (footer !== undefined) note(run.context.io, footer);
}

async function readAll(run: Run, listing: Listing, input: Input): Promise<void> {
  const { io } = run.context;
  const { list, names } = listing;
  const progress = startProgress(io, run.operation.summary);
  try {
    const client = await run.client();
    let before: readonly object[] | undefined;
    for await (const { items, count, isCut, rest } of client.pages(run.operation, input, pagesOptions(run))) {
      if (io.outTty && !run.flags.sort) progress.stop();
      const isFirst = before === undefined;
      before ??= (await run.command.before?.({ ...run, input })) ?? [];
      await list.page(isFirst ? [...before, ...items] : items);
      names?.add(items);
      listing.total = count === undefined ? listing.total : count + before.length;
      listing.isCut ||= isCut === true;
      listing.beside = rest ?? listing.beside;
      if (list.isFull) return;
      progress.update(`${list.given}${count === undefined ? '' : ` of ${count}`}`);
    }
  } finally {
    progress.stop();
  }
}

/** A platform finds nothing for a filter it does not know as an id, and says no more: it may be a title. */
async function readByTitle(run: Run, listing: Listing): Promise<void> {
  const { refs = {} } = run.command;
  const isNamed = Object.keys(refs).some((path) => getPath(run.input, path.split('.')) !== undefined);
  if (!isNamed) return;
  const given = run.input;
  await (await import('../references/filters.ts')).settleAllFilters(run);
  if (!isDeepStrictEqual(given, run.input)) await readAll(run, listing, run.input);
}

/** A list that comes in one answer. */
export async function showRows(run: Run, result: unknown, rows: string): Promise<void> {
  // Safe: `rows` is a field of the result by the type of the command.
  const found = rows === '.' ? result : (result as Record<string, unknown>)[rows];
  const items = Array.isArray(found) ? found : [];
  const list = await withList(run, (opened) => opened.page(items));
  if (list.shown === 0) await noteEmpty(run);
  else list.sayLimit(items.length);
}

async function noteEmpty(run: Run): Promise<void> {
  await (await import('./empty-list.ts')).noteEmpty(run);
}

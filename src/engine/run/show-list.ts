// Lists: page after page, or in one answer.
import { isDeepStrictEqual } from 'node:util';
import { note } from '../../output/note.ts';
import { startProgress } from '../../output/progress.ts';
import { type ListWriter, listWriter } from '../../output/render.ts';
import { getPath } from '../references/names.ts';
import { type Collector, collectNames } from '../references/remember.ts';
import { withReferences } from '../references/with-references.ts';
import { noteEmpty } from './empty-list.ts';
import type { Input } from './input.ts';
import { limitOf } from './limit.ts';
import type { Run } from './run.ts';
import { presented, viewOf } from './view.ts';

interface Listing {
  writer: ListWriter;
  limit: number | undefined;
  names: Collector | undefined;
  shown: number;
  total: number | undefined;
  /** What the last page held beside its items. */
  beside: Readonly<Record<string, unknown>>;
}

/** Every page, or the first `--limit` items, and a note about what is not shown. */
export async function showList(run: Run): Promise<void> {
  const { io } = run.context;
  const limit = limitOf(run);
  const writer = await listWriter(io, viewOf(run));
  const listing: Listing = {
    writer,
    limit,
    names: collectNames(run),
    shown: 0,
    total: undefined,
    beside: {},
  };
  if (run.command.refs) await (await import('../references/filters.ts')).settleNamedFilters(run);
  await withReferences(run, (input) => readAll(run, listing, input));
  if (listing.shown === 0) await readByTitle(run, listing);
  await writer.end();
  const { shown, total, beside } = listing;
  if (shown === 0) await noteEmpty(run);
  else if (limit !== undefined && total !== undefined && shown < total)
    note(io, `showing ${shown} of ${total}`);
  else await listing.names?.keep();
  const footer = run.command.footer?.(beside);
  if (footer !== undefined) note(io, footer);
}

async function readAll(run: Run, listing: Listing, input: Input): Promise<void> {
  const { io } = run.context;
  const { writer, limit, names } = listing;
  const progress = startProgress(io, run.operation.summary);
  try {
    const client = await run.client();
    const options = limit === undefined ? {} : { limit };
    for await (const { items, count, rest } of client.pages(run.operation, input, options)) {
      if (io.outTty) progress.stop();
      await writer.page(await presented(run, items));
      names?.add(items);
      listing.shown += items.length;
      listing.total = count ?? listing.total;
      listing.beside = rest ?? listing.beside;
      if (io.outClosed) return;
      progress.update(`${listing.shown}${count === undefined ? '' : ` of ${count}`}`);
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
  const { io } = run.context;
  // Safe: `rows` is a field of the result by the type of the command.
  const found = (result as Record<string, unknown>)[rows];
  const items = Array.isArray(found) ? found : [];
  const limit = limitOf(run) ?? items.length;
  const writer = await listWriter(io, viewOf(run));
  await writer.page(await presented(run, items.slice(0, limit)));
  await writer.end();
  if (items.length === 0) await noteEmpty(run);
  else if (limit < items.length) note(io, `showing ${limit} of ${items.length}`);
}

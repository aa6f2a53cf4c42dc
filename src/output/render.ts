// Writes a result in the format asked for. JSON, NDJSON and ids are always here; the rest loads when asked for.
import { ids } from './formats/ids.ts';
import { json, ndjson, serializer } from './formats/json.ts';
import type { Io } from './io.ts';
import { note, wholeCommand } from './note.ts';
import type { Format, MakeRenderer, View } from './view.ts';

export type { Format, View } from './view.ts';

export interface ListWriter {
  /** Writes one page; resolves when it is flushed. */
  page(items: readonly unknown[]): Promise<void>;
  end(): Promise<void>;
}

const RENDERERS: Record<Format, (io: Io) => MakeRenderer | Promise<MakeRenderer>> = {
  // A table that goes into a pipe is rows for programs, and needs no table drawn.
  table: async (io) =>
    io.outTty ? (await import('./formats/table.ts')).table : (await import('./formats/tsv.ts')).tsv,
  json: () => json,
  ndjson: () => ndjson,
  yaml: async () => (await import('./formats/yaml.ts')).yaml,
  csv: async () => (await import('./formats/csv.ts')).csv,
  tsv: async () => (await import('./formats/tsv.ts')).tsv,
  id: () => ids,
};

/** Writes one resource. An answer without a body writes nothing. */
export async function renderItem(io: Io, item: unknown, view: View): Promise<void> {
  if (item === undefined) return;
  const whole = await withWholeNext(io, item);
  if (view.jq !== undefined) return printJq(io, whole, view);
  const makeRenderer = await RENDERERS[view.format](io);
  await io.out(makeRenderer(io, view).item(whole));
}

/** `next` of a row is a command to be typed, as those in notes are. */
async function withWholeNext(io: Io, item: unknown): Promise<unknown> {
  if (!io.complete || typeof item !== 'object' || item === null) return item;
  const { next } = item as { next?: unknown };
  if (typeof next !== 'string') return item;
  return { ...item, next: await wholeCommand(io, next) };
}

const withWholeNexts = async (io: Io, items: readonly unknown[]): Promise<readonly unknown[]> =>
  io.complete ? Promise.all(items.map((item) => withWholeNext(io, item))) : items;

/** From so many items on, the memory of a list is that of one page, and not of many that are garbage by now. */
const MANY = 10_000;

/** Makes the writer of a list that comes in pages: one write a page. Stop giving it pages once `io.outClosed`. */
export async function listWriter(io: Io, view: View): Promise<ListWriter> {
  if (view.jq !== undefined) return jqWriter(io, view);
  const makeRenderer = await RENDERERS[view.format](io);
  const renderer = makeRenderer(io, view);
  let count = 0;
  return {
    async page(items) {
      if (count <= MANY && count + items.length > MANY) (await import('../files/heap.ts')).keepHeapSmallest();
      count += items.length;
      if (items.length > 0) await io.out(renderer.page(await withWholeNexts(io, items)));
    },
    async end() {
      await io.out(renderer.end());
      const footer = renderer.footer?.();
      if (footer !== undefined) note(io, footer);
    },
  };
}

/** The expression sees the list as one array, so all of it is kept until the end. */
function jqWriter(io: Io, view: View): ListWriter {
  const all: unknown[] = [];
  return {
    page: async (items) => {
      for (const item of await withWholeNexts(io, items)) all.push(item);
    },
    end: () => printJq(io, all, view),
  };
}

/** Chosen fields are picked and secrets masked before the expression sees anything. */
async function printJq(io: Io, value: unknown, view: View): Promise<void> {
  const { runJq } = await import('./jq.ts');
  const json = serializer(io, view, ([one]) => JSON.stringify(one))([value]);
  await io.out(await runJq(io, json, view.jq ?? '.', view.patience));
}

// Writes a result in the format asked for. JSON, NDJSON and ids are always here; the rest loads when asked for.
import { ids, json, ndjson } from './formats/json.ts';
import type { Io } from './io.ts';
import { note, wholeNexts } from './note.ts';
import type { Format, ListWriter, MakeRenderer, View } from './view.ts';

export type { Format, ListWriter, View } from './view.ts';

const RENDERERS: Record<Format, (io: Io) => MakeRenderer | Promise<MakeRenderer>> = {
  // A table that goes into a pipe is rows for programs, and needs no table drawn.
  table: async (io) =>
    io.outTty ? (await import('./formats/table.ts')).table : (await import('./formats/csv.ts')).tsv,
  json: () => json,
  ndjson: () => ndjson,
  yaml: async () => (await import('./formats/yaml.ts')).yaml,
  csv: async () => (await import('./formats/csv.ts')).csv,
  tsv: async () => (await import('./formats/csv.ts')).tsv,
  id: () => ids,
};

const jq = () => import('./jq-output.ts');

/** Writes one resource. An answer without a body writes nothing. */
export async function renderItem(io: Io, item: unknown, view: View): Promise<void> {
  if (item === undefined) return;
  const [whole] = await wholeNexts(io, [item]);
  if (view.jq !== undefined) return (await jq()).printJq(io, whole, view);
  const makeRenderer = await RENDERERS[view.format](io);
  await io.out(makeRenderer(io, view).item(whole));
}

/** From so many items on, the memory of a list is that of one page, and not of many that are garbage by now. */
const MANY = 10_000;

/** Makes the writer of a list that comes in pages: one write a page. Stop giving it pages once `io.outClosed`. */
export async function listWriter(io: Io, view: View): Promise<ListWriter> {
  if (view.jq !== undefined) return (await jq()).jqWriter(io, view);
  const makeRenderer = await RENDERERS[view.format](io);
  const renderer = makeRenderer(io, view);
  let count = 0;
  return {
    async page(items) {
      if (count <= MANY && count + items.length > MANY)
        (await import('../files/of-node.ts')).keepHeapSmallest();
      count += items.length;
      if (items.length > 0) await io.out(renderer.page(await wholeNexts(io, items)));
    },
    async end() {
      await io.out(renderer.end());
      const footer = renderer.footer?.();
      if (footer !== undefined) note(io, footer);
    },
  };
}

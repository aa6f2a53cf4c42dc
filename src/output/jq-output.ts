// What --jq makes of a result: the expression sees a list as one array, so all of it is kept until the end.
import { serializer } from './formats/json.ts';
import type { Io } from './io.ts';
import { runJq } from './jq.ts';
import { wholeNexts } from './note.ts';
import type { ListWriter, View } from './view.ts';

export function jqWriter(io: Io, view: View): ListWriter {
  const all: unknown[] = [];
  return {
    page: async (items) => {
      for (const item of await wholeNexts(io, items)) all.push(item);
    },
    end: () => printJq(io, all, view),
  };
}

/** Chosen fields are picked and secrets masked before the expression sees anything. */
export async function printJq(io: Io, value: unknown, view: View): Promise<void> {
  const json = serializer(io, view, ([one]) => JSON.stringify(one))([value]);
  await io.out(await runJq(io, json, view.jq ?? '.', view.patience));
}

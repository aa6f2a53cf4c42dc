// The files of the journal one by one, the newest first: the end of a long history is read without its beginning.
import type { JsonObject } from '../files/json-file.ts';
import { agesIn, fileOf, parseLine, textIn } from './journal.ts';

/** One file of the journal. Reading it throws LocalIoError and ConfigError `UNSAFE_FILE`. */
export interface JournalPart {
  /** Every record that can be read, the newest first. */
  records(): Generator<JsonObject, void, undefined>;
  /** IDs of the runs of docs that changed something in it, and maybe others. */
  runs(): Set<string>;
}

/** The newest first. Each is read when it is asked for, and not kept. */
export const journalParts = (folder: string): JournalPart[] =>
  agesIn(folder)
    .reverse()
    .map((age) => partOf(fileOf(folder, age)));

function partOf(path: string): JournalPart {
  return {
    *records() {
      const lines = textIn(path).split('\n');
      for (let at = lines.length - 1; at >= 0; at -= 1) yield* parseLine(lines[at] ?? '');
    },
    // Faster by far than parsing it.
    runs: () => new Set([...textIn(path).matchAll(/"run":"([^"\\]{1,40})"/g)].map(([, run = '']) => run)),
  };
}

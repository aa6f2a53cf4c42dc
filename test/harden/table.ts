// The table of promises, as promises.txt has it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A promise that tests show, with the numbers that they must reach. */
export interface Row {
  /** As the tests name it in `runs` and `reached`: `C2`. */
  id: string;
  /** What holds, in a line for the report. */
  promise: string;
  /** How much of each unit is wanted: `{ kills: 1000 }`. A test says `reached('C2', 'kills', 1000)`. */
  wanted: Readonly<Record<string, number>>;
  /** The test files that say so, from the root of the project. */
  tests: readonly string[];
  /** What of the promise no test here can show, and why: listed as open in the report. */
  open?: string;
}

const root = join(import.meta.dirname, '../..');

/** The tests that a check leaves to this table. */
const MEASURING = 'all tests that measure time';

export const table: readonly Row[] = readFileSync(join(import.meta.dirname, 'promises.txt'), 'utf8')
  .trimEnd()
  .split('\n\n')
  .filter((block) => !block.startsWith('#'))
  .map(read);

function read(block: string): Row {
  const [head = '', ...lines] = block.split('\n');
  const [, id = '', promise = ''] = /^([A-Z]\d+): (.+)$/.exec(head) ?? [];
  if (id === '') throw new Error(`not "S1: what holds": ${head}`);
  const field = (name: string) => lines.find((line) => line.startsWith(name))?.slice(name.length);
  const wanted = [...(field('wanted: ') ?? '').matchAll(/(\d+) ([^,]+)/g)];
  const open = field('open: ');
  return {
    id,
    promise,
    wanted: Object.fromEntries(wanted.map(([, count, unit]) => [unit, Number(count)])),
    tests: lines.flatMap((line) =>
      line === MEASURING ? measuring() : line.startsWith('test/') ? [line] : [],
    ),
    ...(open !== undefined && { open }),
  };
}

/** The number wanted of a unit of a row. @throws Error when the table does not have it. */
export function wantedOf(id: string, unit: string): number {
  const wanted = table.find((row) => row.id === id)?.wanted[unit];
  if (wanted === undefined) throw new Error(`the table of promises has no ${unit} in row ${id}`);
  return wanted;
}

function measuring(): string[] {
  return readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts') && !/^(?:bench|harden)\//.test(path))
    .map((path) => `test/${path}`)
    .filter((path) => /helpers\/(?:growth|sooner|measured)\.ts/.test(readFileSync(join(root, path), 'utf8')))
    .sort();
}

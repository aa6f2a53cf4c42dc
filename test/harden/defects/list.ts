// Every planted defect: a small change to the source, and the tests that must notice it, as the texts beside this file say.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One exact text, which must stand once in the file, and what takes its place. */
export interface Patch {
  file: string;
  find: string;
  replace: string;
}

export interface NamedTest {
  file: string;
  /** Part of a test's name, as `vitest -t` takes it; absent: all of the file. */
  name: string | undefined;
  /** The name is put together from a table of cases, and stands nowhere in the file. */
  fromTable: boolean;
}

export interface Defect {
  id: string;
  /** What a careless change would have done. */
  what: string;
  patches: readonly Patch[];
  /** At least one test of each must fail. */
  tests: readonly NamedTest[];
  /** The defect computes without end: that its test does not finish is how it is noticed. */
  hangs: boolean;
  /** The program without which its tests cannot run. */
  needs: string | undefined;
}

/**
 * Reads what stands between two empty lines: `id: what it does`; `hangs`; `needs git`; the path of a file with the lines
 * that are taken out (`- `) and put in (`+ `); the path of a test file, with `: name of a test`, or ` (table): name`.
 */
function read(block: string): Defect {
  const [head = '', ...lines] = block.split('\n');
  const [, id = '', what = ''] = /^([\w-]+): (.+)$/.exec(head) ?? [];
  if (id === '') throw new Error(`not "id: what it does": ${head}`);
  const needs = lines.find((line) => line.startsWith('needs '))?.slice('needs '.length);
  const patches: Patch[] = [];
  const tests: NamedTest[] = [];
  for (const [at, line] of lines.entries()) {
    if (/^(?:[-+]|hangs$|needs )/.test(line)) continue;
    if (lines[at + 1]?.startsWith('-')) patches.push(patchIn(line, lines.slice(at + 1)));
    else {
      const [, file = '', table, name] = /^(\S+?)( \(table\))?(?:: (.+))?$/.exec(line) ?? [];
      tests.push({ file, name, fromTable: table !== undefined });
    }
  }
  return { id, what, patches, tests, hangs: lines.includes('hangs'), needs };
}

function patchIn(file: string, lines: readonly string[]): Patch {
  const end = lines.findIndex((line) => !/^[-+]/.test(line));
  const own = end < 0 ? lines : lines.slice(0, end);
  const text = (sign: string) =>
    own
      .filter((line) => line.startsWith(sign))
      .map((line) => line.slice(2))
      .join('\n');
  return { file, find: text('-'), replace: text('+') };
}

const folder = import.meta.dirname;

export const DEFECTS: readonly Defect[] = readdirSync(folder)
  .filter((name) => name.endsWith('.txt'))
  .sort()
  .flatMap((name) => readFileSync(join(folder, name), 'utf8').trimEnd().split('\n\n').slice(1).map(read));

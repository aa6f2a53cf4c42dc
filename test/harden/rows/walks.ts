// Walks over all commands, each in every way: `npm run check` tries each command in some of the ways.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Row } from '../row.ts';

export const walks: readonly Row[] = [
  {
    id: 'W1',
    promise: 'every acceptance script holds in the process and with the sandbox behind HTTP',
    wanted: { scripts: 295 },
    tests: ['test/acceptance/run.test.ts'],
  },
  {
    id: 'W2',
    promise: 'every flag with one value of every command is refused twice, and with a flag for its value',
    wanted: { 'flags of commands': 6000 },
    tests: ['test/contract/one-meaning.test.ts'],
  },
  {
    id: 'W3',
    promise: 'every name that fits nothing is exit 5, really and by a dry run, and nothing is sent',
    wanted: { 'names that fit nothing': 1300 },
    tests: ['test/contract/absent-things.test.ts'],
  },
  {
    id: 'W4',
    promise:
      'every change of one target answers with a value that a script can read, as --json and as NDJSON',
    wanted: { answers: 240 },
    tests: ['test/contract/one-value.test.ts'],
  },
  {
    id: 'W5',
    promise: 'what every command offers when it fails can be run, whatever was wrong with the call',
    wanted: { 'calls that fail': 1200 },
    tests: ['test/contract/hints.test.ts'],
  },
  {
    id: 'W6',
    promise: 'what every command offers when its flags do not fit can be run, whatever the flags',
    wanted: { 'calls with flags that do not fit': 4000 },
    tests: ['test/contract/hints-of-flags.test.ts'],
  },
  {
    id: 'W7',
    promise: 'with -q every command prints nothing but IDs, really and by a dry run',
    wanted: { calls: 500 },
    tests: ['test/contract/quiet.test.ts'],
  },
  {
    id: 'W8',
    promise: 'every form of every global flag gives the same call wherever it stands in a line',
    wanted: { lines: 20_000 },
    tests: ['test/contract/global-flags.test.ts'],
  },
  {
    id: 'W9',
    promise: 'what a person sees of the built program holds in every shell, size and color scheme',
    wanted: { 'titles completed': 81, talks: 2, 'looks of pages': 8 },
    tests: [
      'test/bin/completions.test.ts',
      'test/bin/site-setup.test.ts',
      'test/bin/access-page.test.ts',
      'test/bin/audit-page.test.ts',
    ],
  },
  {
    id: 'W10',
    promise: 'work on much takes as much longer as its input is larger, and nothing waits that need not',
    wanted: {},
    tests: measuring(),
  },
];

/** The tests that measure time, which a check leaves to this table. */
function measuring(): string[] {
  const root = join(import.meta.dirname, '../../..');
  return readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts') && !/^(?:bench|harden)\//.test(path))
    .map((path) => `test/${path}`)
    .filter((path) => /helpers\/(?:growth|sooner|measured)\.ts/.test(readFileSync(join(root, path), 'utf8')))
    .sort();
}

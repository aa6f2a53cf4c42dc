// What a command loads before it needs it.
import type { Defect } from './defect.ts';

const FIRST = "import { entries } from './commands/index.ts';";
const tests = [{ file: 'test/bin/loads.test.ts' }];

const atTheTop = (id: string, what: string, line: string): Defect => ({
  id,
  what,
  patches: [{ file: 'src/cli.ts', find: FIRST, replace: `${line}\n${FIRST}` }],
  tests,
});

export const loadDefects: readonly Defect[] = [
  atTheTop(
    'heavy-package',
    'a package of 100 KB comes with every command',
    "import { parse } from 'yaml';\nexport const parsed = parse('');",
  ),
  atTheTop(
    'heavy-builtin',
    'a part of Node that takes 4 ms comes with every command',
    "import { createHash } from 'node:crypto';\nexport const hash = createHash('sha256');",
  ),
  atTheTop(
    'heavy-module',
    'a part of the program that few use comes with every command',
    "import { serveSandbox } from './sandbox/serve.ts';\nexport const served = String(serveSandbox);",
  ),
];

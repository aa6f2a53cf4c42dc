// What an installation gets, and whether its flaws can be found.
import type { Defect } from './defect.ts';

const tests = (name: string) => [{ file: 'test/bin/shrinkwrap.test.ts', name }];

export const supplyDefects: readonly Defect[] = [
  {
    id: 'packed-without-lock',
    what: 'an installation takes the newest of each package',
    patches: [{ file: 'package.json', find: ' && tsx src/build/shrinkwrap.ts"', replace: '"' }],
    tests: tests('is made when npm packs'),
  },
  {
    id: 'lock-without-hashes',
    what: 'the lock of an installation has no hash to check a package by',
    patches: [
      {
        file: 'src/build/shrinkwrap.ts',
        find: '{ devDependencies: _, ...kept }',
        replace: '{ devDependencies: _, integrity: __, ...kept }',
      },
    ],
    tests: tests('each package in one version'),
  },
  {
    id: 'lock-of-everything',
    what: 'an installation brings what only builds and tests',
    patches: [{ file: 'src/build/shrinkwrap.ts', find: '!dev)', replace: 'dev !== null)' }],
    tests: tests('each package in one version'),
  },
  {
    id: 'jq-without-version',
    what: 'no advisory of jq can be matched: the bill of materials names its wrapper only',
    patches: [{ file: 'src/build/sbom.ts', find: "name === 'jq-wasm' ?", replace: "name === 'jq-web' ?" }],
    tests: tests('listed by its own version'),
  },
  {
    id: 'node-20-unannounced',
    what: 'nobody learns that their Node gets no security fixes',
    patches: [
      {
        file: 'src/start/node-notice.ts',
        find: 'const MONTH_MS = 30 * 24',
        replace: 'const MONTH_MS = 1e9 * 24',
      },
    ],
    tests: [{ file: 'test/unit/start/node-notice.test.ts', name: 'once a month' }],
  },
];

// What is installed, what is passed on, and whether the tests would notice.
import type { Row } from '../row.ts';

export const supply: readonly Row[] = [
  {
    id: 'U1',
    promise: 'every version is exact, and every locked package has a hash and no address',
    wanted: {},
    tests: ['test/bin/bundle.test.ts', 'test/unit/build/packages.test.ts'],
  },
  {
    id: 'U2',
    promise: 'every package may be passed on with the program, or only builds and tests it',
    wanted: {},
    tests: ['test/unit/build/packages.test.ts'],
  },
  {
    id: 'U3',
    promise:
      'the packed program installs fewer than 30 packages into an empty folder, runs no script, and works',
    wanted: { installs: 1 },
    tests: ['test/harden/install.test.ts', 'test/unit/build/packages.test.ts'],
  },
  {
    id: 'U4',
    promise: 'the package is below 3 MB and holds what is on a list, nothing else',
    wanted: {},
    tests: ['test/bin/package.test.ts'],
  },
  {
    id: 'U5',
    promise: 'builds in different folders are the same byte by byte',
    wanted: { builds: 2 },
    tests: ['test/bin/package.test.ts'],
    open: 'builds on two machines: there is one here',
  },
  {
    id: 'U6',
    promise: 'an audit that nobody answers says "not run" and never passes for a clean one',
    wanted: {},
    tests: ['test/unit/build/audit.test.ts', 'test/harden/install.test.ts'],
  },
  {
    id: 'U7',
    promise: 'the bill of materials names what is installed and what is bundled, the same for the same lock',
    wanted: {},
    tests: ['test/unit/build/sbom.test.ts', 'test/bin/package.test.ts'],
  },
  {
    id: 'U9',
    promise: 'an installation from the tarball has exactly the locked versions, each with its hash',
    wanted: { installs: 1 },
    tests: ['test/harden/install.test.ts', 'test/bin/package.test.ts'],
  },
  {
    id: 'U10',
    promise: 'npm pack in a clean clone builds a program that makes a demo sandbox and lists its spaces',
    wanted: { 'clean clones': 1 },
    tests: ['test/harden/install.test.ts'],
  },
  {
    id: 'U8',
    promise: 'publishing is done by a trusted runner with provenance and two factors',
    wanted: {},
    tests: [],
    open: 'nothing is published from here',
  },
  {
    id: 'U11',
    promise:
      'Windows: files, names, line ends, plans and printed commands are right, under its own Node by wine',
    wanted: { commands: 250 },
    tests: ['test/harden/windows.test.ts'],
    open: 'a real Windows, a terminal and pipes there: wine has none that Node can use',
  },
  {
    id: 'G1',
    promise: 'a list of planted defects fits the source, each with the tests that must turn red',
    wanted: { defects: 34 },
    tests: ['test/contract/planted.test.ts'],
    open: 'how many are caught is counted apart: npm run harden:defects',
  },
  {
    id: 'G2',
    promise:
      'of all small changes to transport, redactor, safe paths, credential store and merge, 85 % are noticed',
    wanted: {},
    tests: [],
    open: 'counted apart: npm run harden:mutants',
  },
];

// What reaches a terminal, a pipe and a browser.
import type { Row } from '../row.ts';

export const terminal: readonly Row[] = [
  {
    id: 'P1',
    promise: 'no command hangs, asks on stdout, or takes a piped byte for consent, whatever its input is',
    wanted: { runs: 1000 },
    tests: ['test/bin/stdin-kinds.test.ts'],
  },
];

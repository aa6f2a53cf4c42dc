// Work on many things: what fails, is killed, drifts, or is taken away in the middle.
import type { Row } from '../row.ts';

export const attacksOnBulk: readonly Row[] = [
  {
    id: 'B1',
    promise: 'exit 7 exactly when some of the items fail, with a result for each',
    wanted: { 'failures of items': 1323 },
    tests: ['test/unit/commands/many.test.ts'],
  },
  {
    id: 'B2',
    promise:
      'work that is killed at any item is gone on with by --resume: nothing is lost, no POST is sent twice',
    wanted: { kills: 500 },
    tests: ['test/bin/bulk-kills.test.ts'],
  },
  {
    id: 'B8',
    promise:
      'a token that is revoked at a random item ends the work with exit 4, after 8 more requests at most',
    wanted: { revocations: 4, items: 5000 },
    tests: ['test/unit/commands/many.test.ts'],
  },
];

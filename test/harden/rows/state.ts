// Profiles, credentials and what else is kept between two commands.
import type { Row } from '../row.ts';

export const state: readonly Row[] = [
  {
    id: 'C1',
    promise: 'no change of a profile is lost among processes that make changes at once',
    wanted: { changes: 1000 },
    tests: ['test/bin/config-lost-updates.test.ts'],
  },
  {
    id: 'C2',
    promise: 'a killed or failing write leaves the old state or the new one, and no temporary file',
    wanted: { kills: 1000, 'holder kills': 200 },
    tests: ['test/bin/config-kills.test.ts', 'test/bin/config-faults.test.ts'],
  },
];

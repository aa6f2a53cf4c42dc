// What is told of many changes and many that wait.
import type { Row } from '../row.ts';

export const digests: readonly Row[] = [
  {
    id: 'Y1',
    promise:
      'docs changes tells each page once, by what became of it, with an address that opens, and nothing of it twice',
    wanted: { changes: 200, merges: 1000 },
    tests: ['test/unit/jobs/changes/campaign.test.ts', 'test/unit/jobs/changes/changes.test.ts'],
  },
  {
    id: 'Y2',
    promise: 'docs report waiting reads 500 open change requests within 600 requests',
    wanted: { 'change requests': 500 },
    tests: ['test/unit/jobs/waiting/waiting.test.ts'],
  },
];

// Health as code: what audits and checks of links find, and what they leave in peace.
import type { Row } from '../row.ts';

export const health: readonly Row[] = [
  {
    id: 'H1',
    promise:
      'an audit finds every fault that was planted and no other, sends no request twice, and no organization makes a rule fail',
    wanted: { organizations: 200, 'random organizations': 100 },
    tests: ['test/unit/jobs/audit/random.test.ts'],
  },
  {
    id: 'H2',
    promise:
      'an external link is judged by what the other side does, nothing that robots.txt forbids and no private address is asked, and what is known is not asked again',
    wanted: { behaviors: 21, 'private addresses': 36, links: 3000 },
    tests: [
      'test/unit/jobs/links/external-links.test.ts',
      'test/unit/jobs/links/external-links-random.test.ts',
    ],
  },
];

// What agents may be talked into, and those who review their plans.
import type { Row } from '../row.ts';

export const agents: readonly Row[] = [
  {
    id: 'A1',
    promise:
      'no call of an agent changes anything, consents, chooses an account or touches a file but by a plan that was agreed to',
    wanted: { 'hostile calls': 500 },
    tests: ['test/bin/mcp.test.ts'],
  },
  {
    id: 'A2',
    promise: 'no flag, argument or column that an agent fills in reads, writes or finds a file',
    wanted: { calls: 1000, rows: 1000 },
    tests: ['test/contract/agents.test.ts'],
  },
  {
    id: 'A3',
    promise: 'a plan with a field changed by hand is refused, or shown as what is then sent',
    wanted: { 'edited plans': 500 },
    tests: ['test/unit/engine/plan/random-edits.test.ts'],
  },
];

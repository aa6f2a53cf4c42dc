// A network and a platform that do what they like.
import type { Row } from '../row.ts';

export const network: readonly Row[] = [
  {
    id: 'N1',
    promise: 'whatever a server answers, a call ends with a result or one error of one line',
    wanted: { answers: 20_000, 'broken answers over each carrier': 1000 },
    tests: ['test/unit/client/hostile-replies.test.ts'],
  },
  {
    id: 'N4',
    promise: 'Retry-After of any text means a wait of 0.5 s to 60 s, or an end that tells the wait',
    wanted: { values: 13 },
    tests: ['test/unit/client/retries.test.ts'],
  },
  {
    id: 'N6',
    promise: 'a list that never ends is noticed within one request more than it has page tokens',
    wanted: { 'scripted lists': 10, 'token graphs': 1000 },
    tests: ['test/unit/client/pages.test.ts', 'test/harden/endless-lists.test.ts'],
  },
  {
    id: 'N7',
    promise:
      'a list that changes while it is read gives each item once, and a warning when its count differs',
    wanted: { schedules: 1000 },
    tests: ['test/unit/client/pages.test.ts'],
  },
];

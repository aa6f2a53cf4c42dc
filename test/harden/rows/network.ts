// A network and a platform that do what they like.
import type { Row } from '../row.ts';

export const network: readonly Row[] = [
  {
    id: 'N1',
    promise: 'whatever a server answers, a call ends with a result or one error of one line',
    wanted: { answers: 20_000, 'broken answers over each carrier': 1000, programs: 1000 },
    tests: ['test/unit/client/hostile-replies.test.ts', 'test/harden/hostile-programs.test.ts'],
  },
  {
    id: 'N2',
    promise: 'an answer made to fill the memory ends in one error within 5 s and 250 MiB',
    wanted: { answers: 7 },
    tests: ['test/harden/heavy-answers.test.ts', 'test/unit/client/carriers.test.ts'],
  },
  {
    id: 'N3',
    promise: 'a connection that is reset at any byte, stalls or drips ends a call in time with one error',
    wanted: { resets: 40_000, stalls: 12 },
    tests: ['test/unit/client/bad-network.test.ts'],
  },
  {
    id: 'N4',
    promise: 'Retry-After of any text means a wait of 0.5 s to 60 s, or an end that tells the wait',
    wanted: { values: 13 },
    tests: ['test/unit/client/retries.test.ts'],
  },
  {
    id: 'N5',
    promise: 'no answer that is lost, wherever it is lost, makes an operation create something twice',
    wanted: { calls: 2208 },
    tests: ['test/unit/client/bad-network.test.ts', 'test/unit/client/duplicates.test.ts'],
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
  {
    id: 'N8',
    promise: 'a list of any length streams through 200 MiB',
    wanted: { items: 1_000_000 },
    tests: ['test/harden/heavy-answers.test.ts'],
  },
  {
    id: 'N9',
    promise: 'any 2xx is a success of any operation, or one error about a body that cannot be read',
    wanted: { answers: 73_600 },
    tests: ['test/unit/client/every-success.test.ts', 'test/unit/client/failures.test.ts'],
  },
  {
    id: 'N10',
    promise:
      'no token is sent over a connection whose certificate nobody checks; NODE_EXTRA_CA_CERTS is heard',
    wanted: { settings: 5 },
    tests: ['test/bin/certificates.test.ts', 'test/unit/client/origin.test.ts'],
  },
  {
    id: 'N11',
    promise:
      'a new value, a new field, an optional one that is gone or empty breaks no command in any format; where a required one is gone, that is said in one line or a "?" stands there',
    wanted: { mutations: 5000, fields: 12_000, answers: 1176 },
    tests: [
      'test/contract/changed-answers.test.ts',
      'test/contract/missing-fields.test.ts',
      'test/contract/every-answer.test.ts',
    ],
    open: 'a field of another kind than described is named only where a command stumbles over it; some one-line notes say "undefined" of a required field that is gone',
  },
  {
    id: 'N12',
    promise:
      'bulk work gets through refusals of three items in ten with 1.3 requests an item, and every item done once',
    wanted: { items: 5000 },
    tests: [
      'test/unit/client/rate-limit-storm.test.ts',
      'test/unit/client/pool.test.ts',
      'test/unit/client/retries.test.ts',
    ],
  },
  {
    id: 'N13',
    promise: 'a proxy that closes, stalls or lies gets at most 4 requests, and the process ends in time',
    wanted: { manners: 15 },
    tests: ['test/unit/client/sick-proxies.test.ts', 'test/bin/ends-in-time.test.ts'],
  },
  {
    id: 'D1',
    promise: 'a download that breaks off at any part is the whole right file, or an error and no file',
    wanted: { breaks: 160 },
    tests: ['test/unit/client/broken-downloads.test.ts'],
  },
  {
    id: 'N14',
    promise:
      'before a host that never gets to an end, every command ends by its time limit or the first signal, within a second',
    wanted: { 'commands with --timeout': 500, 'commands with a signal': 500 },
    tests: ['test/contract/ends-in-time.test.ts'],
    open: 'a change that is on its way is given five seconds after a signal to say how it ended',
  },
];

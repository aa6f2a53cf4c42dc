// Work on many things: what fails, is killed, drifts, or is taken away in the middle.
import type { Row } from '../row.ts';

export const attacksOnBulk: readonly Row[] = [
  {
    id: 'B1',
    promise: 'exit 7 exactly when some of the items fail, with a result for each',
    wanted: { 'failures of items': 1323 },
    tests: ['test/unit/engine/many/many.test.ts'],
  },
  {
    id: 'B2',
    promise:
      'work that is killed at any item is gone on with by --resume: nothing is lost, no POST is sent twice',
    wanted: { kills: 500 },
    tests: ['test/harden/bulk-kills.test.ts'],
  },
  {
    id: 'B3',
    promise:
      'what others change meanwhile stays, where a plan or a flag does not name it, and undo refuses what was changed again',
    wanted: { runs: 300 },
    tests: ['test/unit/jobs/site-file/site-file.test.ts', 'test/unit/jobs/undo/undo.test.ts'],
    open: 'between the last look and a write there is a moment in which another change of the same field is overwritten: the API has no conditional writes',
  },
  {
    id: 'B4',
    promise:
      'nothing that destroys starts on many targets without a word, and the severe wants the number typed',
    wanted: { commands: 15 },
    tests: ['test/contract/many-consent.test.ts', 'test/unit/engine/many/many.test.ts'],
  },
  {
    id: 'B6',
    promise: 'no plan file changes a prototype, grows without bound, runs anything or is half read',
    wanted: { files: 10_000 },
    tests: ['test/unit/jobs/site-file/site-file-attacks.test.ts'],
  },
  {
    id: 'B8',
    promise:
      'a token that is revoked at a random item ends the work with exit 4, after 8 more requests at most',
    wanted: { revocations: 4, items: 5000 },
    tests: ['test/unit/engine/many/many.test.ts'],
  },
  {
    id: 'B9',
    promise: 'two runs of sites setup --from or release cut at a time make one site, one copy',
    wanted: { pairs: 200 },
    tests: ['test/bin/parallel-runs.test.ts'],
    open: 'the API offers no lock: two machines at a time are not kept apart, only each of them alone',
  },
  {
    id: 'B10',
    promise:
      'a plan that is killed while it is applied and applied again makes each change once: none is lost, none is made twice',
    wanted: { kills: 500 },
    tests: ['test/harden/plan-kills.test.ts'],
  },
  {
    id: 'B11',
    promise:
      'a plan applied and undone gives the state before, and applied twice sends nothing the second time',
    wanted: { plans: 1000 },
    tests: ['test/sandbox/plans.model.test.ts'],
  },
  {
    id: 'B12',
    promise:
      'a site pulled and applied to an empty organization, in any order that the needs of its rows allow, is pulled as the same file, and applied twice sends nothing',
    wanted: { sites: 300 },
    tests: ['test/unit/jobs/site-file/site-file.test.ts'],
  },
  {
    id: 'B13',
    promise:
      'a change of a site by hand is found by drift and put back by apply, and nothing else is changed',
    wanted: { edits: 200 },
    tests: ['test/unit/jobs/site-file/site-file.test.ts'],
  },
  {
    id: 'B14',
    promise: 'the plan of a site of any size takes 12 requests at most, and drift only reads',
    wanted: { 'site spaces': 400 },
    tests: ['test/unit/jobs/site-file/requests.test.ts'],
  },
];

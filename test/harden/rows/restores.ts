// Backups that are put back.
import type { Row } from '../row.ts';

const tests = ['test/unit/jobs/restore/restore.test.ts'];

export const restores: readonly Row[] = [
  {
    id: 'V1',
    promise: 'a space that was exported, deleted and restored says the same, IDs and times set aside',
    wanted: { spaces: 200 },
    tests,
    open: 'content edits make no groups, link pages, covers or layouts: these are told, and not restored',
  },
  {
    id: 'V2',
    promise: 'a space that goes through three organizations and comes back says the same',
    wanted: { rings: 20 },
    tests,
  },
  {
    id: 'V3',
    promise: 'a restore that is cut off at any request and resumed makes no space, page or comment twice',
    wanted: { kills: 50, 'program kills': 50 },
    tests: [...tests, 'test/harden/restore-kills.test.ts'],
  },
  {
    id: 'V4',
    promise:
      'a site that is restored in another organization has the same site file, also cut off again and again',
    wanted: { sites: 50 },
    tests: ['test/unit/jobs/restore/restore-sites.test.ts'],
  },
  {
    id: 'V5',
    promise: 'a space that is written as a repository and imported by git says the same',
    wanted: { spaces: 50 },
    tests: ['test/unit/jobs/restore/repository.test.ts'],
  },
];

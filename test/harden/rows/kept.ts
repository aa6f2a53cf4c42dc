// What is read again only where something changed.
import type { Row } from '../row.ts';

export const keptAnswers: readonly Row[] = [
  {
    id: 'K1',
    promise:
      'links check and audit find the same with the answers of earlier runs as without, whatever was edited or given meanwhile',
    wanted: { organizations: 50, histories: 500 },
    tests: ['test/unit/domain/kept-answers.test.ts'],
  },
  {
    id: 'K2',
    promise: 'docs check finds the same with what it keeps of a folder as without, after every edit',
    wanted: { edits: 4000 },
    tests: ['test/unit/jobs/check-kept.test.ts'],
  },
];

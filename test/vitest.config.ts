import { defineConfig } from 'vitest/config';
import base from '../vitest.config.ts';

/** Files that put another module in the place of a real one, which nobody else may meet. */
const ALONE = ['test/unit/config/other-systems.test.ts'];

/** They start git hundreds of times, which takes longer the more memory a process has: each gets one of its own. */
const GIT = ['test/sandbox/**/{git,git-*,diff3,repo-*}.test.ts', 'test/unit/jobs/restore/repository.test.ts'];

const { include, exclude = [], ...common } = base.test ?? {};

export default defineConfig({
  ...base,
  test: {
    ...common,
    projects: [
      { extends: true, test: { name: 'alone', include: ALONE, sequence: { groupOrder: 1 } } },
      { extends: true, test: { name: 'git', include: GIT, sequence: { groupOrder: 2 } } },
      {
        extends: true,
        test: {
          name: 'shared',
          ...(include && { include }),
          exclude: [...exclude, ...ALONE, ...GIT],
          // The program is loaded once a worker, not once a file: it keeps nothing from one call to the next.
          isolate: false,
          // Most of what a command makes is gone when it ends: a larger nursery is swept less often.
          execArgv: ['--min-semi-space-size=16', '--max-semi-space-size=64'],
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});

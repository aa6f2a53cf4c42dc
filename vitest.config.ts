import { accessSync, constants, statfsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 2 ** 30;

/** Tests make thousands of small files and sync them: in memory, where the system has a folder for that. */
export function temporaryFolder(): { TMPDIR?: string } {
  try {
    accessSync(MEMORY, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > ENOUGH_BYTES ? { TMPDIR: MEMORY } : {};
  } catch {
    return {};
  }
}

/**
 * Each run in an order of its own: vitest prints the seed, and `--sequence.seed` repeats it. In `npm run check` always the
 * same one, here and on CI, so that what turns red there was changed.
 */
export const sequenceOf = (seedOfCheck: number) => ({
  shuffle: { files: true, tests: true },
  ...((process.env.CI || process.env.DOCS_CHECK) && { seed: seedOfCheck }),
});

/**
 * What the tests in one process share: the check, the table of promises and the mutants run them.
 * `npx vitest related src/output/width.ts` finds the tests of a file.
 */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/bin/**', 'test/bench/**', 'test/harden/**'],
    pool: 'forks',
    // Of two cores vitest would use one.
    maxWorkers: 2,
    sequence: sequenceOf(1_795_362_954_603),
    globalSetup: ['test/helpers/provide-seed.ts'],
    setupFiles: ['test/helpers/seeded-properties.ts'],
    // Packages are imported as Node does it: vitest would take some apart.
    deps: { interopDefault: false },
    // For what hangs: a walk over all commands takes a minute on a busy machine.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    env: {
      NO_COLOR: '1',
      CI: '',
      GITHUB_ACTIONS: '',
      DOCS_TOKEN: '',
      DOCS_PROFILE: '',
      ...temporaryFolder(),
    },
  },
});

import { defineConfig } from 'vitest/config';
import base from '../vitest.config.ts';

/** The same tests with the numbers of test/harden/table.ts, and those that are too long for a check. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    exclude: ['test/bench/**'],
    maxWorkers: 2,
    testTimeout: 1_800_000,
    hookTimeout: 120_000,
  },
});

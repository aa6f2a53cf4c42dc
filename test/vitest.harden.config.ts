import { defineConfig } from 'vitest/config';
import { external, strippedSource } from './stripped-source.ts';
import base from './vitest.base.config.ts';

/** The same tests with the numbers of test/harden/table.ts, and those that are too long for a check. */
export default defineConfig({
  ...base,
  plugins: [strippedSource],
  test: {
    ...base.test,
    server: { deps: { external } },
    exclude: ['test/bench/**'],
    maxWorkers: 2,
    testTimeout: 1_800_000,
    hookTimeout: 120_000,
  },
});

import { defineConfig } from 'vitest/config';
import base from '../vitest.config.ts';
import { external, strippedSource } from './stripped-source.ts';

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

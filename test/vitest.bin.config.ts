import { defineConfig } from 'vitest/config';
import { sequenceOf, temporaryFolder } from '../vitest.config.ts';

/** Tests of the built program: each spawns processes, so few run side by side. */
export default defineConfig({
  root: `${import.meta.dirname}/..`,
  test: {
    include: ['test/bin/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 2,
    globalSetup: ['test/helpers/provide-seed.ts'],
    sequence: sequenceOf(1_795_363_328_948),
    testTimeout: 180_000,
    hookTimeout: 60_000,
    env: temporaryFolder(),
  },
});

import { defineConfig } from 'vitest/config';

/** Tests of the built program: each spawns processes, so few run side by side. */
export default defineConfig({
  root: `${import.meta.dirname}/..`,
  test: {
    include: ['test/bin/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 180_000,
    hookTimeout: 60_000,
  },
});

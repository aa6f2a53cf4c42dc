import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: `${import.meta.dirname}/..`,
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/bin/**', 'test/bench/**', 'test/harden/**'],
    pool: 'forks',
    // Of two cores vitest would use one.
    maxWorkers: 2,
    // Packages are imported as Node does it: vitest would take some apart.
    deps: { interopDefault: false },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    env: { NO_COLOR: '1', CI: '', GITHUB_ACTIONS: '', DOCS_TOKEN: '', DOCS_PROFILE: '' },
  },
});

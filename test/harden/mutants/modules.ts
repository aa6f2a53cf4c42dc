// What mutation testing changes, and the tests that are to notice.

export interface MutatedModule {
  name: string;
  /** Files that are changed. */
  mutate: readonly string[];
  /** Test files; few, so that a mutant costs a second. */
  tests: readonly string[];
}

export const MODULES: readonly MutatedModule[] = [
  {
    name: 'redactor',
    mutate: ['src/client/redact.ts', 'src/config/secret.ts'],
    tests: ['test/unit/client/redact.test.ts', 'test/unit/config/secret.test.ts'],
  },
  {
    name: 'safe paths',
    mutate: ['src/workflows/safe-path.ts', 'src/workflows/export/page-paths.ts'],
    tests: ['test/unit/workflows/safe-path.test.ts', 'test/unit/workflows/export/page-paths.test.ts'],
  },
  {
    name: 'credential store',
    mutate: [
      'src/config/credentials.ts',
      'src/config/writer.ts',
      'src/config/lock.ts',
      'src/config/private-file.ts',
      'src/config/leftovers.ts',
    ],
    tests: [
      'test/unit/config/credentials.test.ts',
      'test/unit/config/writer.test.ts',
      'test/unit/config/lock.test.ts',
      'test/unit/config/private-file.test.ts',
      'test/unit/config/other-systems.test.ts',
    ],
  },
  {
    name: 'transport',
    mutate: [
      'src/client/transport/*.ts',
      'src/client/origin.ts',
      'src/client/retry.ts',
      'src/client/attempts.ts',
      'src/client/budget.ts',
    ],
    tests: ['test/unit/client/*.test.ts'],
  },
  {
    name: 'merge engine',
    mutate: ['src/sandbox/content/merge*.ts', 'src/sandbox/content/diff3.ts'],
    tests: [
      'test/sandbox/content/merge.test.ts',
      'test/sandbox/content/merge-order.test.ts',
      'test/sandbox/content/diff3.test.ts',
    ],
  },
];

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
    mutate: ['src/client/redact.ts'],
    tests: [
      'test/unit/client/redact.test.ts',
      'test/unit/client/hide-secrets.test.ts',
      'test/unit/client/words.test.ts',
    ],
  },
  {
    name: 'safe paths',
    mutate: ['src/files/safe-path.ts'],
    tests: ['test/unit/files/safe-path.test.ts', 'test/unit/files/words.test.ts'],
  },
  {
    name: 'paths of pages',
    mutate: ['src/jobs/export/page-paths.ts'],
    tests: ['test/unit/jobs/export/page-links.test.ts', 'test/unit/jobs/export/page-paths.test.ts'],
  },
  {
    name: 'credential store',
    mutate: [
      'src/config/credentials.ts',
      'src/files/writer.ts',
      'src/files/lock.ts',
      'src/files/private-file.ts',
      'src/files/leftovers.ts',
    ],
    tests: [
      'test/unit/config/credentials.test.ts',
      'test/unit/config/secret.test.ts',
      'test/unit/files/writer.test.ts',
      'test/unit/files/lock.test.ts',
      'test/unit/files/private-file.test.ts',
      'test/unit/config/other-systems.test.ts',
    ],
  },
  {
    name: 'transport: carriers',
    mutate: [
      'src/client/transport/choose.ts',
      'src/client/transport/in-process.ts',
      'src/client/transport/node-http.ts',
      'src/client/transport/undici.ts',
    ],
    tests: [
      'test/unit/client/carriers.test.ts',
      'test/unit/client/faults.test.ts',
      'test/unit/client/sick-proxies.test.ts',
      'test/unit/client/transport/choose.test.ts',
      'test/unit/client/tunnels.test.ts',
      'test/unit/client/transport/in-process.test.ts',
      'test/unit/client/proxy.test.ts',
      'test/unit/client/words.test.ts',
    ],
  },
  {
    name: 'transport: exchange',
    mutate: ['src/client/transport/exchange.ts', 'src/client/transport/transport.ts'],
    tests: [
      'test/unit/client/addresses.test.ts',
      'test/unit/client/faults.test.ts',
      'test/unit/client/transport/exchange.test.ts',
      'test/unit/client/words.test.ts',
    ],
  },
  {
    name: 'transport: addresses',
    mutate: ['src/client/transport/address.ts', 'src/files/private-address.ts'],
    tests: ['test/unit/client/addresses.test.ts', 'test/unit/client/words.test.ts'],
  },
  {
    name: 'transport: origin',
    mutate: ['src/client/origin.ts'],
    tests: ['test/unit/client/origin.test.ts', 'test/unit/client/words.test.ts'],
  },
  {
    name: 'transport: attempts',
    mutate: ['src/client/attempts.ts', 'src/client/retry.ts'],
    tests: [
      'test/unit/client/attempts.test.ts',
      'test/unit/client/faults.test.ts',
      'test/unit/client/rate-limit-storm.test.ts',
      'test/unit/client/calls.test.ts',
      'test/unit/client/waits.test.ts',
      'test/unit/client/words.test.ts',
    ],
  },
  {
    name: 'merge engine',
    mutate: [
      'src/sandbox/content/merge/merge.ts',
      'src/sandbox/content/merge/merge-text.ts',
      'src/markdown/merge-lines.ts',
      'src/markdown/merge-order.ts',
    ],
    tests: [
      'test/sandbox/content/merge.test.ts',
      'test/unit/markdown/merge-order.test.ts',
      'test/unit/markdown/merge-lines.test.ts',
      'test/unit/markdown/pages.test.ts',
      'test/unit/markdown/words.test.ts',
    ],
  },
];

// docs sandbox exec as people's own tests use it: the examples of test/examples, each run by its test runner.
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { builtDocs, NODE } from '../helpers/built.ts';
import { perFile, temporaryFolder } from '../helpers/lasting.ts';
import { lacks } from '../helpers/needs.ts';

const cwd = resolve('test/examples/sandbox-exec');
const vitest = resolve('node_modules/vitest/vitest.mjs');
/** A busy machine takes more than a runner allows a test by itself. */
const LIMIT = '--testTimeout=180000';

const temporary = temporaryFolder();
const docs = perFile(builtDocs);

const RUNNERS: readonly (readonly [name: string, tools: readonly string[], ...words: string[]])[] = [
  ['node:test', [], NODE, '--test', 'node.spec.mjs'],
  ['Vitest', [], NODE, vitest, 'run', LIMIT, '--no-cache', 'vitest.spec.mjs'],
  [
    'Jest',
    ['jest'],
    'jest',
    '--rootDir',
    cwd,
    '--testMatch',
    '**/jest.spec.cjs',
    '--cacheDirectory',
    temporary,
    LIMIT,
  ],
  ['pytest', ['pytest'], 'pytest', '-p', 'no:cacheprovider', 'test_spaces.py'],
  ['go test', ['go'], 'go', 'test', 'spaces_test.go'],
];

for (const [name, tools, ...words] of RUNNERS)
  it.skipIf(lacks(`tests by ${name} in docs sandbox exec`, ...tools))(
    `runs tests by ${name}, and leaves nothing of its own`,
    async () => {
      // Go keeps what it compiles in HOME.
      const env = { TMPDIR: temporary, PYTHONDONTWRITEBYTECODE: '1', GOTOOLCHAIN: 'local' };
      const { code, stdout, stderr } = await docs(['sandbox', 'exec', '--', ...words], { cwd, env });
      expect(code, stdout + stderr).toBe(0);
      expect(stdout + stderr).toMatch(/\b1 passed|pass 1\b|^ok\b/m);
      expect(readdirSync(temporary).filter((file) => file.startsWith('docs-'))).toEqual([]);
    },
  );

// What mutation testing changes, and the tests that are to notice, as modules.txt has it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface MutatedModule {
  name: string;
  /** Files that are changed. */
  mutate: readonly string[];
  tests: readonly string[];
}

export const MODULES: readonly MutatedModule[] = readFileSync(
  join(import.meta.dirname, 'modules.txt'),
  'utf8',
)
  .trimEnd()
  .split('\n\n')
  .slice(1)
  .map((block) => {
    const [name = '', ...files] = block.split('\n');
    const tests = files.filter((file) => file.startsWith('test/'));
    return { name, mutate: files.filter((file) => !tests.includes(file)), tests };
  });

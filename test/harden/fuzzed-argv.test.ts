import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { demoDocs } from '../helpers/built.ts';
import { writeFixtures } from '../helpers/example-files.ts';
import { perFile } from '../helpers/lasting.ts';
import { randomArgv } from '../helpers/random-argv.ts';
import { reached, runs } from '../helpers/runs.ts';

const docs = perFile(demoDocs);
beforeAll(async () => {
  writeFixtures(join(docs.home, 'work'));
});

it('ends with a documented exit code and without a trace, whatever is typed', async () => {
  const count = runs('P3', 'argv of the built program', 6);
  // No program can be given an argument that holds a NUL.
  const argvs = fc
    .sample(randomArgv, { numRuns: count })
    .map((words) => words.map((word) => word.replaceAll('\0', '')));
  for (const words of argvs) {
    const { code, stderr } = await docs(words, { env: { DOCS_BROWSER: 'true' } });
    const shown = JSON.stringify(words);
    expect(code, `${shown}: ${stderr}`).toBeGreaterThanOrEqual(0);
    expect(code, `${shown}: ${stderr}`).toBeLessThanOrEqual(8);
    // Only --debug may show where an error comes from.
    const trace = words.includes('--debug')
      ? /INTERNAL|unexpected error/
      : /^\s+at |INTERNAL|unexpected error/m;
    expect(stderr, shown).not.toMatch(trace);
  }
  reached('P3', 'argv of the built program', count);
}, 1_800_000);

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sandboxedCli } from '../helpers/cli.ts';
import { writeFixtures } from '../helpers/example-files.ts';
import { randomArgv } from '../helpers/random-argv.ts';
import { reached, runs } from '../helpers/runs.ts';
import { readAsTerminal } from '../helpers/vt.ts';

/** Some of what is typed changes the sandbox or signs out: each part begins anew. */
const PART = 250;

async function tryAll(argvs: readonly string[][]): Promise<string[]> {
  const wrong: string[] = [];
  for (let from = 0; from < argvs.length; from += PART) {
    const cli = await sandboxedCli({ stdin: '', opened: [] });
    writeFixtures(cli.cwd);
    for (const words of argvs.slice(from, from + PART)) {
      const { exitCode, stdout, stderr } = await cli(words);
      const { controls, sgr } = readAsTerminal(stdout + stderr);
      const shown = JSON.stringify(words);
      if (controls.length + sgr.length > 0)
        wrong.push(`${shown} prints ${JSON.stringify([...controls, ...sgr])}`);
      // Only --debug may show where an error comes from.
      const trace = words.includes('--debug')
        ? /INTERNAL|unexpected error/
        : /^\s+at |INTERNAL|unexpected error/m;
      if (trace.test(stderr) || exitCode < 0 || exitCode > 8)
        wrong.push(`${shown} ends with ${exitCode}: ${stderr.slice(0, 300)}`);
    }
    cli.cleanup();
  }
  return wrong;
}

describe('whatever is typed', () => {
  it('no control byte of it is printed, and nothing ends in an uncaught error', async () => {
    const count = Math.max(runs('T2', 'argv', 100), runs('P3', 'argv', 100));
    const argvs = fc.sample(randomArgv, { numRuns: count, ...(process.env.DOCS_HARDEN ? {} : { seed: 7 }) });
    expect(await tryAll(argvs)).toEqual([]);
    reached('T2', 'argv', count);
    reached('P3', 'argv', count);
  }, 1_800_000);
});

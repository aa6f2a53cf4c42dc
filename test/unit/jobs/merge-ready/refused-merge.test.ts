import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Cli, sandboxedCli } from '../../../helpers/cli.ts';

let docs: Cli;
beforeEach(async () => {
  docs = await sandboxedCli();
});
afterEach(() => docs.cleanup());

it.each([
  ['cr merge "API reference#1"', `docs cr reviews list 1 --space 'API reference'`],
  ['cr merge 1 --space "API reference"', `docs cr reviews list 1 --space 'API reference'`],
])('%s names after a refusal by merge rules what its dry run names', async (line, hint) => {
  for (const way of ['--dry-run', '--yes']) {
    const { exitCode, stderr } = await docs(`${line} ${way}`);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`hint: ${hint}`);
  }
});

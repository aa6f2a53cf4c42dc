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

it('names the space of the URL that was given, whatever the space in use is', async () => {
  const { stdout } = await docs('cr get "API reference#1" --json --fields urls,space');
  const { urls, space } = JSON.parse(stdout);
  await docs('use --space Handbook');
  const { stderr } = await docs(['cr', 'merge', urls.app, '--dry-run']);
  expect(stderr).toContain(`hint: docs cr reviews list 1 --space ${space}`);
});

it('names a page and its space as they can be found again, where two spaces have one title', async () => {
  const id = (await docs('spaces list --where \'.title == "Guides"\' -q')).stdout.trim();
  await docs('spaces create --title Guides');
  const { stderr } = await docs(`pages history welcome --space ${id} --since 2020-01-01`);
  expect(stderr).toContain(` --space ${id} --at `);
});

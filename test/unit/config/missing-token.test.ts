import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { freshCli } from '../../helpers/cli.ts';
import { perTest } from '../../helpers/lasting.ts';

const cli = perTest(freshCli);
let file: string;
beforeEach(async () => {
  file = join(cli.cwd, 'try.db');
  await cli(['sandbox', 'init', '--file', file, '--name', 'try']);
  rmSync(join(cli.home, '.config/docs/credentials.json'));
});

it('a sandbox profile without a token is told the command that makes one', async () => {
  const { exitCode, stderr } = await cli('spaces list');
  expect([exitCode, stderr]).toEqual([
    4,
    `docs: profile "try" has no token
hint: to act as a member of it: docs sandbox token <member> --file ${file} --name try
`,
  ]);
});

it('a sandbox profile without token and file is told to make the sandbox', async () => {
  rmSync(file);
  const { stderr } = await cli('spaces list');
  expect(stderr).toContain(`hint: docs sandbox init --demo --file ${file} --name try`);
});

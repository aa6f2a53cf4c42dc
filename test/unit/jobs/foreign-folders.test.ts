// Folders that somebody else may have made: what is no file of theirs is not sent, and holds nothing up.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Cli, sandboxedCli } from '../../helpers/cli.ts';

let cli: Cli;
beforeAll(async () => {
  cli = await sandboxedCli({ stdin: '' });
  await cli(['cr', 'conflicts', 'Guides#2', '--to', 'theirs']);
});
afterAll(() => cli.cleanup());

const SECRET = 'text of a file elsewhere';

it.each([
  ['a link', 5, (file: string) => symlinkSync(join(cli.cwd, 'secret.txt'), file)],
  ['a pipe', 5, (file: string) => execFileSync('mkfifo', [file])],
  ['a folder', 5, (file: string) => mkdirSync(file)],
  ['no UTF-8', 2, (file: string) => writeFileSync(file, Buffer.from([0x61, 0xff]))],
])('docs cr resolve --from sends nothing of what is %s', async (_, exit, put) => {
  writeFileSync(join(cli.cwd, 'secret.txt'), SECRET);
  const file = join(cli.cwd, 'theirs', 'rate-limits.md');
  rmSync(file, { force: true, recursive: true });
  put(file);
  const { exitCode, stdout, stderr } = await cli(['cr', 'resolve', 'Guides#2', '--from', 'theirs', '--yes']);
  expect([exitCode, stdout + stderr]).toEqual([exit, expect.not.stringContaining(SECRET)]);
});

it('waits for no pipe that a page links to as if it were a page', async () => {
  const { stdout } = await cli(['cr', 'create', '--space', 'Guides', '-o', 'id']);
  execFileSync('mkfifo', [join(cli.cwd, 'pipe.md')]);
  writeFileSync(join(cli.cwd, 'page.md'), '[pipe](pipe.md)');
  const edit = ['pages', 'edit', 'webhooks', '--space', 'Guides', '--cr', stdout.trim(), '--file', 'page.md'];
  const { exitCode, stderr } = await cli(edit);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('leads to no page')]);
});

import { expect, it } from 'vitest';
import { sandboxedCli } from '../../../helpers/cli.ts';
import { perFile } from '../../../helpers/lasting.ts';

const cli = perFile(sandboxedCli);

it('shows the profile of each change once those of several are listed, and never to a script', async () => {
  await cli('spaces update Handbook --title Manual');
  const one = await cli('history', { tty: true, columns: 160 });
  expect(one.stdout).toMatch(/^COMMAND +WHEN/);
  await cli('sandbox init --demo --name other --file other.db');
  await cli('spaces update Handbook --title Manual --profile other');
  const mixed = await cli('history', { tty: true, columns: 160 });
  expect(mixed.stdout).toMatch(/^COMMAND +WHEN +UNDO +ID +PROFILE$/m);
  expect(mixed.stdout).toMatch(/^spaces update .* yes +\w+ +other$/m);
  const chosen = await cli('history --profile other', { tty: true, columns: 160 });
  expect(chosen.stdout).not.toContain('PROFILE');
  const script = await cli('history -o tsv');
  expect(script.stdout.split('\n')[0]).not.toMatch(/\tother\t/);
});

it('refuses a profile that does not exist, unless the history has changes of it', async () => {
  const { exitCode, stdout, stderr } = await cli('history --profile nope');
  expect([exitCode, stdout]).toEqual([5, '']);
  expect(stderr).toContain('profile "nope" not found');
  await cli('sandbox init --demo --name gone --file gone.db');
  await cli('spaces update Guides --title Handy --profile gone');
  expect((await cli('profiles remove gone --yes')).exitCode).toBe(0);
  const removed = await cli('history --profile gone');
  expect([removed.exitCode, removed.stdout]).toEqual([0, expect.stringContaining('spaces update Guides')]);
});

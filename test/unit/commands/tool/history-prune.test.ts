import { expect, it } from 'vitest';
import { sandboxedCli } from '../../../helpers/cli.ts';
import { perTest } from '../../../helpers/lasting.ts';

const cli = perTest(sandboxedCli);

it('forgets old changes with consent, and says what would be forgotten without', async () => {
  await cli('spaces update Handbook --title Manual');
  await cli('spaces update Guides --title Guide');
  expect(await cli('history prune')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('--older-than is required'),
  });
  expect((await cli('history prune --older-than 90d --yes')).stderr).toContain('nothing to forget');
  const later = { now: () => new Date(Date.now() + 100 * 24 * 3600_000) };
  const dry = await cli('history prune --older-than 90d --dry-run --json', later);
  expect(JSON.parse(dry.stdout)).toEqual({ commands: 2, changes: 2 });
  expect(await cli('history prune --older-than 90d', later)).toMatchObject({
    exitCode: 3,
    stderr: expect.stringContaining('add --yes to forget 2 commands (2 changes)'),
  });
  expect((await cli('history -q')).stdout.trim().split('\n')).toHaveLength(2);
  expect((await cli('history prune --older-than 90d --yes', later)).stderr).toContain('forgot 2 commands');
  expect((await cli('history -q')).stdout).toBe('');
});

it('says that there is more than it shows', async () => {
  await cli('spaces update Handbook --title One');
  await cli('spaces update One --title Two');
  const two = await cli('history --limit 1 -o tsv');
  expect([two.stdout.trim().split('\n').length, two.stderr]).toEqual([
    1,
    'showing the last change; a higher --limit shows more\n',
  ]);
  expect((await cli('history --limit 2 -o tsv')).stderr).toBe('');
});

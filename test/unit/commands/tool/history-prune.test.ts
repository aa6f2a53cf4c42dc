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

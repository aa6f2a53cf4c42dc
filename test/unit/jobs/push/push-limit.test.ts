// docs push --prune with a folder that lost most of its files.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { type OrgWorld, orgWorld } from '../../../helpers/org-world.ts';

let world: OrgWorld;
afterEach(() => world.cleanup());

it('deletes most pages of a space only with --max-remove', async () => {
  world = await orgWorld({ demo: true });
  await world.ok('export', '--space', 'Guides', '--to', 'manual');
  const all = readdirSync(world.at('manual'), { recursive: true, encoding: 'utf8' });
  for (const name of all)
    if (name.endsWith('.md') && !name.endsWith('SUMMARY.md')) rmSync(join(world.at('manual'), name));
  const shown = await world.ok('push', 'manual', '--prune', '--dry-run');
  expect(shown.stderr).toMatch(/--prune would delete 9 of 13 pages: to apply it, add --max-remove 9/);
  const refused = await world.cli(['push', 'manual', '--prune']);
  expect(refused.stderr).toMatch(/--prune would delete 9 of 13 pages, and nothing was sent/);
  expect(refused.exitCode).toBe(3);
  expect((await world.ok('cr', 'list', '--space', 'Guides', '--json')).stdout).not.toContain(
    'Edits of Guides',
  );
  await world.ok('push', 'manual', '--prune', '--max-remove', '9', '--yes');
});

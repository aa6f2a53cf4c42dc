// docs push --prune with a folder that lost most of its files.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type OrgWorld, orgWorld } from '../../../helpers/org-world.ts';

let world: OrgWorld;
beforeEach(async () => {
  world = await orgWorld({ demo: true });
});
afterEach(() => world.cleanup());

it('deletes most pages of a space only with --max-remove', async () => {
  await world.ok('export', '--space', 'Guides', '--to', 'manual');
  const all = readdirSync(world.at('manual'), { recursive: true, encoding: 'utf8' });
  for (const name of all)
    if (name.endsWith('.md') && !name.endsWith('SUMMARY.md')) rmSync(join(world.at('manual'), name));
  const shown = await world.ok('push', 'manual', '--prune', '--dry-run');
  expect(shown.stderr).toMatch(/--prune would delete 12 of 13 pages: to apply it, add --max-remove 12/);
  const refused = await world.cli(['push', 'manual', '--prune']);
  expect(refused.stderr).toMatch(/--prune would delete 12 of 13 pages, and nothing was sent/);
  expect(refused.exitCode).toBe(3);
  expect((await world.ok('cr', 'list', '--space', 'Guides', '--json')).stdout).not.toContain(
    'Edits of Guides',
  );
  await world.ok('push', 'manual', '--prune', '--max-remove', '12', '--yes');
});

it('counts and names the pages below one that is deleted, and says which links break', async () => {
  await world.ok('export', '--space', 'Guides', '--to', 'manual');
  for (const name of ['shipments', 'shipments.md'])
    rmSync(world.at(`manual/Guides/${name}`), { recursive: true });
  const summary = world.at('manual/Guides/SUMMARY.md');
  writeFileSync(summary, readFileSync(summary, 'utf8').replace(/^.*\(shipments.*\n/gm, ''));
  writeFileSync(world.at('manual/Guides/new.md'), '# New\n\nSee [labels](shipments/labels.md#a).\n');
  const { stdout, stderr } = await world.ok('push', 'manual', '--prune', '--dry-run');
  expect(stdout.match(/^- .*$/gm)).toEqual([
    '- shipments',
    '- shipments/labels',
    '- shipments/returns',
    '- shipments/tracking',
  ]);
  expect(stderr).toContain('Guides/new.md links to shipments/labels.md, which --prune deletes');
  expect(stderr).toContain('Guides/webhooks.md links to shipments/tracking.md, which --prune deletes');
  const refused = await world.cli(['push', 'manual', '--prune', '--max-remove', '3']);
  expect(refused.stderr).toContain('4 changes are more than --max-remove 3');
});

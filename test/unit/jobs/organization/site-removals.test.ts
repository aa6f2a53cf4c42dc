// --prune of an organization counts what goes from each of its sites, too: a table that is cut off would empty it.
import { readFileSync, writeFileSync } from 'node:fs';
import { beforeEach, expect, it } from 'vitest';
import { perTest } from '../../../helpers/lasting.ts';
import { orgWorld } from '../../../helpers/org-world.ts';

const TABLE = 'acme/sites/tarnpost-docs.redirects.csv';
const SITE = 'acme/sites/tarnpost-docs.yaml';

const world = perTest(() => orgWorld({ demo: true }));
beforeEach(async () => {
  await world.ok('orgs', 'pull', '--to', 'acme');
});

const read = (path: string): string => readFileSync(world.at(path), 'utf8');
const redirects = async () => (await world.ok('redirects', 'list', '--site', 'Tarnpost Docs')).stdout;

it('refuses a table of redirects that is cut off', async () => {
  writeFileSync(world.at(TABLE), read(TABLE).split('\n').slice(0, 2).join('\n'));
  const before = await redirects();
  const share = 'removes 2 of 3 redirects of site "Tarnpost Docs", which is more than 20%';
  const plan = await world.ok('orgs', 'plan', 'acme', '--prune');
  expect(plan.stderr).toContain(`acme ${share}: to apply it, add --max-changes 2`);
  const refused = await world.cli(['orgs', 'apply', 'acme', '--prune', '--yes']);
  expect(refused.exitCode).toBe(3);
  expect(refused.stderr).toContain(`${share}; nothing was sent`);
  expect(await redirects()).toBe(before);
  await world.ok('orgs', 'apply', 'acme', '--prune', '--yes', '--max-changes', '2');
  expect((await redirects()).trim().split('\n')).toHaveLength(1);
});

it('refuses a navigation that is cut off', async () => {
  const text = read(SITE);
  const group = /^ {2}- group: Resources[\s\S]*?(?=^\S)/m;
  expect(text).toMatch(group);
  writeFileSync(world.at(SITE), text.replace(group, ''));
  writeFileSync(world.at(TABLE), read(TABLE).replace(/.*Release notes.*\n/, ''));
  const refused = await world.cli(['orgs', 'apply', 'acme', '--prune', '--yes']);
  expect(refused.exitCode).toBe(3);
  expect(refused.stderr).toMatch(/ removes \d of \d .* of site "Tarnpost Docs", which is more than 20%/);
});

// What docs undo cannot take back of a plan is said before it is applied, as docs undo counts it afterwards.
import { readFileSync, writeFileSync } from 'node:fs';
import { beforeEach, expect, it } from 'vitest';
import { perTest } from '../../../helpers/lasting.ts';
import { orgWorld } from '../../../helpers/org-world.ts';

const world = perTest(() => orgWorld({ demo: true }));
beforeEach(async () => {
  await world.ok('orgs', 'pull', '--to', 'acme');
});

const PORTAL = 'acme/sites/partner-portal.yaml';

function replace(path: string, from: string | RegExp, to: string): void {
  const text = readFileSync(world.at(path), 'utf8');
  expect(text).toMatch(from);
  writeFileSync(world.at(path), text.replace(from, to));
}

function edit(): void {
  replace('acme/spaces.yaml', 'title: Handbook', 'title: House rules');
  replace('acme/spaces.yaml', 'spaces:\n', 'spaces:\n  - title: New\n    level: read\n');
  replace(PORTAL, 'publish: true', 'publish: false');
  replace(PORTAL, 'corners: rounded', 'corners: straight');
  replace(PORTAL, 'shareLinks:\n', 'shareLinks:\n  - name: Fresh\n');
  replace(PORTAL, / {2}- space: Release notes.*\n.*\n/, '');
}

const TOLD = /^(\d+) of (\d+) changes could not be undone by docs undo: (.*)$/m;

it('by plan, by a plan that is written, and by apply', async () => {
  edit();
  const flags = ['acme', '--prune', '--max-changes', '100'];
  const plan = await world.ok('orgs', 'plan', ...flags);
  const [, stuck, all, why] = TOLD.exec(plan.stderr) ?? [];
  expect(why).toMatch(/an undo does not delete what was created \(2\), its settings are lost/);
  const written = await world.ok('orgs', 'plan', ...flags, '--plan-out', 'plan.json');
  expect(TOLD.exec(written.stderr)?.[0]).toBe(TOLD.exec(plan.stderr)?.[0]);
  const applied = await world.ok('orgs', 'apply', ...flags, '--yes', '--confirm', `${all} changes`);
  expect(TOLD.exec(applied.stderr)?.[0]).toBe(TOLD.exec(plan.stderr)?.[0]);
  const { stderr } = await world.cli(['undo', '--dry-run']);
  expect(stderr.match(/cannot be undone:/g)).toHaveLength(Number(stuck));
  expect(stderr).toContain(`${Number(all) - Number(stuck)} changes to undo`);
});

it('by the plan of a site', async () => {
  replace(PORTAL, 'shareLinks:\n', 'shareLinks:\n  - name: Fresh\n');
  const { stderr } = await world.ok('sites', 'plan', PORTAL);
  expect(stderr).toContain(
    '1 change could not be undone by docs undo: an undo does not delete what was created\n',
  );
});

it('by nobody where all can be undone', async () => {
  replace(PORTAL, 'corners: rounded', 'corners: straight');
  expect((await world.ok('sites', 'plan', PORTAL)).stderr).not.toContain('docs undo');
});

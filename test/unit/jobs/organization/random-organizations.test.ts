// Random organizations: pulled, applied to an empty one, pulled again; and edited by hand, planned, applied and undone.
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { editFolder } from '../../../helpers/org-edits.ts';
import {
  emptyOrganization,
  filesIn,
  fillOrganization,
  type OrgWorld,
  orgWorld,
  withoutIds,
} from '../../../helpers/org-world.ts';
import { randomNumbers } from '../../../helpers/random-organization.ts';
import { reached, runs } from '../../../helpers/runs.ts';

const ORGANIZATIONS = runs('L38', 'organizations', 20);
const EDITED = runs('L38', 'edited organizations', 6);

let world: OrgWorld;
beforeAll(async () => {
  world = await orgWorld();
});
afterAll(() => world.cleanup());

/** A text by which two organizations compare: IDs, which stand where titles are not enough, and the order by them. */
function comparable(text: string): string {
  const { db } = world.box.sandbox;
  const isPerson = (id: string) => db.all('SELECT 1 FROM users WHERE id = ?', id).length > 0;
  const plain = withoutIds(text).replaceAll(/\b[A-Za-z0-9]{20}\b/g, (id) => (isPerson(id) ? id : 'ID'));
  return plain.includes('ID') ? plain.split('\n').sort().join('\n') : plain;
}

async function pulled(
  seed: number,
  hasSites = true,
): Promise<{ source: string; folder: string; first: Map<string, string> }> {
  const { box, ok, at } = world;
  const source = await emptyOrganization(box, box.organizationId, `Source ${seed}`);
  await fillOrganization(box, source, seed, hasSites);
  const folder = `folder-${seed}`;
  await ok('orgs', 'pull', '--to', folder, '--org', source);
  return { source, folder, first: filesIn(at(folder)) };
}

async function roundTrip(seed: number): Promise<void> {
  const { box, ok, at } = world;
  const { source, folder, first } = await pulled(seed);
  const again = await ok('orgs', 'pull', '--to', folder, '--org', source);
  expect(filesIn(at(folder)), `seed ${seed}: a second pull`).toEqual(first);
  expect(again.stderr).toContain('0 files written');
  const same = await ok('orgs', 'plan', folder, '--prune', '--exit-code');
  expect(same.stderr, `seed ${seed}: a plan of what was pulled`).toContain('nothing to change');

  const target = await emptyOrganization(box, source, `Target ${seed}`);
  const settings = at(`${folder}/organization.yaml`);
  writeFileSync(settings, withoutIds(readFileSync(settings, 'utf8')));
  await ok('orgs', 'apply', folder, '--org', target, '--yes');
  const after = await ok('orgs', 'apply', folder, '--org', target, '--yes', '--prune');
  expect(after.stderr, `seed ${seed}: applied twice`).toContain('nothing to change');
  await ok('orgs', 'pull', '--to', `${folder}-copy`, '--org', target);
  const copy = filesIn(at(`${folder}-copy`));
  for (const [name, text] of first)
    expect(comparable(copy.get(name) ?? ''), `seed ${seed}: ${name}`).toBe(comparable(text));
}

it('come out of an empty organization as they went in', async () => {
  for (let seed = 1; seed <= ORGANIZATIONS; seed += 1) await roundTrip(seed);
  reached('L38', 'organizations', ORGANIZATIONS);
}, 3_600_000);

const EDITS = 4;

interface Row {
  operation: string;
}

async function edited(seed: number): Promise<void> {
  const { ok, at } = world;
  const { source, folder } = await pulled(seed, false);
  const random = randomNumbers(seed);
  for (let step = seed * EDITS; step < (seed + 1) * EDITS; step += 1) {
    await ok('orgs', 'pull', '--to', folder, '--org', source);
    const before = filesIn(at(folder));
    const edit = editFolder(at(folder), random, step);
    if (!edit) continue;
    const about = `seed ${seed}: ${edit.what}`;
    const wanted = filesIn(at(folder));
    await ok('orgs', 'plan', folder, '--prune', '--max-changes', '100%', '--plan-out', 'plan.json');
    const { rows }: { rows: Row[] } = JSON.parse(readFileSync(at('plan.json'), 'utf8'));
    const operations = rows.map(({ operation }) => operation);
    expect(operations.length, `${about}\n${operations.join(' ')}`).toBe(edit.operations.length);
    for (const operation of edit.operations)
      expect(
        operations.some((one) => one.toLowerCase().includes(operation.toLowerCase())),
        `${about}: ${operations}`,
      ).toBe(true);
    await ok(
      'orgs',
      'apply',
      'plan.json',
      '--yes',
      '--confirm',
      rows.length === 1 ? '1 change' : `${rows.length} changes`,
    );
    const done = await ok('orgs', 'plan', folder, '--prune', '--exit-code', '--max-changes', '100%');
    expect(done.stderr, about).toContain('nothing to change');
    await ok('orgs', 'pull', '--to', folder, '--org', source);
    // What is new has settings of the platform's own.
    if (!edit.isUndone) continue;
    for (const [name, text] of filesIn(at(folder)))
      expect(comparable(text).split('\n').sort(), `${about}: ${name}`).toEqual(
        comparable(wanted.get(name) ?? '')
          .split('\n')
          .sort(),
      );
    await ok('undo', '--yes');
    for (const [name, text] of before) writeFileSync(at(`${folder}/${name}`), text);
    const undone = await ok('orgs', 'plan', folder, '--prune', '--max-changes', '100%');
    expect(undone.stderr + undone.stdout, `${about}, undone`).toContain('nothing to change');
  }
}

it('are changed as their files are edited, and changed back', async () => {
  for (let seed = 1001; seed <= 1000 + EDITED; seed += 1) await edited(seed);
  reached('L38', 'edited organizations', EDITED);
}, 3_600_000);

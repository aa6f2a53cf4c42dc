// Random organizations: pulled, applied to an empty one, pulled again; and edited by hand, planned, applied and undone.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { splitWords } from '../../../helpers/cli.ts';
import { perFile } from '../../../helpers/lasting.ts';
import { type Edit, editFolder } from '../../../helpers/org-edits.ts';
import {
  emptyOrganization,
  filesIn,
  fillOrganization,
  orgWorld,
  withoutIds,
} from '../../../helpers/org-world.ts';
import { randomNumbers } from '../../../helpers/random-organization.ts';
import { reached, runs } from '../../../helpers/runs.ts';
import { type Answers, changedLeaves, ENDPOINTS, thirtyAnswers } from '../../../helpers/thirty-answers.ts';

const ORGANIZATIONS = runs('L38', 'organizations', 3);
const EDITED = runs('L38', 'edits', 5);

const world = perFile(orgWorld);

/** A text by which two organizations compare: IDs, which stand where titles are not enough, and the order by them. */
function comparable(text: string): string {
  const { db } = world.box.sandbox;
  const isPerson = (id: string) => db.all('SELECT 1 FROM users WHERE id = ?', id).length > 0;
  const plain = withoutIds(text).replaceAll(/\b[A-Za-z0-9]{20}\b/g, (id) => (isPerson(id) ? id : 'ID'));
  return plain.includes('ID') ? plain.split('\n').sort().join('\n') : plain;
}

async function pulled(seed: number) {
  const { box, ok, at } = world;
  const source = await emptyOrganization(box, box.organizationId, `Source ${seed}`);
  await fillOrganization(box, source, seed);
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

const EDITS = 20;

interface Row {
  operation: string;
  target: { id?: string; title?: string };
  input: Record<string, unknown>;
  after: Record<string, unknown> | null;
}

/** Whose answers say what a field of a row has become. */
const SHOWN = {
  'spaces.update': 'getSpaceById',
  'collections.update': 'getCollectionById',
  'teams.update': 'getTeamInOrganizationById',
  'sites.update': 'getSiteById',
  'orgs.update': 'getOrganizationById',
} as const;

/** Every row is so, and nothing but what the rows are about has changed. */
function requireAsPlanned(rows: readonly Row[], before: Answers, after: Answers, about: string): void {
  for (const { operation, target, after: fields } of rows)
    for (const [field, value] of Object.entries(fields ?? {})) {
      const path = `${SHOWN[operation as keyof typeof SHOWN]} ${target.id} .${field}`;
      if (after.has(path)) expect(after.get(path), `${about}: ${path}`).toBe(JSON.stringify(value));
    }
  const changed = changedLeaves(before, after);
  expect(changed.length, `${about}: ${rows.map(({ operation }) => operation)}`).toBeGreaterThan(0);
  const concerned = concernedBy(rows, changed);
  const isMeant = (leaf: string) => (leaf.match(ANY_ID) ?? []).some((id) => concerned.has(id));
  const strangers = changed.filter(
    (leaf) => !COUNTED.test(leaf) && !isMeant(leaf) && !isOfSiteOf(leaf, concerned),
  );
  expect(strangers, `${about}: ${JSON.stringify(rows)}`).toEqual([]);
}

/** Who reads a site is who reads one of its spaces. */
function isOfSiteOf(leaf: string, concerned: ReadonlySet<string>): boolean {
  const [, site] = /^listPermissionsAggregateInSite (\w+) /.exec(leaf) ?? [];
  if (site === undefined) return false;
  const { db } = world.box.sandbox;
  const spaces = db.all<{ space: string }>('SELECT space FROM siteSpaces WHERE site = ?', site);
  return spaces.some(({ space }) => concerned.has(space));
}

/** How many teams and spaces somebody has follows from what is compared where it stands. */
const COUNTED = /\.(?:teams|spaces|members): \d+ -> \d+$/;

const ANY_ID = /\b[A-Za-z0-9]{20}\b/g;

/** IDs in the rows, of what they made, of what is below a collection of theirs, and of the members of a team. */
function concernedBy(rows: readonly Row[], changed: readonly string[]): Set<string> {
  const { db } = world.box.sandbox;
  const ids = new Set(JSON.stringify(rows.map(({ input, target }) => [input, target])).match(ANY_ID) ?? []);
  if (!rows.some(({ operation }) => operation === 'orgs.update'))
    ids.delete(String(rows[0]?.input.organizationId));
  // What is made is in no row, and who was in a team is no longer told.
  if (rows.some(({ operation }) => /\.create$|^teams\.delete$/.test(operation)))
    for (const leaf of changed)
      if (/: undefined -> |^listTeamMembers.* -> undefined$/.test(leaf))
        for (const id of leaf.match(ANY_ID) ?? []) ids.add(id);
  const add = (sql: string) => {
    for (const id of [...ids]) for (const row of db.all<{ id: string }>(sql, id)) ids.add(row.id);
  };
  for (let depth = 0; depth < 6; depth += 1) add('SELECT id FROM collections WHERE parent = ?');
  add('SELECT id FROM spaces WHERE parent = ?');
  add('SELECT user AS id FROM teamMembers WHERE team = ?');
  return ids;
}

/** Returns how many edits there were something to do for. */
async function edited(seed: number, most: number): Promise<number> {
  const { source, folder, first } = await pulled(seed);
  const random = randomNumbers(seed);
  const answers = await thirtyAnswers(world.box, source);
  let count = 0;
  for (let step = seed * EDITS; step < (seed + 1) * EDITS && count < most; step += 1) {
    const edit = editFolder(world.at(folder), random, step);
    if (!edit) continue;
    count += 1;
    const isUndone = await planned({ edit, source, folder, answers }, `seed ${seed}: ${edit.what}`);
    if (!isUndone) break;
    for (const [name, text] of first) writeFileSync(world.at(`${folder}/${name}`), text);
  }
  return count;
}

interface Edited {
  edit: Edit;
  source: string;
  folder: string;
  answers: Answers;
}

const ALL = ['--prune', '--max-changes', '100%'];

/** Planned as what it is, applied as that, converged, and undone: false for what cannot be. */
async function planned({ edit, source, folder, answers }: Edited, about: string): Promise<boolean> {
  const { ok, at, box } = world;
  const wanted = filesIn(at(folder));
  await ok('orgs', 'plan', folder, ...ALL, '--plan-out', 'plan.json');
  const { rows }: { rows: Row[] } = JSON.parse(readFileSync(at('plan.json'), 'utf8'));
  const operations = rows.map(({ operation }) => operation);
  expect(operations.length, `${about}\n${operations.join(' ')}`).toBe(edit.operations.length);
  const all = operations.join(' ').toLowerCase();
  for (const operation of edit.operations) expect(all, about).toContain(operation.toLowerCase());
  const confirm = rows.length === 1 ? '1 change' : `${rows.length} changes`;
  await ok('orgs', 'apply', 'plan.json', '--yes', '--confirm', confirm);
  requireAsPlanned(rows, answers, await thirtyAnswers(box, source), about);
  const done = await ok('orgs', 'plan', folder, ...ALL, '--exit-code');
  expect(done.stderr, about).toContain('nothing to change');
  await ok('orgs', 'pull', '--to', folder, '--org', source);
  // What is new has settings of the platform's own, and site files call spaces as they were called.
  const isNew = operations.some((one) => one.endsWith('.create'));
  for (const [name, text] of isNew ? [] : filesIn(at(folder)))
    if (!name.startsWith('sites/'))
      expect(sortedLines(text), `${about}: ${name}`).toEqual(sortedLines(wanted.get(name) ?? ''));
  if (operations.some((one) => LOST.has(one))) {
    const { stderr } = await world.cli(['undo', '--yes', '--confirm', confirm]);
    expect(stderr, about).toMatch(/cannot be undone/);
    return false;
  }
  await undoAll(rows, confirm, about);
  expect(changedLeaves(answers, await thirtyAnswers(box, source)), `${about}, undone`).toEqual([]);
  return true;
}

/** Nothing brings them back as they were. */
const LOST: ReadonlySet<string> = new Set(['collections.delete', 'teams.delete']);

/** By an undo, and by the commands that it prints for what it does not do: it deletes nothing that was created. */
async function undoAll([first]: readonly Row[], confirm: string, about: string): Promise<void> {
  const { exitCode, stderr } = await world.cli(['undo', '--yes', '--confirm', confirm]);
  // The last hint may be one of those above it.
  const lines = new Set(
    [...stderr.matchAll(/(?:to remove it|^hint): docs (\w+ delete .+)$/gm)].map(([, line = '']) => line),
  );
  if (lines.size === 0) expect(exitCode, `${about}\n${stderr}`).toBe(0);
  for (const line of lines)
    await world.ok(...splitWords(line), '--yes', '--confirm', `${first?.target.title}`);
}

const sortedLines = (text: string): string[] => comparable(text).split('\n').sort();

it('are changed as their files are edited, and changed back', async () => {
  expect(ENDPOINTS).toBeGreaterThanOrEqual(30);
  let count = 0;
  for (let seed = 1001; count < EDITED; seed += 1) count += await edited(seed, EDITED - count);
  reached('L38', 'edits', count);
}, 7_200_000);

// The IDs in the values of rows are shown by the names that the run has read, and by no name that only a file claims.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sandboxedCli } from '../../../helpers/cli.ts';
import { perFile } from '../../../helpers/lasting.ts';

const cli = perFile(sandboxedCli);

const idOf = async (line: string): Promise<string> => (await cli(`${line} -q`)).stdout.trim();
const SITE = '--site "Tarnpost Docs"';

it('--dry-run and --plan-out call sections by their names, --json leaves their IDs', async () => {
  const line = `sites groups create Developers --sections API ${SITE}`;
  const shown = await cli(`${line} --dry-run`);
  expect(shown.stdout).toMatch(/ {2}sections: section "API"\n$/);
  const id = JSON.parse((await cli(`${line} --dry-run --json`)).stdout).body.sections[0];
  expect(id).toMatch(/^\w{20}$/);
  const planned = await cli(`${line} --plan-out group.json`);
  expect(planned.stdout).toMatch(/ {2}sections: section "API"\n$/);
  expect(JSON.parse(readFileSync(join(cli.cwd, 'group.json'), 'utf8')).rows[0].after.sections).toEqual([id]);
});

it('several targets are shown with the names of what they share', async () => {
  const { stdout } = await cli('spaces move Guides Handbook --parent Archive --dry-run');
  expect(stdout.match(/-> collection "Archive"$/gm)).toHaveLength(2);
});

it('pages are shown by their titles', async () => {
  const comment = await cli('comments create --space Guides --page webhooks --body Hi --dry-run');
  expect(comment.stdout).toMatch(/ {2}page: page "Webhooks", body: Hi\n$/);
  const home = await cli(`sites spaces update Guides --home webhooks ${SITE} --dry-run`);
  expect(home.stdout).toMatch(/ {2}pageId: \(none\) -> page "Webhooks"\n$/);
});

it('docs plan show takes kept names, and the ID where nothing was read', async () => {
  await cli('collections create Shelf');
  await cli('spaces create New --parent Shelf --plan-out new.json');
  const id = JSON.parse(readFileSync(join(cli.cwd, 'new.json'), 'utf8')).rows[0].input.parent;
  expect((await cli('plan show new.json')).stdout).toContain(`parent: ${id}\n`);
  await cli('collections list', { tty: true });
  expect((await cli('plan show new.json')).stdout).toContain('parent: collection "Shelf"\n');
  expect((await cli('plan show new.json --markdown')).stdout).toContain('parent: collection "Shelf"');
  const planned = JSON.parse((await cli('plan show new.json --json')).stdout);
  expect(planned.rows[0].after.parent).toBe(id);
});

it('a name that two things have is no name of either', async () => {
  await cli('collections create Twin');
  const id = await idOf('collections create Twin');
  await cli('collections list', { tty: true });
  const { stdout } = await cli(`spaces create Another --parent ${id} --dry-run`);
  expect(stdout).toContain(`parent: ${id}\n`);
});

it('what somebody wrote is not taken for an ID', async () => {
  const id = await idOf('collections create Drawer');
  await cli('collections list', { tty: true });
  const { stdout } = await cli(['spaces', 'update', 'Guides', '--title', id, '--dry-run']);
  expect(stdout).toContain(`title: Guides -> ${id}`);
});

it('a plan file names nothing: neither docs plan show nor the question of docs apply believes it', async () => {
  await cli('collections update Internal --title Internals --plan-out forged.json');
  const file = join(cli.cwd, 'forged.json');
  const plan = JSON.parse(readFileSync(file, 'utf8'));
  const [done] = plan.rows;
  await cli('apply forged.json --yes');
  await cli('spaces move Guides --parent Internals --plan-out move.json');
  const [move] = JSON.parse(readFileSync(join(cli.cwd, 'move.json'), 'utf8')).rows;
  await cli('teams members remove Support lucas@tarnpost.example --plan-out leave.json');
  const [leave] = JSON.parse(readFileSync(join(cli.cwd, 'leave.json'), 'utf8')).rows;
  // The row that is done already says that it is about another collection than it is.
  const forged = { ...done, target: { ...done.target, title: 'Harmless' } };
  writeFileSync(file, JSON.stringify({ ...plan, rows: [forged, move, leave] }));
  const shown = await cli('plan show forged.json');
  const asked = await cli('apply forged.json', { tty: true, answers: [false] });
  expect(shown.stdout + asked.stderr).not.toContain('Harmless');
  expect(asked.stderr).toContain('Internals');
});

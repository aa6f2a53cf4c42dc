// What of an applied plan the history no longer holds is said, by docs undo and by docs plan show.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { sandboxedCli } from '../../../helpers/cli.ts';
import { perTest } from '../../../helpers/lasting.ts';

const cli = perTest(sandboxedCli);
beforeEach(async () => {
  await cli('spaces update Guides Handbook "Release notes" --language fr --plan-out plan.json');
  expect(await cli('apply plan.json --yes')).toMatchObject({ exitCode: 0 });
});

const history = () => join(cli.home, '.local/share/docs/history/journal.jsonl');
const lines = () =>
  readFileSync(history(), 'utf8')
    .split('\n')
    .filter((line) => line !== '');

/** Forgets the first changes, as a history does that has become too long. */
function forget(changes: number): void {
  const gone = lines()
    .flatMap((line) => (JSON.parse(line).kind === 'intent' ? [JSON.parse(line).id] : []))
    .slice(0, changes);
  const kept = lines().filter((line) => !gone.includes(JSON.parse(line).id));
  writeFileSync(history(), kept.map((line) => `${line}\n`).join(''));
}

it('says nothing of it while the history holds all rows, also those that were undone and applied again', async () => {
  const shown = await cli('plan show plan.json');
  expect(shown.stderr).toContain('3 of 3 rows applied from this machine');
  expect((await cli('undo --plan plan.json --yes')).stderr).not.toContain('no longer in the history');
  await cli('apply plan.json --yes');
  forget(1);
  expect((await cli('undo --plan plan.json --yes')).stderr).not.toContain('no longer in the history');
});

it('says how many rows cannot be undone, and undoes the others', async () => {
  forget(1);
  const said = '1 of the 3 rows applied from this machine is no longer in the history';
  expect((await cli('plan show plan.json')).stderr).toContain(said);
  const { stdout } = await cli('plan show plan.json -q');
  const undone = await cli(`undo --plan ${stdout.slice(0, 12)} --yes`);
  expect(undone.stderr).toContain(said);
  expect(undone.exitCode).toBe(0);
  const languages = await cli('spaces list --fields language -o tsv');
  expect(languages.stdout.match(/^fr$/gm)).toHaveLength(1);
});

it('says so where the history holds none of them', async () => {
  forget(3);
  const { exitCode, stderr } = await cli('undo --plan plan.json --yes');
  expect(exitCode).toBe(5);
  expect(stderr).toContain('the history has no change of plan plan.json: 3 of the 3 rows applied');
});

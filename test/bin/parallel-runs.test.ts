import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '../../src/sandbox/db/database.ts';
import { demoDocs } from '../helpers/built.ts';
import { perFile } from '../helpers/lasting.ts';
import { reached, runs } from '../helpers/runs.ts';

const PAIRS = runs('B9', 'pairs', 1);

const docs = perFile(demoDocs);
function count(sql: string, value: string): number {
  const db = openDatabase(join(docs.home, '.local/share/docs/sandbox.db'));
  const found = db.get<{ n: number }>(sql, value)?.n ?? 0;
  db.close();
  return found;
}

const twice = (args: readonly string[]) => Promise.all([docs(args), docs(args)]);

async function setUpTwice(pair: number): Promise<void> {
  const title = `Docs of pair ${pair}`;
  const plan = join(docs.home, 'work', `plan-${pair}.yaml`);
  writeFileSync(
    plan,
    `title: ${title}\nsections:\n  - spaces: [Guides]\n  - title: Team\n    spaces: [Handbook]\n`,
  );
  const ends = await twice(['sites', 'setup', '--from', plan]);
  const said = ends.map(({ stderr }) => stderr).join('');
  // The slower one finds the site that the other has made.
  expect(
    ends.map(({ code }) => code),
    said,
  ).toEqual([0, 0]);
  expect(said).toContain('nothing to change');
  expect(count('SELECT count(*) AS n FROM sites WHERE title = ?', title)).toBe(1);
}

async function cutTwice(pair: number): Promise<void> {
  const ends = await twice([
    'release',
    'cut',
    `2026.${pair}`,
    '--site',
    'Tarnpost Docs',
    '--from',
    'guides',
    '--yes',
  ]);
  expect(
    ends.map(({ code }) => code),
    ends.map(({ stderr }) => stderr).join(''),
  ).toEqual([0, 0]);
  expect(count('SELECT count(*) AS n FROM spaces WHERE title = ?', `Guides 2026.${pair}`)).toBe(1);
}

it('two runs of one job at a time make one thing', { timeout: 1_200_000 }, async () => {
  for (let pair = 0; pair < PAIRS; pair += 1) await (pair % 2 === 0 ? setUpTwice : cutTwice)(pair);
  reached('B9', 'pairs', PAIRS);
});

import { beforeAll, expect, it } from 'vitest';
import { demoDocs } from '../helpers/built.ts';
import { perFile } from '../helpers/lasting.ts';
import { reached, runs } from '../helpers/runs.ts';

const ZONES = ['Pacific/Kiritimati', 'America/St_Johns', 'Asia/Kolkata', 'Pacific/Apia', 'UTC'];
const LANGUAGES = ['tr_TR.UTF-8', 'sk_SK.UTF-8', 'C', 'ar_EG.UTF-8'];
const COUNT = runs('P5', 'zones and languages', 2);
const COMMANDS = [
  ['spaces', 'list'],
  ['members', 'list', '-o', 'csv'],
  ['cr', 'list', '--all-spaces', '--json'],
  ['cr', 'get', '1', '--space', 'Guides', '-o', 'yaml'],
  ['pages', 'list', '--space', 'Guides'],
  ['--help'],
];

const docs = perFile(demoDocs);
beforeAll(async () => {
  // Titles that languages sort in other ways.
  for (const title of ['Chata', 'Cukor', 'Ibis', 'ılıca', 'Äpfel', 'Zebra'])
    expect((await docs(['spaces', 'create', '--title', title])).code).toBe(0);
});

const outputs = (env: Record<string, string>) =>
  Promise.all(
    COMMANDS.map(async (args) => {
      const { code, stdout, stderr } = await docs(args, { env });
      return { args, code, stdout, stderr };
    }),
  );

it('prints the same in every time zone and language', { timeout: 600_000 }, async () => {
  const usual = await outputs({ TZ: 'UTC', LC_ALL: 'C' });
  expect(usual.map(({ code }) => code)).toEqual(COMMANDS.map(() => 0));
  const places = LANGUAGES.flatMap((language) => ZONES.map((zone) => ({ TZ: zone, LC_ALL: language })));
  for (const place of places.slice(0, COUNT)) expect([place, await outputs(place)]).toEqual([place, usual]);
  reached('P5', 'zones and languages', COUNT);
});

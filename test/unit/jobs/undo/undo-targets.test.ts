import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sandboxedCli } from '../../../helpers/cli.ts';
import { untilEnd } from '../../../helpers/lasting.ts';

const SITE = ' --site "Tarnpost Docs"';

it.each([
  'members update jonas@tarnpost.example --role review --yes',
  'spaces update Guides --title "User guides"',
  'teams update Support --title Helpers',
  'cr update Guides#2 --subject "Another subject"',
  'permissions grant mei@tarnpost.example edit --space Guides --yes',
  `sites structure sort API --before Guides${SITE}`,
  `sites structure sort Support --before Guides${SITE}`,
  `sites spaces update Guides --path other${SITE} --yes`,
  `external-links update Support --title Help${SITE}`,
])('the targets of docs undo are called alike before and after: %s', async (command) => {
  const cli = untilEnd(await sandboxedCli());

  expect((await cli(command)).exitCode).toBe(0);
  const [line = ''] = (await cli('undo --dry-run')).stdout.split('\n');
  const preview = line.slice(0, line.indexOf(': '));
  const [row = ''] = (await cli('undo --yes -o tsv --fields target')).stdout.split('\n').slice(-2);
  expect(preview).toMatch(/^[a-z ]+ ".+?" \(/);
  expect(row).toBe(preview);
});

it('names each of many by its title, where nothing is read for it', async () => {
  const cli = untilEnd(await sandboxedCli());

  await cli('members update jonas@tarnpost.example mei@tarnpost.example --role comment --yes');
  const { stdout } = await cli('undo --yes -o tsv --fields target');
  expect(stdout).toMatch(/^member "Mei Tanaka" \(\w+\)\nmember "Jonas Weber" \(\w+\)\n$/m);
});

it('names the sections that go back, not the group that they leave', async () => {
  const cli = untilEnd(await sandboxedCli());

  await cli(`sites groups add Resources API Guides${SITE} --yes`);
  const { stdout, stderr } = await cli('undo --yes -o json');
  expect(stderr).toMatch(/^ {2}section "Guides" \(\w+\) in section group/m);
  expect(stderr).toMatch(/^ {2}section "API" \(\w+\) in section group/m);
  const rows: { target: string; id: string }[] = JSON.parse(stdout);
  expect(rows).toHaveLength(2);
  for (const { target, id } of rows) expect(target).toContain(` (${id}) in `);
});

it('names what the host does, whatever the history says that a plan called it', async () => {
  const cli = untilEnd(await sandboxedCli());

  await cli('spaces update Guides Handbook --language nl --plan-out plan.json --yes');
  expect(await cli('apply plan.json --yes')).toMatchObject({ exitCode: 0 });
  const path = join(cli.home, '.local/share/docs/history/journal.jsonl');
  const text = readFileSync(path, 'utf8');
  const forged = text.replaceAll(/(?<="called":"space )\\"(?:Guides|Handbook)\\"[^"]*/g, '\\"Sandpit\\"');
  expect(forged).not.toBe(text);
  writeFileSync(path, forged);
  const { stderr } = await cli('undo');
  expect(stderr).toMatch(/space "Guides" \(\w+\): /);
  expect(stderr).not.toContain('Sandpit');
  const { stdout } = await cli('undo --yes -o tsv --fields target');
  expect(stdout).not.toContain('Sandpit');
});

// Every command that changes something takes rows: a file of one row plans the same requests as the flags do.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { canPlan, optionsOf, readsRows, takesRows } from '../../src/engine/model/flags.ts';
import { checkPlan } from '../../src/engine/plan/plan-file.ts';
import { byName, columnsOf } from '../../src/engine/rows/row-columns.ts';
import { sandboxedCli, servedCli } from '../helpers/cli.ts';
import { hostCommands, leaves } from '../helpers/command-lines.ts';
import { perFile } from '../helpers/lasting.ts';
import { prepareForExamples } from '../helpers/prepared-examples.ts';
import { rotated } from '../helpers/rotation.ts';

const commands = hostCommands.filter(([, , command]) => takesRows(command));

/** Takes a file of rows of its own, or orders things among each other. */
const WITHOUT = [
  'docs glossary push',
  'docs redirects push',
  'docs sites structure sort',
  'docs conversations ingest',
  'docs records push',
];

/** In the process or behind HTTP. */
const [[, open] = ['', servedCli]] = rotated(['the sandbox'], [servedCli, sandboxedCli]);
const cli = perFile(() => open({ stdin: '' }));
let translation: string;
beforeAll(async () => {
  translation = await prepareForExamples(cli);
});

it('is every command that can be planned, but for those that work on a list of their own', () => {
  const without = [...leaves].filter(([, command]) => canPlan(command) && !takesRows(command));
  expect(without.map(([path]) => path).sort()).toEqual([...WITHOUT].sort());
});

async function planOf(words: readonly string[]) {
  rmSync(join(cli.cwd, 'plan.json'), { force: true });
  const { exitCode, stderr } = await cli([...words, '--plan-out', 'plan.json']);
  expect([words.join(' '), exitCode, stderr]).toEqual([words.join(' '), 0, expect.anything()]);
  const { rows } = checkPlan(JSON.parse(readFileSync(join(cli.cwd, 'plan.json'), 'utf8')), 'plan.json');
  return rows.map(({ operation, input, before, after, danger, needs }) => ({
    operation,
    input,
    before,
    after,
    danger,
    needs,
  }));
}

/** These show a page or a save to a file instead of what the platform sent. */
const SHOWN_OTHERWISE = /^docs (cr pdf|pages get|revisions page|openapi download|sites published)$/;
const reads = hostCommands.filter(([path, , command]) => readsRows(command) && !SHOWN_OTHERWISE.test(path));

it('many commands read what rows name', () => expect(reads.length).toBeGreaterThan(25));

it.each(reads)('%s reads a row as it reads its argument, with its line', async (path, example) => {
  const words = example.filter((word) => !/^(--json|-q)$/.test(word));
  const one = await cli([...words, '--json']);
  if (one.exitCode !== 0) return;
  const answer: unknown = JSON.parse(one.stdout);
  const template = await cli(['commands', path, '--rows-template']);
  // Of what needs no argument there is nothing to give.
  if (/^[^\n]*\n[,\n]*$/.test(template.stdout)) return;
  writeFileSync(join(cli.cwd, 'reads.csv'), template.stdout);
  const { stdout, stderr, exitCode } = await cli([
    ...path.split(' ').slice(1),
    '--rows',
    'reads.csv',
    '--json',
  ]);
  expect([path, exitCode, stderr]).toEqual([path, 0, expect.anything()]);
  const items = Array.isArray(answer) ? answer : [answer];
  expect([path, JSON.parse(stdout)]).toEqual([path, items.map((item: object) => ({ ...item, line: 2 }))]);
});

it.each(commands)('%s plans a row as it plans its flags', async (path, example) => {
  const own = (word: string) => (word === 'fr' && path !== 'docs translations create' ? translation : word);
  const byFlags = await planOf(example.map(own));
  const { stdout, exitCode } = await cli(['commands', path, '--rows-template']);
  expect([path, exitCode]).toEqual([path, 0]);
  const [header = '', ...rest] = stdout.split('\n');
  // Of what needs no argument and no flag there is nothing to give.
  if (rest.join('').replace(/[,"]/g, '') === '') return;
  const row = rest.join('\n').replace(/(^|,)fr(?=,|$)/m, (cell) => cell.replace('fr', own('fr')));
  writeFileSync(join(cli.cwd, 'rows.csv'), `${header}\n${row}`);
  // A body that is a file is not in the row.
  const data = example.indexOf('--data');
  const beside = data === -1 || example[data + 1]?.startsWith('{') ? [] : example.slice(data, data + 2);
  // A column of files is read where the command line names it.
  const files = byName(columnsOf(leaves.get(path) ?? expect.fail(path)));
  const named = header.split(',').filter((name) => files.get(name)?.reach === 'machine');
  const map = named.length === 0 ? [] : ['--map', named.map((name) => `${name}=${name}`).join(',')];
  const words = path.split(' ').slice(1);
  const rows = ['--rows', 'rows.csv', ...beside];
  if (map.length > 0)
    expect((await cli([...words, ...rows])).stderr).toContain('names files on this computer');
  expect([path, await planOf([...words, ...rows, ...map])]).toEqual([path, byFlags]);
});

it('prints a template for each command that lists --rows, its own one as well, and takes it', async () => {
  const listed = [...leaves].filter(([, command]) =>
    optionsOf(command).some(({ flags }) => flags.startsWith('--rows ')),
  );
  expect(listed.map(([path]) => path)).toContain('docs members offboard');
  for (const [path] of listed)
    expect([path, (await cli(['commands', path, '--rows-template'])).exitCode]).toEqual([path, 0]);
  const { stdout } = await cli(['commands', 'members offboard', '--rows-template']);
  writeFileSync(join(cli.cwd, 'leavers.csv'), stdout);
  const planned = await cli('members offboard --rows leavers.csv --dry-run');
  expect([planned.exitCode, planned.stderr]).toEqual([0, expect.stringContaining('nothing was sent')]);
});

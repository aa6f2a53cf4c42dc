// What a list prints as CSV is a table, also of no rows, and goes back into the update command of its group unchanged.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { takesRows } from '../../src/engine/model/flags.ts';
import { sandboxedCli } from '../helpers/cli.ts';
import { hostCommands, leaves } from '../helpers/command-lines.ts';
import { perFile } from '../helpers/lasting.ts';
import { prepareForExamples } from '../helpers/prepared-examples.ts';
import { tablesIn } from '../helpers/text-cases.ts';

const table = tablesIn('test/contract/tables/lists-and-rows.txt');

const lists = hostCommands.filter(([path]) => path.endsWith(' list'));
const OTHERWISE: Readonly<Record<string, string>> = Object.fromEntries(
  table('lists whose updates want what the list does not show, or take nothing that it shows'),
);

const updated = lists.filter(([path]) => {
  const update = leaves.get(path.replace(/ list$/, ' update'));
  return update !== undefined && takesRows(update) && !(path in OTHERWISE);
});

const cli = perFile(() => sandboxedCli({ stdin: '' }));
beforeAll(async () => {
  await prepareForExamples(cli);
});

it('are many', () => {
  expect(lists.length).toBeGreaterThan(40);
  expect(updated.length).toBeGreaterThan(10);
});

const plain = (words: readonly string[]) => words.filter((word) => !/^(--json|-q)$/.test(word));

it.each(lists)('%s of nothing is a header', async (path, example) => {
  const words = [...plain(example), '-o', 'csv'];
  const whole = await cli(words);
  const [header = ''] = whole.stdout.split('\n');
  const field = /^"?([\w.]+)/.exec(header)?.[1];
  if (field === undefined) return;
  const { stdout, exitCode } = await cli([...words, '--where', `${field}=="no such thing"`]);
  if (exitCode !== 0) return;
  expect([path, stdout.trim()]).toEqual([path, header.trim()]);
});

it.each(updated)('%s goes back into the update of its group, and changes nothing', async (path, example) => {
  const { stdout, exitCode } = await cli([...plain(example), '-o', 'csv']);
  if (exitCode !== 0 || stdout.trim().split('\n').length < 2) return;
  const file = 'rows.csv';
  writeFileSync(join(cli.cwd, file), stdout);
  const update = path.split(' ').slice(1, -1);
  const places = placesOf(plain(example));
  rmSync(join(cli.cwd, 'plan.json'), { force: true });
  const planned = await cli([...update, 'update', '--rows', file, ...places, '--plan-out', 'plan.json']);
  expect([path, planned.exitCode, planned.stderr]).toEqual([
    path,
    0,
    expect.stringContaining('nothing to change'),
  ]);
});

it.each([
  ['id', 'user.email', 'role'],
  ['Email', 'Role'],
])('the members of a list are updated by %s', async (...fields) => {
  const listed = await cli(['members', 'list', '-o', 'csv']);
  expect(listed.stdout.split('\n')[0]).toContain('user.email');
  const header = fields.map((name) => name.toLowerCase().replace(/^email$/, 'user.email'));
  const { stdout } = await cli(['members', 'list', '-o', 'csv', '--fields', header.join()]);
  const rows =
    fields[0] === 'id'
      ? listed.stdout
      : [
          fields.join(),
          ...stdout
            .split('\n')
            .slice(1)
            .filter((line) => !line.trim().endsWith(',')),
        ].join('\n');
  writeFileSync(join(cli.cwd, 'members.csv'), rows);
  rmSync(join(cli.cwd, 'plan.json'), { force: true });
  const planned = await cli('members update --rows members.csv --plan-out plan.json');
  expect([planned.exitCode, planned.stderr]).toEqual([0, expect.stringContaining('nothing to change')]);
});

/** `--space Guides`: where the list is. */
const placesOf = (words: readonly string[]): string[] =>
  words.flatMap((word, at) => (/^--(org|site|space|cr)$/.test(word) ? [word, words[at + 1] ?? ''] : []));

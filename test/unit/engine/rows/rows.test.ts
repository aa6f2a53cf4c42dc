// --rows: each row of a file is a run of the command, and all of them are checked before the first is sent.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sandboxedCli } from '../../../helpers/cli.ts';
import { growthOf, LINEAR } from '../../../helpers/growth.ts';
import { perTest } from '../../../helpers/lasting.ts';

const cli = perTest(sandboxedCli);

const file = (name: string, content: string | Buffer) => writeFileSync(join(cli.cwd, name), content);
const titles = async () => (await cli('spaces list --jq .[].title')).stdout;
const field = async (space: string, name: string) =>
  JSON.parse((await cli(['spaces', 'get', space, '--json', '--fields', name])).stdout)[name];

describe('the rows of a file', () => {
  it.each([
    ['rows.csv', 'space,edit-mode,emoji\nGuides,live,1f4d8\n'],
    ['rows.csv', '\uFEFFspace;editMode;emoji\r\n"Guides";live;1f4d8\r\n'],
    ['rows.tsv', 'spaceId\tedit-mode\temoji\nGuides\tlive\t1f4d8\n'],
    ['rows', 'space\tedit-mode\temoji\nGuides\tlive\t1f4d8\n'],
    ['rows.ndjson', '{"space":"Guides","editMode":"live","emoji":"1f4d8"}\n'],
    ['rows', '{"id":"Guides","editMode":"live","emoji":"1f4d8"}\n'],
    ['rows.json', '[{"space":"Guides","editMode":"live","emoji":"1f4d8"}]'],
    ['rows.txt', ' [{"space":"Guides","edit-mode":"live","emoji":"1f4d8"}]'],
  ])('are read from %s: %j', async (name, content) => {
    file(name, content);
    const { exitCode, stderr } = await cli(['spaces', 'update', '--rows', name]);
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining('updated 1 space')]);
    expect([await field('Guides', 'editMode'), await field('Guides', 'emoji')]).toEqual(['live', '1f4d8']);
  });

  it('run a command without a target, one run a row, and say their line', async () => {
    file('rows.csv', 'title,emoji\n"One\nline",1f4d8\nTwo,\nTwo,\n');
    const { stdout, exitCode } = await cli('spaces create --rows rows.csv -o ndjson');
    const results = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect([exitCode, results.map(({ line }) => line).sort()]).toEqual([0, [2, 4, 5]]);
    expect(results.every(({ id, outcome }) => id !== null && outcome === 'created')).toBe(true);
    expect((await titles()).match(/^Two$/gm)).toHaveLength(2);
  });
});

describe('rows that cannot be used', () => {
  it.each([
    ['an unknown column', 'space,titel\nGuides,x\n', 'unknown column "titel"; did you mean "title"'],
    ['a column twice', 'space,title,title\nGuides,x,y\n', 'two columns "title"'],
    ['two names of one column', 'space,edit-mode,editMode\nGuides,live,live\n', 'are both edit-mode'],
    ['no target', 'space,title\n,x\n', 'line 2 of rows.csv, column "space": space is missing'],
    ['no column of the target', 'title\nx\n', 'line 2 of rows.csv: space is missing'],
    [
      'a bad value',
      'space,edit-mode\nGuides,fast\n',
      'line 2 of rows.csv, column "edit-mode": --edit-mode must be',
    ],
    ['nothing to change', 'space,title\nGuides,\n', 'line 2 of rows.csv: nothing to change'],
    ['one target twice', 'space,title\nGuides,x\nGuides,y\n', 'line 3 of rows.csv: it names "Guides" again'],
    ['a cell too many', 'space,title\nGuides,x,y\n', 'line 2 of rows.csv: the row has 3 cells, the header 2'],
    ['an open quote', 'space,title\nGuides,"x\n', 'a quote is not closed'],
    ['a stray quote', 'space,title\nGuides,x"y\n', 'line 2 of rows.csv: a quote is out of place'],
    ['nothing at all', ' \n', 'rows.csv is empty'],
    ['a million columns', `space,${'x,'.repeat(1_000_000)}y\n`, 'rows.csv has more than 1000 columns'],
    ['too many rows', `title\n${'x\n'.repeat(100_001)}`, 'rows.csv has more than 100000 rows'],
    ['millions of empty lines', `title\n${'\n'.repeat(4_000_000)}x\n`, 'rows.csv has more than 200000 lines'],
    ['UTF-16', Buffer.from('\uFEFFspace,title\nGuides,x\n', 'utf16le'), 'rows.csv is not UTF-8 text'],
    [
      'UTF-16 without a mark',
      Buffer.from('space,title\nGuides,x\n', 'utf16le'),
      'rows.csv is not UTF-8 text',
    ],
    ['a prototype', '__proto__,constructor\nx,y\n', 'unknown column "__proto__"'],
  ])('with %s are refused in one line', async (_, content, message) => {
    file('rows.csv', content);
    const before = await titles();
    const { exitCode, stderr, stdout } = await cli('spaces update --rows rows.csv --no-input');
    expect([stdout, stderr]).toEqual(['', expect.stringContaining(message)]);
    expect([1, 2]).toContain(exitCode);
    expect(stderr).not.toMatch(/^ {4}at /m);
    expect(await titles()).toBe(before);
  });

  it('with a million columns in an item of JSON are refused, and not compared with each other', async () => {
    const refused = async (columns: number) => {
      const keys = Array.from({ length: columns }, (_, at) => `"k${at}":1`);
      file('rows.json', `[{${keys.join(',')}}]`);
      const { exitCode, stderr } = await cli('spaces update --rows rows.json');
      expect([exitCode, stderr]).toEqual([2, expect.stringContaining('item 1 has more than 1000 columns')]);
    };
    expect(await growthOf(refused, 25_000)).toBeLessThan(LINEAR);
  });

  it.each(['invites send --rows', 'redirects push'])(
    'of a file without anything lead to the help of docs %s',
    async (line) => {
      file('rows.csv', '');
      const { stderr } = await cli(`${line} rows.csv --dry-run`);
      const path = line.replace(/ --.*/, '');
      expect(stderr).toContain(`hint: docs ${path} --help`);
    },
  );

  it('are all reported at once, the first twenty listed', async () => {
    const rows = Array.from({ length: 30 }, (_, at) => `Guides,fast,${'x'.repeat(at)}`);
    file('rows.csv', `space,edit-mode,emoji\n${rows.join('\n')}\n`);
    const { exitCode, stderr } = await cli('spaces update --rows rows.csv');
    expect(exitCode).toBe(2);
    expect(stderr.match(/^line \d+ of rows\.csv, column "edit-mode"/gm)?.length).toBeGreaterThan(9);
    expect(stderr).toMatch(/^and \d+ more$/m);
    expect(stderr).toMatch(/\d+ problems in rows\.csv; nothing was sent/);
    const json = JSON.parse((await cli('spaces update --rows rows.csv --json')).stderr).error;
    expect([json.code, json.details.faults.length]).toEqual(['INVALID_ROWS', 20]);
    expect(json.details.faults[0]).toMatchObject({ where: 'line 2', column: 'edit-mode' });
  });
});

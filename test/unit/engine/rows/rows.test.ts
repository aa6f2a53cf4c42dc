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

  it('come from standard input, and flags fill their empty cells', async () => {
    const stdin = 'space,edit-mode\nGuides,\nHandbook,live\n';
    const { exitCode } = await cli('spaces update --rows - --edit-mode locked', { stdin });
    expect([exitCode, await field('Guides', 'editMode'), await field('Handbook', 'editMode')]).toEqual([
      0,
      'locked',
      'live',
    ]);
  });

  it('clear a field by the word of --null, and leave it alone where they are empty', async () => {
    await cli('spaces update Guides Handbook --emoji 1f4d8');
    file('rows.csv', 'space,emoji,title\nGuides,-none-,\nHandbook,,The handbook\n');
    expect((await cli('spaces update --rows rows.csv --null -none-')).exitCode).toBe(0);
    expect(await field('Guides', 'emoji')).not.toBe('1f4d8');
    expect(await field('The handbook', 'emoji')).toBe('1f4d8');
    file('rows.csv', 'space,title\nGuides,-none-\n');
    const refused = await cli('spaces update --rows rows.csv --null -none-');
    expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('cannot be cleared')]);
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

  it('are planned, shown and asked for as many targets are', async () => {
    file('rows.csv', 'user,role\njonas@tarnpost.example,read\nmei@tarnpost.example,read\n');
    const shown = await cli('members update --rows rows.csv --dry-run -o ndjson');
    expect(
      shown.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).line),
    ).toEqual([2, 3]);
    const refused = await cli('members remove --rows rows.csv --ignore-columns role');
    expect([refused.exitCode, refused.stderr]).toEqual([3, expect.stringContaining("--confirm '2 members'")]);
    const done = await cli([
      'members',
      'remove',
      '--rows',
      'rows.csv',
      '--ignore-columns',
      'role',
      '--confirm',
      '2 members',
    ]);
    expect(done.exitCode).toBe(0);
  });

  it('never name a file in the text of a comment', async () => {
    file('secret.txt', 'the secret');
    file('rows.csv', 'space,body\nGuides,@secret.txt\nGuides,-\n');
    const dash = await cli('comments create --rows rows.csv --dry-run');
    expect([dash.exitCode, dash.stderr]).toEqual([
      2,
      expect.stringContaining('"-" cannot be given in a row'),
    ]);
    file('rows.csv', 'space,body\nGuides,@secret.txt\n');
    const text = await cli('comments create --rows rows.csv --dry-run');
    expect([text.exitCode, text.stdout]).toEqual([0, expect.stringContaining('body: @secret.txt')]);
    expect(text.stdout).not.toContain('the secret');
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

  it.each(['', '--dry-run', '--plan-out plan.json'])(
    'are all reported at once with "%s", each once',
    async (flag) => {
      file('rows.csv', 'email,role\nbad,edit\n,edit\nworse,edit\n');
      const { exitCode, stderr } = await cli(`invites send --rows rows.csv ${flag}`);
      expect(exitCode).toBe(2);
      for (const [line, text] of [
        [2, '"bad" must be an email address'],
        [3, 'emails is missing'],
        [4, '"worse" must be an email address'],
      ])
        expect(stderr).toContain(`line ${line} of rows.csv, column "email": ${text}`);
      expect(stderr).toContain('3 problems in rows.csv; nothing was sent');
    },
  );

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

  it('send nothing where one names what is not there', async () => {
    file('rows.csv', 'space,title\nGuides,Changed\nNope,x\n');
    const { exitCode, stderr } = await cli('spaces update --rows rows.csv');
    expect([exitCode, stderr]).toEqual([
      5,
      expect.stringContaining('failed: line 3: space "Nope" not found'),
    ]);
    expect(await titles()).not.toContain('Changed');
    file('rows.csv', 'space,parent\nGuides,Archive\nHandbook,Nope\n');
    const place = await cli('spaces move --rows rows.csv --yes');
    expect([place.exitCode, place.stderr]).toEqual([
      5,
      expect.stringContaining('line 3: space "Handbook": '),
    ]);
  });

  it.each([
    ['spaces update Guides --map title=x', '--map needs --rows'],
    ['spaces create --resume', '--resume needs --rows'],
    ['spaces update - --rows rows.csv', 'either rows (--rows) or on standard input'],
    ['spaces update A B --rows rows.csv', 'do not go with --rows'],
    ['spaces update --rows rows.csv --map titel=space', '"titel" is not a column of docs spaces update'],
    ['spaces update --rows rows.csv --map title=Titel', 'which is not in the file'],
    ['spaces update --rows rows.csv --map title', '--map takes name=column, not "title"'],
    ['spaces update --rows missing.csv', 'missing.csv'],
  ])('%s is refused', async (line, message) => {
    file('rows.csv', 'space,title\nGuides,x\n');
    const { exitCode, stderr } = await cli(line, { stdin: 'x' });
    expect([stderr, [2, 5].includes(exitCode)]).toEqual([expect.stringContaining(message), true]);
  });
});

it('docs writes a cell that looks like a formula with a mark, and reads it without', async () => {
  await cli(['spaces', 'update', 'Guides', '--title', '=1+1']);
  const listed = await cli('spaces list -o csv --fields id,title');
  expect(listed.stdout).toContain("'=1+1");
  const { exitCode } = await cli('spaces update --rows - --plan-out same.json', { stdin: listed.stdout });
  expect(exitCode).toBe(0);
  expect((await cli('plan show same.json --json')).stdout).toMatch(/"rows": ?\[\]/);
});

it('several targets that the body names are several', async () => {
  const { stdout } = await cli([
    'sites',
    'spaces',
    'add',
    'Handbook',
    'Guides',
    '--site',
    'Partner portal',
    '--yes',
    '--dry-run',
  ]);
  expect(stdout.match(/^\+ site space /gm)).toHaveLength(2);
});

it('a column may name one of what the command takes many of', async () => {
  file('people.csv', 'email,role\nnora@example.org,edit\nben@example.org,read\n');
  const { stdout } = await cli('invites send --rows people.csv --yes');
  expect(stdout.match(/^\S+@example\.org\tsent/gm)).toHaveLength(2);
});

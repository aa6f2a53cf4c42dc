// --rows: each row of a file is a run of the command, and all of them are checked before the first is sent.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sandboxedCli } from '../../../helpers/cli.ts';
import { growthOf, LINEAR } from '../../../helpers/growth.ts';
import { perTest } from '../../../helpers/lasting.ts';
import { lineCases, spread } from '../../../helpers/text-cases.ts';

const cli = perTest(sandboxedCli);

const file = (name: string, content: string | Buffer) => writeFileSync(join(cli.cwd, name), content);
const titles = async () => (await cli('spaces list --jq .[].title')).stdout;
const field = async (space: string, name: string) =>
  JSON.parse((await cli(['spaces', 'get', space, '--json', '--fields', name])).stdout)[name];

/** «30×x» is thirty x, and a content that begins with `UTF-16: ` is in that encoding. */
const contentOf = (text: string) =>
  text.startsWith('UTF-16: ') ? Buffer.from(text.slice(8), 'utf16le') : spread(text);

lineCases(join(import.meta.dirname, 'files'), {
  read: async (name: string, content: string) => {
    file(name, contentOf(content));
    const { exitCode, stderr } = await cli(['spaces', 'update', '--rows', name]);
    const now = [await field('Guides', 'editMode'), await field('Guides', 'emoji')];
    return `exit ${exitCode}: ${stderr.trimEnd()}; ${now.join(' ')}`;
  },
  refused: async (content: string) => {
    file('rows.csv', contentOf(content));
    const before = await titles();
    const { exitCode, stderr, stdout } = await cli('spaces update --rows rows.csv --no-input');
    expect(await titles()).toBe(before);
    return `exit ${exitCode}: ${stdout}${stderr.trimEnd()}`;
  },
});

describe('the rows of a file', () => {
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

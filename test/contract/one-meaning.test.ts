import { afterAll, describe, expect, it } from 'vitest';
import { optionsOf } from '../../src/engine/model/flags.ts';
import { freshCli, sandboxedCli } from '../helpers/cli.ts';
import { commands } from '../helpers/command-lines.ts';
import { perFile } from '../helpers/lasting.ts';
import { someOf } from '../helpers/rotation.ts';
import { reached } from '../helpers/runs.ts';

const given = commands.flatMap(({ path, command }) => {
  const words = path.split(' ').slice(1);
  const args = command.args.filter(({ required }) => required).map(({ label }) => `some-${label}`);
  const options = optionsOf(command).flatMap(({ flags, choices, parse }) => {
    const [flag = ''] = /--[\w-]+/.exec(flags) ?? [];
    // Lists take their flag again; without a value there is nothing to contradict.
    if (!flags.includes('<') || flags.includes('...') || parse) return [];
    return [{ flag, value: choices?.[0] ?? 'x' }];
  });
  return options.length > 0 ? [{ path, line: [...words, ...args], options }] : [];
});
/** Most flags are those of many commands. */
const tried = someOf(new Map(given.map(({ path, options }) => [path, options.map(({ flag }) => flag)])), 2);

const bare = perFile(freshCli);
let held = 0;
afterAll(() => {
  reached('W2', 'flags of commands', held);
});

describe('a flag that takes one value', () => {
  it.each(given.map((one) => [one.path, one] as const))(
    '%s refuses it twice, and a flag for its value',
    async (_, one) => {
      const flags = tried(one.path);
      for (const { flag, value } of one.options.filter((option) => flags.includes(option.flag))) {
        const twice = await bare([...one.line, flag, value, flag, value]);
        expect([twice.exitCode, twice.stderr], flag).toEqual([
          2,
          expect.stringContaining(`${flag} is given twice`),
        ]);
        const taken = await bare([...one.line, flag, '--json']);
        expect(taken.exitCode, `${flag}: ${taken.stderr}`).toBe(2);
        held += 1;
      }
    },
  );

  it('takes what looks like a flag after =', async () => {
    const docs = await sandboxedCli();
    const taken = await docs('cr create --space Guides --subject --json');
    expect(taken).toMatchObject({ exitCode: 2 });
    expect(taken.stderr).toContain('if it is the value: --subject=--json');
    const made = await docs('cr create --space Guides --subject=--json -q');
    expect(made.exitCode, made.stderr).toBe(0);
    docs.cleanup();
  });
});

describe('the format of the output', () => {
  it.each(['--json -o csv', '-q -o json', '-q --json', '-o yaml --json'])(
    'is one: %s is refused',
    async (flags) => {
      const { exitCode, stderr } = await bare(`spaces list ${flags}`);
      expect([exitCode, stderr]).toEqual([2, expect.stringContaining('cannot be used together')]);
    },
  );

  it.each([
    ['--json', {}],
    ['-o ndjson', {}],
    ['-o json', {}],
    ['-ojson', {}],
    ['--jq .', {}],
    ['', { DOCS_OUTPUT: 'json' }],
    ['', { DOCS_OUTPUT: 'ndjson' }],
  ])('is that of errors where it is JSON: %s %j', async (flags, env) => {
    const { stderr } = await bare(`spaces get nowhere ${flags}`, { env });
    expect(JSON.parse(stderr).error.code).toBe('NO_PROFILE');
  });

  it.each([
    ['-o yaml', {}],
    ['', {}],
    ['-o csv', { DOCS_OUTPUT: 'json' }],
    ['-q', { DOCS_OUTPUT: 'json' }],
  ])('is text for errors otherwise: %s %j', async (flags, env) => {
    expect((await bare(`spaces get nowhere ${flags}`, { env })).stderr).toMatch(/^docs: /);
  });

  it('comes from DOCS_OUTPUT where no flag names one', async () => {
    const docs = await sandboxedCli({ env: { DOCS_OUTPUT: 'json' } });
    expect(JSON.parse((await docs('spaces get Guides')).stdout).title).toBe('Guides');
    expect((await docs('spaces get Guides -q')).stdout).toMatch(/^\w+\n$/);
    expect((await docs('spaces list --fields title -o csv')).stdout).toMatch(/^title\n/);
    const wrong = await docs('spaces delete Guides --yes', { env: { DOCS_OUTPUT: 'xml' } });
    expect([wrong.exitCode, wrong.stderr]).toEqual([
      2,
      expect.stringContaining('DOCS_OUTPUT must be one of'),
    ]);
    expect((await docs('spaces get Guides')).exitCode).toBe(0);
    docs.cleanup();
  });
});

describe('a title', () => {
  it.each([
    'spaces create --title ""',
    'spaces update Guides --title " "',
    'collections create ""',
    'sites create ""',
  ])('may not be empty: docs %s', async (line) => {
    const docs = await sandboxedCli();
    const { exitCode, stderr } = await docs([...line.split(' ').slice(0, 2), ...restOf(line)]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('must not be empty')]);
    docs.cleanup();
  });
});

const restOf = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|\S+/g)].slice(2).map(([word, quoted]) => quoted ?? word);

describe('notes', () => {
  it('are left out with -q and with DOCS_NOTES=off', async () => {
    const docs = await sandboxedCli();
    expect((await docs('spaces create --title One -q')).stderr).toBe('');
    expect((await docs('spaces create --title Two', { env: { DOCS_NOTES: 'off' } })).stderr).toBe('');
    expect((await docs('spaces update One Two --language fr -q')).stderr).toBe('');
    expect((await docs('spaces update One nowhere --language de -q')).stderr).toContain(
      'failed: space "nowhere"',
    );
    expect((await docs('cr list --space "Release notes" -q')).stderr).toBe('');
    docs.cleanup();
  });
});

it('--resume of what was not cut off just runs', async () => {
  const docs = await sandboxedCli();
  const { exitCode, stderr } = await docs('spaces update Guides Handbook --language fr --resume');
  expect(exitCode, stderr).toBe(0);
  expect(stderr).toContain('updated 2 spaces');
  docs.cleanup();
});

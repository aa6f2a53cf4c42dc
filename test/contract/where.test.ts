// Every list takes --where and --sort, and gives what its --json filtered and sorted by hand gives.
import { afterAll, describe, expect, it } from 'vitest';
import { optionsOf } from '../../src/engine/model/flags.ts';
import { LIST_FLAGS } from '../../src/engine/model/globals.ts';
import { sorted } from '../../src/engine/select/item-fields.ts';
import { leafPaths, valueAt } from '../../src/output/columns.ts';
import { type Cli, sandboxedCli, splitWords } from '../helpers/cli.ts';
import { commands } from '../helpers/command-lines.ts';
import { writeFixtures } from '../helpers/example-files.ts';
import { runnableExamples } from '../helpers/example-lines.ts';
import { untilEnd } from '../helpers/lasting.ts';
import { partOf } from '../helpers/rotation.ts';
import { tablesIn } from '../helpers/text-cases.ts';

const table = tablesIn('test/contract/tables/where.txt');

const lists = commands.filter(({ command }) =>
  optionsOf(command).some((option) => LIST_FLAGS.includes(option as never)),
);
const NOT_A_LIST = /--(jq|where|sort|limit|fields|dry-run|download|all-ready|data|web|output)\b|-[oq]\b/;

/** Changes first, so that the history has something to show. */
const CHANGES = ['docs spaces update Guides --language fr', 'docs spaces update Handbook --language de'];

/** Undefined where the list takes a token of another kind, or the sandbox does not have it. */
async function jsonOf(cli: Cli, words: readonly string[]): Promise<unknown[] | undefined> {
  const { stdout, stderr, exitCode } = await cli([...words, '--json']);
  if (/this operation takes an (integration|internal) token|UNSUPPORTED/.test(stderr)) return undefined;
  expect(exitCode, stderr).toBe(0);
  return JSON.parse(stdout);
}

/** A field of one value that not all items share, where there is one. */
function tellingField(items: readonly unknown[], known: ReadonlySet<string>): string | undefined {
  const paths = [...new Set(items.flatMap((item) => leafPaths(item)))].filter((path) => known.has(path));
  const plain = paths.filter((path) => items.every((item) => typeof valueAt(item, path) !== 'object'));
  return plain.find((path) => new Set(items.map((item) => valueAt(item, path))).size > 1) ?? plain[0];
}

let compared = 0;
afterAll(() => {
  expect(compared, 'lists with items').toBeGreaterThan(30);
});

describe('--where and --sort', () => {
  it('are known to every list', () => {
    expect(lists.length).toBeGreaterThan(40);
    for (const { path, command } of lists) {
      const flags = optionsOf(command).map((option) => option.flags);
      expect(flags, path).toEqual(expect.arrayContaining(['--where <predicate>', '--sort <fields>']));
    }
  });

  it.each(lists.map(({ path, command }) => [path, command] as const))('of %s', async (path, command) => {
    const cli = untilEnd(await sandboxedCli({ stdin: '' }));

    writeFixtures(cli.cwd);
    if (path === 'docs history') for (const line of CHANGES) await cli(splitWords(line).slice(1));
    const line = runnableExamples(command).find((one) => !NOT_A_LIST.test(one));
    if (line !== undefined) await compare(cli, path, splitWords(line).slice(1));
  });
});

async function compare(cli: Cli, path: string, given: readonly string[]): Promise<void> {
  const words = [
    ...given.filter((word) => word !== '--json'),
    ...(/^docs (pages list|revisions pages)$/.test(path) ? ['--flat'] : []),
  ];
  const items = await jsonOf(cli, words);
  const wrong = await cli([...words, '--where', '.noSuchFieldHere']);
  expect(wrong.stdout).toBe('');
  // What a newer host may tell is seen on what it lists.
  if (items) expect(wrong.exitCode).toBe(2);
  if (items) expect(wrong.stderr).toContain('there is no field "noSuchFieldHere"');
  const known = new Set((await cli([...words, '--fields'])).stdout.trim().split('\n'));
  const field = items && tellingField(items, known);
  if (!items || field === undefined) return;
  const value = valueAt(items[0], field) ?? null;
  const test = `.${field} == ${JSON.stringify(value)}`;
  const same = (item: unknown) => (valueAt(item, field) ?? null) === value;
  expect(await jsonOf(cli, [...words, '--where', test]), test).toEqual(items.filter(same));
  // Each of the other ways once, with what goes together.
  const others = sorted(
    items.filter((item) => !same(item)),
    [{ path: field, isDescending: true }],
  );
  expect(await jsonOf(cli, [...words, '--where', `(${test}) | not`, `--sort=-${field}`])).toEqual(others);
  for (const isDescending of [false, true]) {
    const expected = sorted(items, [{ path: field, isDescending }]);
    const sort = `--sort=${isDescending ? '-' : ''}${field}`;
    const limit = isDescending ? ['--limit', '1'] : [];
    expect(await jsonOf(cli, [...words, sort, ...limit]), sort).toEqual(
      isDescending ? expected.slice(0, 1) : expected,
    );
  }
  compared += 1;
}

describe('a predicate', () => {
  const hostile = table('what is no predicate, as JSON, and what is said of it').map(
    ([text = '', said = '']) => [JSON.parse(text), new RegExp(said)] as [string, RegExp],
  );
  it.each(hostile)('%j ends in one clear line', async (text, said) => {
    const cli = untilEnd(await sandboxedCli());

    const { stdout, stderr, exitCode } = await cli(['spaces', 'list', '--where', text]);
    expect(exitCode, stderr).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(said);
    expect(stderr.trim().split('\n')).toHaveLength(2);
  });

  const endless = ['[recurse(1)] | length', 'last(range(infinite))', 'def f: f; f', 'until(false; .)'];
  it.each(partOf(endless, endless.length))(
    '%s ends with the time limit, or when its memory is full',
    async (text) => {
      const cli = untilEnd(await sandboxedCli());

      const { exitCode, stderr } = await cli(['spaces', 'list', '--where', text, '--timeout', '1.5']);
      // What grows may fill the memory of jq first.
      const isFull = stderr.includes('more memory than jq has');
      expect([exitCode, stderr]).toEqual([isFull ? 2 : 8, expect.stringMatching(/time limit|more memory/)]);
    },
  );

  it('sees nothing of the environment', async () => {
    const cli = untilEnd(await sandboxedCli({ env: { VERY_SECRET: 'canary-in-env' } }));

    for (const text of ['env', '$ENV', 'env.DOCS_TOKEN, env.VERY_SECRET', '$ENV.HOME']) {
      const { stdout, stderr } = await cli(['spaces', 'list', '--where', `(${text}) | tojson | error`, '-q']);
      expect(stdout + stderr).not.toMatch(/canary-in-env|docs-test-/);
    }
  });
});

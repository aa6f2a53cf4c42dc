// Every command that creates from rows, interrupted at a random write: --resume ends with each row once.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../../src/api/index.ts';
import { takesRows } from '../../src/engine/model/flags.ts';
import { creates } from '../../src/engine/plan/row-state.ts';
import { absentCommands } from '../helpers/absent-commands.ts';
import { type Cli, servedCli } from '../helpers/cli.ts';
import { hostCommands } from '../helpers/command-lines.ts';
import { type CutProxy, startCutProxy } from '../helpers/cut-proxy.ts';
import { prepareForExamples } from '../helpers/prepared-examples.ts';

const ROWS = 4;
/** A site shows a space once, however its section is called; with two organizations all others would need one chosen. */
const ONCE = new Set(['docs sites sections create', 'docs orgs create']);
/** What tells a row from others. */
const TITLES = /^(title|subject|name|label|slug|source|emails|hostname)$/;
const creating = hostCommands.filter(([path, , command]) => {
  if (!takesRows(command) || absentCommands.has(path) || ONCE.has(path)) return false;
  const { operation } = command;
  return operation !== undefined && creates(operation) && operation.retry === 'never';
});

/** No list shows by its title what a row made; the rows that were never started are done all the same. */
const NO_TITLE = 'docs imports start';

/** Files on this computer are named by rows only where it is said of their column. */
const FILES: Readonly<Record<string, readonly string[]>> = {
  'docs saml create': ['--map', 'metadata=metadata'],
};
const wordsOf = (path: string): string[] => [
  ...path.split(' ').slice(1),
  ...['--rows', 'new.csv', ...(FILES[path] ?? []), '--yes', '-o', 'ndjson'],
];

const tried = new Set<string>();
let cli: Cli;
let proxy: CutProxy;
beforeAll(async () => {
  cli = await servedCli({ stdin: '' }, async (url) => {
    proxy = await startCutProxy(url);
    return proxy;
  });
  await prepareForExamples(cli);
});
afterAll(() => {
  cli.cleanup();
  expect(tried.size, [...tried].join()).toBeGreaterThanOrEqual(12);
});

/** Rows that differ in their titles alone; undefined for a command whose example has none. */
async function rowsOf(path: string, salt: string): Promise<string | undefined> {
  const { stdout } = await cli(['commands', path, '--rows-template']);
  const [row] = parse(stdout, { columns: true }) as Record<string, string>[];
  const title = Object.keys(row ?? {}).find((name) => TITLES.test(name) && row?.[name]);
  if (!row || title === undefined) return undefined;
  const called = (text: string, at: number) =>
    text.includes('@') ? text.replace('@', `${salt}${at}@`) : `${text.replace(/ /g, '-')}${salt}${at}`;
  // The last two are the same in all that they say.
  const rows = Array.from({ length: ROWS }, (_, at) => ({
    ...row,
    [title]: called(row[title] ?? '', Math.min(at, path.includes('spaces create') ? ROWS - 2 : at)),
  }));
  return stringify(rows, { header: true });
}

const upsideDown = (csv: string): string => {
  const [header, ...rows] = parse(csv) as string[][];
  return stringify([header ?? [], ...rows.reverse()]);
};

/** What came of all rows: lines of NDJSON. */
const resultsOf = (stdout: string): { ok: boolean; outcome: string; id: string | null }[] =>
  stdout
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

const listed = new Set(
  operations.flatMap(({ method, path, paging }) => (method === 'GET' && paging === 'pages' ? [path] : [])),
);

describe.each(['before', 'after'] as const)('cut off %s the change arrived', (when) => {
  it.each(creating)('%s', async (path, _, { operation, repeatable = false }) => {
    const csv = await rowsOf(path, when === 'before' ? 'x' : 'y');
    const isListed = listed.has(operation?.path ?? '');
    if (csv === undefined || !operation || (!isListed && !repeatable)) return;
    writeFileSync(join(cli.cwd, 'new.csv'), csv);
    const words = wordsOf(path);
    // The example of some needs more than a row can say, such as a file.
    if ((await cli([...words, '--dry-run'])).exitCode !== 0) return;
    proxy.loseNext(operation.method, `/${operation.path.split('/').at(-1)}`, when);
    const first = await cli([...words, '--concurrency', '1', '--max-errors', '1']);
    expect([path, first.exitCode, first.stderr]).toEqual([path, 7, expect.stringContaining('1 unknown')]);
    // Rows are known by what they say, not by their lines.
    writeFileSync(join(cli.cwd, 'new.csv'), upsideDown(csv));
    const again = await cli([...words, '--resume']);
    const told = resultsOf(again.stdout);
    expect(told).toHaveLength(ROWS);
    if (path === NO_TITLE && told.some(({ outcome }) => outcome === 'unknown'))
      return expect([again.exitCode, told.filter(({ ok }) => ok).length]).toEqual([7, ROWS - 1]);
    expect([path, again.exitCode, again.stderr]).toEqual([path, 0, expect.anything()]);
    if (isListed) expect(new Set(told.flatMap(({ id }) => id ?? [])).size).toBe(ROWS);
    tried.add(path);
  });
});

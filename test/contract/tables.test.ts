import { beforeAll, describe, expect, it } from 'vitest';
import type { Command } from '../../src/engine/model/command.ts';
import { inOrderOfTable } from '../../src/output/columns.ts';
import { labelOf } from '../../src/output/labels.ts';
import { absentCommands, callsAbsent } from '../helpers/absent-commands.ts';
import { freshCli, sandboxedCli, splitWords } from '../helpers/cli.ts';
import { commands } from '../helpers/command-lines.ts';
import { setupOf, wordsOf, writeFixtures } from '../helpers/example-files.ts';
import { runnableExamples } from '../helpers/example-lines.ts';
import { perFile } from '../helpers/lasting.ts';
import { kindOf, rotated } from '../helpers/rotation.ts';

const reads = commands.filter(
  ({ command }) => command.columns.length > 0 && (command.operation?.method ?? 'GET') === 'GET',
);
const shownColumns = ({ columns, table }: Command) => table ?? inOrderOfTable(columns);
/** Of one line where it is given: a table may have fewer columns by what its flags name. */
const headers = (command: Command, line?: string) =>
  (
    (line === undefined ? undefined : command.tableOf?.({ flags: flagsIn(line) })) ?? shownColumns(command)
  ).map((column) => labelOf(column, command.labels).toUpperCase());

/** The flags that a line names, each with the word behind it. */
function flagsIn(line: string): Record<string, string> {
  const words = splitWords(line);
  return Object.fromEntries(
    words.flatMap((word, at) => (word.startsWith('--') ? [[word.slice(2), words[at + 1] ?? '']] : [])),
  );
}

it.each(reads.map(({ path, command }) => [path, command] as const))(
  '%s has short headers in words, and in a pipe the columns of its table first, and IDs last',
  (path, command) => {
    for (const header of headers(command)) {
      expect(header.length, header).toBeLessThanOrEqual(16);
      expect(header).toMatch(/^[A-Z0-9][A-Z0-9 %-]*$/);
      expect(header).not.toMatch(/ (AT|DISPLAY NAME)$(?<!PUBLISHED AT)/);
    }
    const { columns, table } = command;
    if (absentCommands.has(path)) return;
    const order = inOrderOfTable(columns, table);
    expect([...order].sort()).toEqual([...columns].sort());
    const shared = (table ?? []).filter((column) => columns.includes(column));
    expect(order.slice(0, shared.length)).toEqual(shared);
    if (table === undefined && columns.includes('id')) expect(order.at(-1)).toMatch(/(?:^|\.)id$/);
  },
);

interface Column {
  name: string;
  at: number;
}

/** Where the columns of a table begin, by its header; undefined for what is no table. */
function columnsOf(line: string, expected: readonly string[]): Column[] | undefined {
  const found = [...line.matchAll(/\S+(?: \S+)*/g)].map((match) => ({ name: match[0], at: match.index }));
  const isHeader =
    found.length > 1 && found.every(({ name }) => expected.includes(name) || /^[A-Z ]+…$/.test(name));
  return isHeader ? found : undefined;
}

const ID = /^[A-Za-z0-9]{20}$/;

const cli = perFile(() => sandboxedCli({ stdin: '' }));
beforeAll(async () => {
  writeFixtures(cli.cwd);
  const examples = reads.flatMap(({ command }) => command.examples);
  for (const setup of new Set(examples.flatMap(setupOf))) await cli(setup);
});

describe('on a terminal', () => {
  const lines = reads.flatMap(({ path, command }) =>
    runnableExamples(command)
      .filter(
        (line) =>
          line.startsWith(path) &&
          !callsAbsent(line) &&
          !/--dry-run| -o |--json|--fields| -q|--jq|--yes|--save|\.\/|\.yaml/.test(line),
      )
      .map((line) => [line, command] as const),
  );
  const calls = rotated(lines, [80, 140], ([, command]) => kindOf(command));
  it.each(calls.map(([[line, command], width]) => [line, width, command] as const))(
    '%s, of %i columns',
    async (line, width, command) => {
      const { exitCode, stdout, stderr } = await cli(wordsOf(line), { tty: true, columns: width });
      expect(line.includes('--exit-code') ? [0, 6] : [0], stderr).toContain(exitCode);
      const [first = '', ...rest] = stdout.split('\n').slice(0, -1);
      const expected = headers(command, line).concat('REFERENCE');
      const columns = columnsOf(first, expected);
      if (!columns) return;
      // The token of an integration cannot read what its sites and organizations are called.
      const readsNames = !wordsOf(line).includes('--profile');
      checkCells(columns, rest, { width, header: first.length, readsNames });
      if (!line.includes('--all-spaces')) checkLeftOut(columns, headers(command, line), stderr);
    },
  );
});

/** No id where a name belongs, and nothing cut beside unused room. */
function checkCells(
  columns: readonly Column[],
  rows: readonly string[],
  { width, header, readsNames }: { width: number; header: number; readsNames: boolean },
): void {
  const cells = rows.flatMap((row) =>
    columns.map(({ name, at }, n) => ({ name, text: row.slice(at, columns[n + 1]?.at).trim() })),
  );
  for (const { name } of cells.filter(({ text }) => readsNames && ID.test(text)))
    expect(name).toMatch(/\bIDS?$/);
  const used = Math.max(header, ...rows.map((row) => row.length));
  expect(used).toBeLessThanOrEqual(width);
  if (cells.some(({ text }) => text.endsWith('…'))) expect(used).toBeGreaterThanOrEqual(width - 1);
}

/** Every column is there or named, with the flag that shows it. */
function checkLeftOut(columns: readonly Column[], expected: readonly string[], stderr: string): void {
  const leftOut = /columns? left out: (.+); see/.exec(stderr)?.[1]?.split(', ') ?? [];
  const named = [...columns.map(({ name }) => name.replace('…', '')), ...leftOut];
  for (const header of expected)
    expect(
      named.some((name) => header.startsWith(name)),
      header,
    ).toBe(true);
  if (leftOut.length > 0) expect(stderr).toMatch(/\bwith\s--fields [\w.,]+$/m);
}

describe('an empty list', () => {
  const empty = perFile(() => freshCli({ stdin: '' }));
  beforeAll(async () => {
    expect((await empty('sandbox init')).exitCode).toBe(0);
    expect((await empty('spaces create --title Bare --empty')).exitCode).toBe(0);
  });

  const paramsOf = ({ operation }: Command) => Object.keys(operation?.params.properties ?? {});
  /** A list that cannot be asked for without a flag: the AI usage of a time. */
  const needsMore = ({ operation }: Command) => (operation?.query?.required?.length ?? 0) > 0;
  const lists = reads.filter(({ command, path }) => {
    const params = paramsOf(command);
    const isList = command.operation?.paging === 'pages' || command.rows !== undefined;
    const isPlain =
      command.args.length === 0 && params.every((name) => /^(organization|space)Id$/.test(name));
    return isList && isPlain && path !== 'docs orgs list' && !needsMore(command) && !absentCommands.has(path);
  });
  it.each(lists.map(({ path, command }) => [path, command] as const))(
    '%s says what there is none of',
    async (path, command) => {
      const inSpace = paramsOf(command).includes('spaceId') ? ['--space', 'Bare'] : [];
      for (const tty of [true, false]) {
        const { exitCode, stdout, stderr } = await empty([...splitWords(path).slice(1), ...inSpace], { tty });
        expect(exitCode, stderr).toBe(0);
        if (stdout !== '') continue;
        expect(stderr).toMatch(inSpace.length > 0 ? /^no .* in Bare\b|^no one .* Bare$/m : /^no \w+/m);
        expect(stderr).not.toMatch(/nothing to show|results/);
      }
    },
  );
});

// What a pipe gets is what a terminal shows: the same columns in the same order, and words in place of JSON.
import { beforeAll, expect, it } from 'vitest';
import { entries } from '../../src/commands/index.ts';
import { allCommands } from '../../src/engine/model/load.ts';
import { inOrderOfTable } from '../../src/output/columns.ts';
import { absentCommands } from '../helpers/absent-commands.ts';
import { sandboxedCli } from '../helpers/cli.ts';
import { setupOf, wordsOf, writeFixtures } from '../helpers/example-files.ts';
import { runnableExamples } from '../helpers/example-lines.ts';
import { perFile } from '../helpers/lasting.ts';
import { partOf } from '../helpers/rotation.ts';

const commands = await allCommands(entries);
const reads = commands.filter(
  ({ path, command }) =>
    command.columns.length > 0 && (command.operation?.method ?? 'GET') === 'GET' && !absentCommands.has(path),
);

it.each(reads.map(({ path, command }) => [path, command] as const))(
  '%s has the columns of its table first, and IDs last',
  (_, { columns, table }) => {
    const order = inOrderOfTable(columns, table);
    expect([...order].sort()).toEqual([...columns].sort());
    const shared = (table ?? []).filter((column) => columns.includes(column));
    expect(order.slice(0, shared.length)).toEqual(shared);
    if (table === undefined && columns.includes('id')) expect(order.at(-1)).toMatch(/(?:^|\.)id$/);
  },
);

/** A JSON Schema, and what an integration or an event holds, are JSON by themselves. */
const JSON_ITSELF = /^docs (?:sites schema|integrations events get|audit-events get|installations)\b/;

const cli = perFile(() => sandboxedCli({ stdin: '' }));
beforeAll(async () => {
  writeFixtures(cli.cwd);
  for (const setup of new Set(reads.flatMap(({ command }) => command.examples.flatMap(setupOf))))
    await cli(setup);
});

it.each(
  partOf(
    reads.flatMap(({ path, command }) =>
      runnableExamples(command).filter(
        (line) =>
          line.startsWith(path) &&
          !JSON_ITSELF.test(line) &&
          !/ -o |--json|--jq|-q\b|--format|--to /.test(line),
      ),
    ),
    3,
  ),
)('%s has no JSON in its rows', async (line) => {
  const { stdout } = await cli(wordsOf(line));
  expect(stdout.split('\n').filter((row) => /(?:^|\t)\[?\{"/.test(row))).toEqual([]);
});

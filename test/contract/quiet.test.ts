// -q: the IDs of the result on standard output, nothing but warnings and errors on standard error.
import { afterAll, describe, expect, it } from 'vitest';
import { entries } from '../../src/commands/index.ts';
import type { Command } from '../../src/engine/model/command.ts';
import { optionsOf } from '../../src/engine/model/flags.ts';
import { allCommands } from '../../src/engine/model/load.ts';
import { type Outcome, sandboxedCli, splitWords } from '../helpers/cli.ts';
import { setupOf, writeFixtures } from '../helpers/example-files.ts';
import { WAITS } from '../helpers/example-lines.ts';
import { kindOf, rotated } from '../helpers/rotation.ts';
import { reached } from '../helpers/runs.ts';

const commands = (await allCommands(entries)).filter(({ command }) =>
  optionsOf(command).some(({ flags }) => flags.startsWith('-q')),
);
const rows = commands.flatMap(({ path, command }) => {
  const line = command.examples.find(
    (one) => !/[|<>;]|\$\(| -q\b| --json| -o /.test(one) && !WAITS.test(one),
  );
  return line === undefined ? [] : [[line, path, command] as const];
});

const hasDryRun = (line: string, command: Command): boolean =>
  command.operation?.method !== 'GET' &&
  !splitWords(line).includes('--dry-run') &&
  optionsOf(command).some(({ flags }) => flags === '--dry-run');
const WAYS = [['-q'], ['-q', '--dry-run']];
const [both, plain] = [true, false].map((wanted) =>
  rows.filter(([line, , command]) => hasDryRun(line, command) === wanted),
);
const calls = [
  ...rotated(both ?? [], WAYS, ([, , command]) => kindOf(command)),
  ...(plain ?? []).map((row) => [row, ['-q']] as const),
].map(
  ([[line, path, command], flags]) => [`${line} ${flags.join(' ')}`, line, flags, path, command] as const,
);
let held = 0;
afterAll(() => reached('W7', 'calls', held));

/** Rows that are known by words: settings, and commands themselves. */
const NAMES = new Set(['docs context', 'docs commands']);

const shared = await sandboxedCli({ stdin: '' });
writeFixtures(shared.cwd);
afterAll(() => shared.cleanup());

const isRead = (method: string | undefined) => method === 'GET';

function expectOnlyIds({ stdout, stderr, exitCode }: Outcome, hasNames: boolean): void {
  expect(stdout).not.toMatch(/\b(?:copy|naming|attach|detach|done|POST|PATCH)\b/);
  const isGood = exitCode === 0;
  expect(isGood ? stderr.replace(/^warning: .*\n/gm, '') : '').toBe('');
  if (!isGood) expect(stderr).toMatch(/^docs: /m);
  else if (!hasNames) expect(stdout).toMatch(/^(?:[^\s"{}[\]]+\n)*$/);
}

describe('-q', () => {
  it.each(calls)('prints nothing but IDs: %s', async (_, line, flags, path, command) => {
    const cli = isRead(command.operation?.method) ? shared : await sandboxedCli({ stdin: '' });
    if (cli !== shared) writeFixtures(cli.cwd);
    try {
      for (const setup of setupOf(line)) expect(await cli(setup)).toMatchObject({ exitCode: 0 });
      expectOnlyIds(await cli([...splitWords(line).slice(1), ...flags]), NAMES.has(path));
      held += 1;
    } finally {
      if (cli !== shared) cli.cleanup();
    }
  });
});

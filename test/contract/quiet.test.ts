// -q: the IDs of the result on standard output, nothing but warnings and errors on standard error.
import { afterAll, describe, expect, it } from 'vitest';
import type { Command } from '../../src/engine/model/command.ts';
import { optionsOf } from '../../src/engine/model/flags.ts';
import { type Outcome, splitWords } from '../helpers/cli.ts';
import { commands as all } from '../helpers/command-lines.ts';
import { WAITS } from '../helpers/example-lines.ts';
import { sandboxFor, sharedSandboxes } from '../helpers/example-sandbox.ts';
import { untilEnd } from '../helpers/lasting.ts';
import { kindOf, rotated } from '../helpers/rotation.ts';
import { reached } from '../helpers/runs.ts';

const commands = all.filter(({ command }) => optionsOf(command).some(({ flags }) => flags.startsWith('-q')));
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

const shared = sharedSandboxes();

const changesNothing = ({ operation }: Command, flags: readonly string[]) =>
  operation?.method === 'GET' || flags.includes('--dry-run');

function expectOnlyIds({ stdout, stderr, exitCode }: Outcome, hasNames: boolean): void {
  expect(stdout).not.toMatch(/\b(?:copy|naming|attach|detach|done|POST|PATCH)\b/);
  const isGood = exitCode === 0;
  expect(isGood ? stderr.replace(/^warning: .*\n/gm, '') : '').toBe('');
  if (!isGood) expect(stderr).toMatch(/^docs: /m);
  else if (!hasNames) expect(stdout).toMatch(/^(?:[^\s"{}[\]]+\n)*$/);
}

describe('-q', () => {
  it.each(calls)('prints nothing but IDs: %s', async (_, line, flags, path, command) => {
    const cli = changesNothing(command, flags) ? await shared(line) : untilEnd(await sandboxFor(line));
    expectOnlyIds(await cli([...splitWords(line).slice(1), ...flags]), NAMES.has(path));
    held += 1;
  });
});

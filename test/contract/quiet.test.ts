// -q: the IDs of the result on standard output, nothing but warnings and errors on standard error.
import { afterAll, describe, expect, it } from 'vitest';
import { entries } from '../../src/commands/index.ts';
import { optionsOf } from '../../src/engine/model/flags.ts';
import { allCommands } from '../../src/engine/model/load.ts';
import { type Outcome, sandboxedCli, splitWords } from '../helpers/cli.ts';
import { setupOf, writeFixtures } from '../helpers/example-files.ts';
import { WAITS } from '../helpers/example-lines.ts';

const commands = (await allCommands(entries)).filter(({ command }) =>
  optionsOf(command).some(({ flags }) => flags.startsWith('-q')),
);
const rows = commands.flatMap(({ path, command }) => {
  const line = command.examples.find(
    (one) => !/[|<>;]|\$\(| -q\b| --json| -o /.test(one) && !WAITS.test(one),
  );
  return line === undefined ? [] : [[line, path, command] as const];
});

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
  it.each(rows)('prints nothing but IDs: %s', async (line, path, command) => {
    const cli = isRead(command.operation?.method) ? shared : await sandboxedCli({ stdin: '' });
    if (cli !== shared) writeFixtures(cli.cwd);
    try {
      for (const setup of setupOf(line)) expect(await cli(setup)).toMatchObject({ exitCode: 0 });
      const words = splitWords(line).slice(1);
      for (const flags of [['-q'], ...(words.includes('--dry-run') ? [] : dryRunOf(command))]) {
        expectOnlyIds(await cli([...words, ...flags]), NAMES.has(path));
      }
    } finally {
      if (cli !== shared) cli.cleanup();
    }
  });
});

const dryRunOf = (command: (typeof commands)[number]['command']): string[][] =>
  optionsOf(command).some(({ flags }) => flags === '--dry-run') && command.operation?.method !== 'GET'
    ? [['-q', '--dry-run']]
    : [];

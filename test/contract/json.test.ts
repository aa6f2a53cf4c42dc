import { afterAll, describe, expect, it } from 'vitest';
import type { Command } from '../../src/engine/model/command.ts';
import { optionsOf } from '../../src/engine/model/flags.ts';
import { type Cli, splitWords } from '../helpers/cli.ts';
import { commands } from '../helpers/command-lines.ts';
import { runnableExamples } from '../helpers/example-lines.ts';
import { sandboxFor, sharedSandboxes } from '../helpers/example-sandbox.ts';
import { kindOf, rotated } from '../helpers/rotation.ts';
import { reached } from '../helpers/runs.ts';

/** How else an example asks for its output. */
const OUTPUT = /^(--jq|-o|--output|-q|--quiet|--json|--csv-raw|--format|--web)$/;

/** The words of an example, with --json in place of its own format. */
function withJson(line: string): string[] {
  const words = splitWords(line).slice(1);
  const kept = words.filter(
    (word, at) => !OUTPUT.test(word) && !/^(--jq|-o|--output|--format)$/.test(words[at - 1] ?? ''),
  );
  return [...kept, '--json'];
}

const calls = commands.flatMap(({ path, command }) => {
  if (!optionsOf(command).some(({ flags }) => flags === '--json')) return [];
  return runnableExamples(command).map((line) => ({ line, path, command }));
});
const STREAMS = ['pipes', 'a terminal'] as const;
const pairs = rotated(calls, STREAMS, ({ command }) => kindOf(command));
const callsOn = (streams: string) =>
  pairs.flatMap(([{ line, command }, one]) => (one === streams ? [[line, command] as const] : []));

const shared = sharedSandboxes();

/** What only reads finds in a shared sandbox what it would find in one of its own. Nothing was done before. */
async function inSandbox({ operation, run }: Command, work: (cli: Cli) => Promise<void>): Promise<void> {
  if (operation?.method === 'GET' && !run) return work(await shared(''));
  const cli = await sandboxFor('');
  try {
    await work(cli);
  } finally {
    cli.cleanup();
  }
}

/** Takes what a strict reader would: one document, or several lines of them where the format is NDJSON. */
function documentsIn(text: string): unknown[] {
  return text === '' ? [] : [JSON.parse(text)];
}

let held = 0;
afterAll(() => reached('T6', 'examples', held));

describe('--json', () => {
  it('is known to every command that prints a result', () => {
    const without = commands.filter(
      ({ command }) => !optionsOf(command).some(({ flags }) => flags === '--json'),
    );
    // They print a file, a value or instructions as they are, or speak a protocol.
    expect(without.map(({ path }) => path).sort()).toEqual([
      'docs alias delete',
      'docs alias set',
      'docs completion',
      'docs completion install',
      'docs config get',
      'docs config set',
      'docs mcp',
      'docs mcp install',
      'docs orgs schema-file',
      'docs plan schema',
      'docs sites schema-file',
      'docs skill',
      'docs skill install',
    ]);
  });

  it.each(callsOn('pipes'))('%s gives one document', (line, command) =>
    inSandbox(command, async (cli) => {
      const { stdout, stderr, exitCode } = await cli(withJson(line));
      expect(() => documentsIn(stdout), stdout.slice(0, 500)).not.toThrow();
      // An answer without a body is printed as it came, as gh does.
      if (exitCode === 0 && command.verb !== 'api') expect(stdout).not.toBe('');
      if (exitCode !== 0) {
        // What went wrong is told in the last line, as an object of its own.
        const { error } = JSON.parse(stderr.trim().split('\n').at(-1) ?? '');
        expect(error).toMatchObject({ exit: exitCode, code: expect.stringMatching(/^[A-Z_]+$/) });
      }
      held += 1;
    }),
  );

  it.each(callsOn('a terminal'))('%s says on a terminal the same as elsewhere', (line, command) =>
    inSandbox(command, async (cli) => {
      const { stdout } = await cli(
        [...withJson(line), '--yes'].filter((word) => word !== '--yes' || line.includes('--yes')),
        {
          tty: true,
          answers: [],
          env: { FORCE_COLOR: '1', TERM: 'xterm', PAGER: 'less' },
        },
      );
      expect(() => documentsIn(stdout), stdout.slice(0, 500)).not.toThrow();
    }),
  );
});

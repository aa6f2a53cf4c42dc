// What a command offers when its flags do not go together is run, for all commands.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { lineWithout } from '../../src/engine/model/command.ts';
import { type Cli, freshCli, sandboxedCli, splitWords } from '../helpers/cli.ts';
import { hostCommands } from '../helpers/command-lines.ts';
import { writeFixtures } from '../helpers/example-files.ts';
import { kindOf, rotated } from '../helpers/rotation.ts';
import { reached } from '../helpers/runs.ts';
import { tablesIn } from '../helpers/text-cases.ts';

const table = tablesIn('test/contract/tables/hints-of-flags.txt');

/** Flags that no command, or none together, takes: each is refused before anything is sent. */
const WRONG = table('flags that no command, or none together, takes').map(([line = '']) => splitWords(line));

const calls = rotated(
  hostCommands.map(([, words, command]) => ({ words, kind: kindOf(command) })),
  WRONG,
  ({ kind }) => kind,
  2,
);
let held = 0;
afterAll(() => reached('W6', 'calls with flags that do not fit', held));

function offeredIn(stderr: string): string[] {
  const json = /^\{"error":.*\}$/m.exec(stderr)?.[0];
  const hint: unknown = json ? JSON.parse(json).error.hint : /^hint: (docs .*)$/m.exec(stderr)?.[1];
  if (typeof hint !== 'string' || !hint.startsWith('docs ')) return [];
  return hint.split(', or ').filter((line) => !/ --help\b|<[\w -]+>/.test(line));
}

interface Clis {
  cli: Cli;
  /** Nobody is signed in here: what is understood ends there, and changes nothing. */
  stranger: Cli;
}

/** The hints of one wrong call that are refused for how they are written, too. */
async function wrongHints(
  { cli, stranger }: Clis,
  call: readonly string[],
  ran: Set<string>,
): Promise<string[]> {
  const refused = await cli(call);
  if (refused.exitCode !== 2) return [];
  const wrong: string[] = [];
  for (const line of offeredIn(refused.stderr).filter((one) => !ran.has(one))) {
    ran.add(line);
    const { exitCode, stderr } = await stranger(splitWords(line).slice(1));
    // Names of fields, columns and profiles are theirs.
    if (exitCode === 2 && !/there is no field|is not a column of/.test(stderr))
      wrong.push(`docs ${call.join(' ')}\n  ${line}\n  ${stderr}`);
  }
  return wrong;
}

describe('what is offered where flags do not fit', () => {
  it.each(WRONG.map((flags) => [flags.join(' '), flags] as const))(
    '%s',
    async (_, flags) => {
      const clis = {
        cli: await sandboxedCli({ stdin: '', env: { DOCS_READ_ONLY: '1' } }),
        stranger: freshCli({ stdin: '' }),
      };
      const wrong: string[] = [];
      const ran = new Set<string>();
      try {
        for (const { cwd } of Object.values(clis)) {
          writeFixtures(cwd);
          writeFileSync(join(cwd, 'rows.csv'), 'a\n1\n');
        }
        for (const [{ words }, more] of calls.filter(([, one]) => one === flags)) {
          wrong.push(...(await wrongHints(clis, [...words, ...more], ran)));
          held += 1;
        }
      } finally {
        for (const { cleanup } of Object.values(clis)) cleanup();
      }
      expect(wrong).toEqual([]);
    },
    240_000,
  );

  it('is the same line without them, whichever way they were written', () => {
    const forms = ['-o csv', '-ocsv', '--output csv', '--output=csv'];
    for (const form of forms)
      expect(lineWithout(['spaces', 'get', 'A b', ...form.split(' '), '--jq', '.'], ['-o'])).toBe(
        `docs spaces get 'A b' --jq .`,
      );
    expect(lineWithout(['spaces', 'list', '--quiet', '-q'], ['-q'])).toBe('docs spaces list');
  });
});

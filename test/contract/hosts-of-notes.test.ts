// What a run was told of its profile and its host stands in every command that it prints: another run would not know.
import { afterEach, describe, expect, it } from 'vitest';
import { entries } from '../../src/commands/index.ts';
import { optionsOf } from '../../src/engine/model/flags.ts';
import { allCommands, loadLeaf } from '../../src/engine/model/load.ts';
import { withFlags } from '../../src/files/shell-word.ts';
import { callsAbsent } from '../helpers/absent-commands.ts';
import { type Cli, type Outcome, sandboxedCli, splitWords } from '../helpers/cli.ts';
import { wordsOf } from '../helpers/example-files.ts';
import { runnableExamples } from '../helpers/example-lines.ts';
import { sandboxFor } from '../helpers/example-sandbox.ts';
import { partOf } from '../helpers/rotation.ts';

const commands = await allCommands(entries);

/** What tells of the profiles of this computer, and of lines that were run or may be: none of them leads on from here. */
const TELLS = /^docs (?:profiles|sandbox|auth|commands|explain|history|skill|completion|mcp|plan|alias)\b/;

/** Commands on standard error, and cells of rows that are commands. */
function printedIn({ stdout, stderr }: Outcome): string[] {
  const lines = stderr
    .split('\n')
    // What was run when a change was made is told as it was run.
    .filter((line) => !/^(?:undid )?change \w+: /.test(line))
    .flatMap((line) => [...line.matchAll(/\bdocs [a-z].*?(?=, then |, or |; |$)/g)]);
  const cells = stdout.split(/[\n\t]/).filter((cell) => /^docs [a-z]/.test(cell));
  return [...lines.map(([line]) => line), ...cells];
}

/** Those that lead to another host, or nowhere. */
async function lost(lines: readonly string[], flag: string): Promise<string[]> {
  const bad: string[] = [];
  for (const line of lines) {
    const words = splitWords(line).slice(1);
    const { command } = await loadLeaf(entries, words);
    const takesIt =
      command !== undefined && optionsOf(command).some(({ flags }) => flags.startsWith(`${flag} `));
    const count = words.filter((word) => word === flag).length;
    const isOfProfiles = words[0] === 'profiles' || words[0] === 'sandbox' || words.includes('--help');
    if (takesIt && !isOfProfiles && count !== 1) bad.push(line);
  }
  return bad;
}

let cli: Cli;
afterEach(() => cli.cleanup());

describe('the commands that a run prints name the profile that it was told', () => {
  const examples = commands.flatMap(({ path, command }) =>
    TELLS.test(path)
      ? []
      : runnableExamples(command).filter((line) => line.startsWith(path) && !callsAbsent(line)),
  );
  it.each(partOf(examples, 4))('%s', async (line) => {
    cli = await sandboxFor(line);
    const words = wordsOf(line);
    const named = words.includes('--profile') ? words : withFlags(words, ['--profile', 'sandbox']);
    const outcome = await cli(named);
    expect(await lost(printedIn(outcome), '--profile'), outcome.stderr).toEqual([]);
  });
});

/** Lines after which there is something to do, with the commands that are to be printed for it. */
const LED: readonly (readonly [line: string, where: 'stdout' | 'stderr', found: string])[] = [
  ['cr conflicts 2 --space Guides', 'stderr', 'docs cr conflicts 2 '],
  ['cr conflicts 2 --space Guides', 'stderr', 'docs cr resolve 2 '],
  ['cr conflicts 2 --space Guides --json', 'stdout', 'docs cr resolve 2 '],
  ['cr inbox', 'stdout', 'docs comments list '],
  ['cr inbox --json', 'stdout', 'docs comments list '],
  ['cr inbox --jq .', 'stdout', 'docs comments list '],
  ['report waiting -o csv', 'stdout', 'docs cr '],
  ['whatis Guides --json', 'stdout', 'docs spaces get '],
  ['whatis "Guides#1" --json', 'stdout', 'docs cr get '],
];

describe.each([
  ['--profile', 'sandbox'],
  ['--org', 'Tarnpost'],
  ['--base-url', ''],
])('with %s', (flag, value) => {
  it.each(LED)('%s leads on there, and says so once', async (line, where, start) => {
    cli = await sandboxedCli({ stdin: '' });
    const host = `sandbox:${cli.home}/.local/share/docs/sandbox.db`;
    const outcome = await cli([...splitWords(line), flag, value || host]);
    expect([0, 6], outcome.stderr).toContain(outcome.exitCode);
    const lines = outcome[where].match(/docs [a-z][^"\t\n,]*/g) ?? [];
    const offered = lines.filter((one) => one.startsWith(start));
    expect(offered.length, outcome[where]).toBeGreaterThan(0);
    expect(await lost(offered, flag)).toEqual([]);
  });
});

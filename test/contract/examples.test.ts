import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { entries } from '../../src/commands/index.ts';
import { optionsOf } from '../../src/engine/model/flags.ts';
import { allGroups, loadLeaf } from '../../src/engine/model/load.ts';
import { withFlags } from '../../src/files/shell-word.ts';
import { callsAbsent } from '../helpers/absent-commands.ts';
import { type Outcome, sandboxedCli, splitWords } from '../helpers/cli.ts';
import { commands } from '../helpers/command-lines.ts';
import { wordsOf } from '../helpers/example-files.ts';
import { runnableExamples, WAITS } from '../helpers/example-lines.ts';
import { sandboxFor } from '../helpers/example-sandbox.ts';
import { untilEnd } from '../helpers/lasting.ts';
import { partOf } from '../helpers/rotation.ts';
import { tablesIn } from '../helpers/text-cases.ts';

const table = tablesIn('test/contract/tables/examples.txt');

/** Lines with a shell's own words need a shell; the first example of a command has none. */
const examples = commands.flatMap(({ path, command }) =>
  command.examples.filter((line) => !/[|<>;]|\$\(/.test(line)).map((line) => [line, path] as const),
);

const groups = await allGroups(entries);
const uses = groups.flatMap(({ path, group }) =>
  (group.examples ?? []).map(([, line]) => [line, path] as const),
);
const seen = new Set(examples.map(([line]) => line));
const traced = new Set(
  commands.flatMap(({ path, command }) =>
    optionsOf(command).some(({ flags }) => flags === '--debug') ? [path] : [],
  ),
);

const showsTable = ({ columns, operation }: (typeof commands)[number]['command']): boolean =>
  columns.length > 0 && (operation?.method ?? 'GET') === 'GET';

/** What asks before it acts, and deletes. */
const mayBeDry = ({ operation, danger, asksIf }: (typeof commands)[number]['command']): boolean =>
  operation?.method === 'DELETE' || danger !== 'mild' || asksIf !== undefined;
/** Whole jobs whose plan is worth a look, and what needs a stranger, or the author of a comment. */
const DRY = [
  /^docs (?:migrate|pages edit|sites setup|openapi push|release cut|undo|integrations publish|saml create|orgs join|members add-sso|comments (?:replies )?update|cr conversations|invites accept|styleguides|audit-events get|git (?:branches|file))/,
];

const REPEATS = table('where the same may be asked for again before anything was changed, and why').map(
  ([form = '']) => new RegExp(form),
);

/** What was read twice, with nothing changed in between. */
function repeatedIn(stderr: string): string[] {
  const repeated: string[] = [];
  let seen = new Set<string>();
  for (const [, method = '', url = ''] of requestsIn(stderr)) {
    if (method !== 'GET') seen = new Set();
    else if (seen.has(url)) repeated.push(url);
    else seen.add(url);
  }
  return repeated;
}

const requestsIn = (stderr: string) => [...stderr.matchAll(/^(GET|POST|PUT|PATCH|DELETE) (\S+) \d{3} /gm)];

/** How many requests each line may send: the table that test/bench/far.ts writes. */
const most = new Map(
  readFileSync('test/bench/far.tsv', 'utf8')
    .split('\n')
    .map((row) => row.split('\t'))
    .map(([line = '', requests]) => [line, Number(requests)] as const),
);

/** The table counts one host of two, and waits end sooner there; what changes nothing looks once more in a file. */
function mostOf(line: string): number {
  const known = / --wait\b|^docs migrate /.test(line) ? undefined : most.get(line);
  return (known ?? Number.POSITIVE_INFINITY) + (/ --(dry-run|plan-out)\b/.test(line) ? 1 : 0);
}

const isAbsent = (line: string): boolean => callsAbsent(line) && !line.includes('--dry-run');

/** Changes are what --exit-code is for; what the sandbox does not do, it refuses. */
function exitsOf(line: string): number[] {
  if (isAbsent(line)) return [5];
  return line.includes('--exit-code') ? [0, 6] : [0];
}

/** What a host offers is asked by requests that it has to refuse: they name nothing that exists. */
const ASKS = / --how$/;

/** What tells of the profiles of this computer, and of lines that were run or may be: none of them leads on from here. */
const TELLS = /^docs (?:profiles|sandbox|auth|commands|explain|history|skill|completion|mcp|plan|alias)\b/;

/** Run with the profile that they would have anyway: the commands that they print have to name it. */
const named = new Set(
  partOf(
    commands.flatMap(({ path, command }) =>
      TELLS.test(path)
        ? []
        : runnableExamples(command).filter((line) => line.startsWith(path) && !callsAbsent(line)),
    ),
    4,
  ),
);

/** Commands on standard error, and cells of rows that are commands. */
function printedIn({ stdout, stderr }: Outcome): string[] {
  const lines = stderr
    .split('\n')
    // What was run when a change was made is told as it was run.
    .filter((line) => !/^(?:undid )?change \w+: |^[A-Z]+ \S+ \d{3} /.test(line))
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

/** A JSON Schema, and what an integration or an event holds, are JSON by themselves. */
const JSON_ITSELF = /^docs (?:sites schema|integrations events get|audit-events get|installations)\b/;

/** What a pipe gets of them is words in place of JSON. */
const inWords = new Set(
  commands.flatMap(({ path, command }) =>
    showsTable(command)
      ? runnableExamples(command).filter(
          (line) =>
            line.startsWith(path) &&
            !JSON_ITSELF.test(line) &&
            !/ -o |--json|--jq|-q\b|--format|--to /.test(line),
        )
      : [],
  ),
);

async function expectToLeadOn(line: string, outcome: Outcome): Promise<void> {
  const printed = named.has(line) ? printedIn(outcome) : [];
  expect(await lost(printed, '--profile'), 'it names the profile it was told').toEqual([]);
  const rows = inWords.has(line) ? outcome.stdout.split('\n') : [];
  expect(
    rows.filter((row) => /(?:^|\t)\[?\{"/.test(row)),
    'a pipe gets no JSON in its rows',
  ).toEqual([]);
}

describe('the examples of the help', () => {
  it('stand with every command, the first one ready to be typed', () => {
    const without = commands
      .filter(({ command }) => /[|<>;]/.test(command.examples[0] ?? '|'))
      .map(({ path }) => path);
    expect(without).toEqual([]);
  });

  it('stand with every group of commands too, each with a word on what it does', () => {
    const bad = groups.filter(
      ({ path, group }) =>
        (path.split(' ').length > 2 || group.commands.length > 2) && (group.examples ?? []).length === 0,
    );
    expect(bad.map(({ path }) => path)).toEqual([]);
    expect(uses.filter(([line, path]) => !line.startsWith(`${path} `) || line.endsWith('--help'))).toEqual(
      [],
    );
    expect(groups.flatMap(({ group }) => (group.examples ?? []).filter(([does]) => does === ''))).toEqual([]);
  });

  it('say what each does, where a command has several', () => {
    const bad = commands.flatMap(({ path, command: { examples: lines, comments } }) => {
      const isOdd = (text: string) => !/^[A-Z].{1,58}[^.]$/.test(text);
      const wrong = lines.length > 1 && (comments.some(isOdd) || new Set(comments).size < comments.length);
      return wrong ? [[path, comments]] : [];
    });
    expect(bad).toEqual([]);
  });

  it('do what they say: help is for --help, and a dry run for what is hard to undo or leaves this machine', () => {
    const help = [...commands.flatMap(({ command }) => command.examples), ...uses.map(([line]) => line)];
    expect(help.filter((line) => line.endsWith('--help'))).toEqual([]);
    const dry = commands.flatMap(({ path, command }) =>
      command.examples
        .filter((line) => line.includes(' --dry-run') && !mayBeDry(command))
        .map((line) => `${path}: ${line}`),
    );
    expect(dry.filter((line) => !DRY.some((form) => form.test(line)))).toEqual([]);
  });

  it.each([...examples, ...uses.filter(([line]) => !seen.has(line))])('%s', async (line, path) => {
    const cli = untilEnd(await sandboxFor(line));
    const words = WAITS.test(line) ? wordsOf(line.replace(/ -- .*|$/, ' --help')) : wordsOf(line);
    const toldProfile = named.has(line) && !words.includes('--profile');
    const given = toldProfile ? withFlags(words, ['--profile', 'sandbox']) : words;
    const outcome = await cli(traced.has(path) ? [...given, '--debug'] : given);
    const { exitCode, stderr } = outcome;
    expect(exitsOf(line), stderr).toContain(exitCode);
    if (isAbsent(line)) expect(stderr).toContain('docs: this host does not offer ');
    expect(stderr).not.toMatch(/unexpected error/);
    if (!REPEATS.some((form) => form.test(line))) expect(repeatedIn(stderr), stderr).toEqual([]);
    expect(requestsIn(stderr).length, stderr).toBeLessThanOrEqual(mostOf(line));
    expect(stderr, 'what a row is to make is not asked for').not.toContain('%7Brow');
    const asked = ASKS.test(line) ? stderr.replace(/^POST \S+\/none\/.*$/gm, '') : stderr;
    expect(asked, 'names are resolved before a change is sent').not.toMatch(
      /^(POST|PUT|PATCH|DELETE) \S+ 4\d\d /m,
    );
    expect(stderr, 'what can only be a name is not sent as an id').not.toMatch(/^GET [^\s?]*%20\S* 4\d\d /m);
    await expectToLeadOn(line, outcome);
  });
});

const LED = table('lines after which there is something to do, and the commands that are printed for it');

describe.each([
  ['--profile', 'sandbox'],
  ['--org', 'Tarnpost'],
  ['--base-url', ''],
])('with %s', (flag, value) => {
  it.each(LED)('%s leads on there, and says so once', async (line = '', where, start) => {
    const cli = untilEnd(await sandboxedCli({ stdin: '' }));
    const host = `sandbox:${cli.home}/.local/share/docs/sandbox.db`;
    const outcome = await cli([...splitWords(line), flag, value || host]);
    expect([0, 6], outcome.stderr).toContain(outcome.exitCode);
    const text = where === 'stdout' ? outcome.stdout : outcome.stderr;
    const lines = text.match(/docs [a-z][^"\t\n,]*/g) ?? [];
    const offered = lines.filter((one) => one.startsWith(`${start} `));
    expect(offered.length, text).toBeGreaterThan(0);
    expect(await lost(offered, flag)).toEqual([]);
  });
});

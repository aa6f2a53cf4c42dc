import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { entries } from '../../src/commands/index.ts';
import { optionsOf } from '../../src/engine/model/flags.ts';
import { allCommands, allGroups } from '../../src/engine/model/load.ts';
import { callsAbsent } from '../helpers/absent-commands.ts';
import { wordsOf } from '../helpers/example-files.ts';
import { WAITS } from '../helpers/example-lines.ts';
import { sandboxFor } from '../helpers/example-sandbox.ts';
import { untilEnd } from '../helpers/lasting.ts';

const commands = await allCommands(entries);
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

/** What asks before it acts, and deletes. */
const mayBeDry = ({ operation, danger, asksIf }: (typeof commands)[number]['command']): boolean =>
  operation?.method === 'DELETE' || danger !== 'mild' || asksIf !== undefined;
/** Whole jobs whose plan is worth a look, and what needs a stranger, or the author of a comment. */
const DRY = [
  /^docs (?:migrate|pages edit|sites setup|openapi push|release cut|undo|integrations publish|saml create|orgs join|members add-sso|comments (?:replies )?update|cr conversations|invites accept|styleguides|audit-events get|git (?:branches|file))/,
];

/** Where the same thing may be asked for again before anything was changed, and why. */
const REPEATS: readonly (readonly [RegExp, string])[] = [
  [/ --wait\b/, 'asks until the work has ended'],
  [/^docs doctor/, 'measures how long the host takes'],
  [/^docs export .*--space /, 'reads a space again when its turn comes, which may be much later'],
  [/^docs (sites setup --from|release cut) /, 'looks again once no other run of the job is at work'],
  [
    /^docs (permissions (grant|set|revoke)|pages (move|replace)) /,
    'a job looks once more at what it is about to change',
  ],
  [/^docs migrate /, 'asks two hosts the same, which look alike here'],
  [/^docs export .*--files /, 'downloads a file that two spaces hold for each of them'],
];

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
    const { exitCode, stderr } = await cli(traced.has(path) ? [...words, '--debug'] : words);
    expect(exitsOf(line), stderr).toContain(exitCode);
    if (isAbsent(line)) expect(stderr).toContain('docs: this host does not offer ');
    expect(stderr).not.toMatch(/unexpected error/);
    if (!REPEATS.some(([form]) => form.test(line))) expect(repeatedIn(stderr), stderr).toEqual([]);
    expect(requestsIn(stderr).length, stderr).toBeLessThanOrEqual(mostOf(line));
    expect(stderr, 'what a row is to make is not asked for').not.toContain('%7Brow');
    const asked = ASKS.test(line) ? stderr.replace(/^POST \S+\/none\/.*$/gm, '') : stderr;
    expect(asked, 'names are resolved before a change is sent').not.toMatch(
      /^(POST|PUT|PATCH|DELETE) \S+ 4\d\d /m,
    );
    expect(stderr, 'what can only be a name is not sent as an id').not.toMatch(/^GET [^\s?]*%20\S* 4\d\d /m);
  });
});

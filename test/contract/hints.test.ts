// A hint is a command that exists, parses and can be run, or a sentence that a person can follow.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { entries } from '../../src/commands/index.ts';
import { argsOf, optionsOf } from '../../src/engine/model/flags.ts';
import { loadLeaf } from '../../src/engine/model/load.ts';
import { type Cli, type Outcome, sandboxedCli, splitWords } from '../helpers/cli.ts';
import { commands } from '../helpers/command-lines.ts';
import { untilEnd } from '../helpers/lasting.ts';
import { kindOf, rotated } from '../helpers/rotation.ts';
import { reached } from '../helpers/runs.ts';

const root = resolve(import.meta.dirname, '../../src');

/** `docs x y` as it is written in a text: up to the end of the sentence. */
const COMMAND = /(?:^|[:,;|] (?:(?:then|or) )?)(docs (?:"(?:\\.|[^"\\])*"|'[^']*'|\\.|[^'"\\,;|])+)/g;
const commandsIn = (text: string) =>
  [...text.matchAll(COMMAND)].map(([, line = '']) => line.trim().replace(/(?<=\w)[.)]$/, ''));

/** `${...}` as a word, and as nothing where it ends one. From the inside out. */
function withoutValues(code: string): string {
  const shorter = code.replace(/([a-z])?\$\{[^{}]*\}/g, (_, end) => end ?? 'X');
  return shorter === code ? code : withoutValues(shorter);
}

/** Sentences about the program, which begin as a command does. */
const PROSE = /^docs (administers|does|also|was|is|has|cannot|needs|closes)\b/;

/** Every literal of the program that holds a command, `${...}` taken out. */
function written(): [file: string, line: string][] {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/^(build|sandbox\/(demo|content))/.test(file),
  );
  return files.flatMap((file) => {
    const code = withoutValues(
      readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''),
    );
    const literals = [...code.matchAll(/'((?:\\.|[^'\\\n])*)'|`((?:\\.|[^`\\])*)`/g)];
    return literals.flatMap(([, plain, template = '']) =>
      (plain ?? template)
        .split('\n')
        .flatMap((line) => commandsIn(line.trim().replace(/\s+#.*$/, '')))
        .map((line) => [file, line] as [string, string]),
    );
  });
}

/** Why a line cannot be typed; undefined when it can. */
async function wrongIn(line: string): Promise<string | undefined> {
  const words = splitWords(line.replace(/ [<>#] .*$| {2,}.*$|\\n$/, '')).slice(1);
  const [first = ''] = words;
  if (['--help', '--version', 'X', '<command>'].includes(first)) return undefined;
  if (first === 'help') return undefined;
  const { trail, command } = await loadLeaf(entries, words);
  if (trail.length === 0 && !command) return 'no such command';
  const own = command === trail.at(-1)?.own;
  const next = words[trail.length] ?? '--help';
  const takesWords = (command?.args.length ?? 0) > 0;
  if (own && !takesWords && trail.length > 0 && /^[a-z]/.test(next)) return `no such command: ${next}`;
  if (!command) return undefined;
  const flags = optionsOf(command).map(({ flags: text }) => text);
  const known = new Set([...flags.flatMap((text) => text.match(/--?[\w-]+/g) ?? []), '--help']);
  // -lastSeenAt after --sort is a field.
  const typed = words.filter((_, at) => words[at - 1] !== '--sort');
  return typed.find((word) => /^--?[a-z]/.test(word) && !known.has(word.split('=')[0] ?? ''));
}

it('every command that is written in the program exists, with its flags', async () => {
  const lines = written();
  expect(lines.length).toBeGreaterThan(300);
  const wrong: string[] = [];
  for (const [file, line] of lines.filter(([, text]) => !PROSE.test(text))) {
    const why = await wrongIn(line);
    if (why !== undefined) wrong.push(`${file}: ${line}: ${why}`);
  }
  expect(wrong).toEqual([]);
});

/** The lines under an error or a result that tell what to run next. */
function offered({ stderr }: Outcome): string[] {
  const lines = stderr
    .split('\n')
    .map((line) => /^(?:hint|.*\bnext|undo|to take it back|to go on): (.*)$/.exec(line)?.[1]);
  return lines.flatMap((line) => (line === undefined ? [] : commandsIn(line)));
}

/** Calls that fail, or that offer a way back: of every command, in the ways that a person gets wrong. */
type MakeCall = (path: string, args: string[], flags: ReadonlySet<string>) => string[];
const CALLS: Readonly<Record<string, MakeCall>> = {
  'without its place': (path, args) => [path, ...args],
  'with an unknown target': (path, args, flags) => [
    path,
    ...args,
    ...['--space', '--site']
      .filter((flag) => flags.has(flag))
      .slice(0, 1)
      .flatMap((flag) => [flag, 'Nowhere']),
    ...(flags.has('--profile') && !/^docs (sandbox|auth)/.test(path) ? ['--profile', 'sandbox'] : []),
  ],
  'with a known place': (path, args, flags) => [
    path,
    ...args,
    ...(flags.has('--space') ? ['--space', 'Guides'] : []),
    ...(flags.has('--site') && !flags.has('--space') ? ['--site', '"Tarnpost Docs"'] : []),
    ...(flags.has('--yes') && !path.includes('sandbox') ? ['--yes'] : []),
  ],
};
const LEFT_OUT = /^docs (sandbox (serve|reset)|undo|completion|preview)\b/;

/** What is wrong with what a call offers. Each line is run once. */
async function wrongOffers(cli: Cli, call: string, ran: Map<string, Outcome>): Promise<string[]> {
  const wrong: string[] = [];
  for (const line of offered(await cli(splitWords(call).slice(1)))) {
    // What a person fills in, or a file of theirs.
    if (/<[\w -]+>|\[| < /.test(line) || LEFT_OUT.test(line)) continue;
    const outcome = ran.get(line) ?? (await cli(splitWords(line).slice(1)));
    ran.set(line, outcome);
    // The call lacked its place as well: that is told next.
    const isUsage = outcome.exitCode === 2 && !/^docs: no [\w ]+ given/.test(outcome.stderr);
    if (isUsage || line === call) wrong.push(`${call}\n  offers ${line}: ${outcome.stderr}`);
  }
  return wrong;
}

function callOf({ path, command }: (typeof commands)[number], make: MakeCall): string {
  const flags = new Set(optionsOf(command).flatMap(({ flags: text }) => text.match(/--[\w-]+/g) ?? []));
  const args = argsOf(command).flatMap(({ required }) => (required ? ['Nowhere'] : []));
  return make(path, args, flags).join(' ');
}

describe('what a failure offers can be run', () => {
  const ran = new Map<string, Outcome>();
  const called = commands.filter(({ path }) => !LEFT_OUT.test(path));
  const pairs = rotated(called, Object.values(CALLS), ({ command }) => kindOf(command));
  let held = 0;
  afterAll(() => reached('W5', 'calls that fail', held));

  it.each(Object.entries(CALLS))('%s', async (_, make) => {
    const cli = await sandboxedCli({ stdin: '' });
    const wrong: string[] = [];
    const calls = pairs.flatMap(([command, way]) => (way === make ? [callOf(command, make)] : []));
    try {
      for (const call of calls) wrong.push(...(await wrongOffers(cli, call, ran)));
      held += calls.length;
    } finally {
      cli.cleanup();
    }
    expect(wrong).toEqual([]);
  });

  it.each([
    ['with a token that is refused', { DOCS_TOKEN: 'not-a-token' }],
    ['with a profile that may only read', { DOCS_READ_ONLY: '1' }],
    ['with a profile that is not there', { DOCS_PROFILE: 'nowhere' }],
  ])('%s', async (_, env) => {
    const cli = untilEnd(await sandboxedCli({ stdin: '', env }));
    const calls = ['spaces list', 'spaces update Guides --title X', 'openapi push x.yaml', 'export --to x'];

    const wrong: string[] = [];
    for (const call of calls) wrong.push(...(await wrongOffers(cli, `docs ${call}`, new Map())));
    expect(wrong).toEqual([]);
  });
});

/** Sentences of the help, which begin as a command does. */
const TOLD = / (?:cannot|replaces|prints|undoes|shows|compares|lists|takes|invites) |: |\. | {2}|\{/;

/** What needs a person, a server, or a file of theirs, or is the start of a longer line. */
const NOT_TYPED =
  /^docs (sandbox (serve|exec|reset|init)|auth (login|logout)|completion|(?:use|preview)$)\b|[X@[\]<>]| -$|--from \w|--all-sites|--body$|\.\.\.$/;

it('what is written without a value in it answers when it is typed', async () => {
  const examples = new Set(commands.flatMap(({ command }) => command.examples));
  const lines = [...new Set(written().map(([, line]) => line.replace(/\\n$|[.?)]$/, '')))].filter(
    (line) => !PROSE.test(line) && !TOLD.test(line) && !NOT_TYPED.test(line) && !examples.has(line),
  );
  expect(lines.length).toBeGreaterThan(50);
  const wrong: string[] = [];
  const cli = await sandboxedCli({ stdin: '', env: { DOCS_SPACE: 'Guides', DOCS_SITE: 'Tarnpost Docs' } });
  try {
    for (const line of lines) {
      const { exitCode, stderr } = await cli(splitWords(line).slice(1));
      // The beginning of a command, which a person completes, or a group.
      const isOpen =
        /^docs: (?:no [\w ]+ given|<[\w-]+> is missing|(?:a site or )?--[\w-]+ is required|there is no [\w.]+ in this folder)|^Usage: /.test(
          stderr,
        );
      if (exitCode === 2 && !isOpen) wrong.push(`${line}: ${stderr}`);
    }
  } finally {
    cli.cleanup();
  }
  expect(wrong).toEqual([]);
});

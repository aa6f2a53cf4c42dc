// Plays the scripts of test/acceptance over a `docs` of any kind.
//
//   docs ...              must exit 0;  ! docs ...  must not
//   exit N                exit code of the last command
//   stdout 'regex'        also `! stdout`, `stderr`, `! stderr`; multi-line mode
//   capture NAME docs ... standard output, trimmed, for later lines as $NAME
//   until 'regex' docs .. the same command until standard output matches: what goes on in the background, ends
//   file NAME <<EOF       a file in the working folder;  stdin <<EOF  input of the next command, or  stdin TEXT
//   replace NAME A B      text A of that file, which must be there, becomes B;  \n in both is the end of a line
//   read NAME             the file is what `stdout` looks at
//   git ...               the real git, in the working folder, which is $CWD in every line
//   tty on|off|COLUMNS    whether the next commands run on a terminal, and how wide it is
//   find NAME 'regex'     what its group matches in standard error, for later lines as $NAME
//   same NAME             standard output is what was captured as NAME;  also `! same`
//   copy NAME OTHER       the same in another file;  remove NAME  that file is gone;  missing NAME  must be
//   answer yes|no|back|TEXT  to a question of the next command, which is on a terminal
//   answers A B ...       to several, each a word
//   env NAME value        a variable of the next commands; env NAME  none
//   outside               external links lead to the server of test/helpers/outside.ts from here on
//   refuse REGEX          the host answers 403 to requests whose path matches;  refuse off  to none
//   ==== what is shown    of `playCases`: begins a case, with a `docs` of its own
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type Answer, BACK } from '../../src/context.ts';
import { type Cli, type CliOptions, type Outcome, type RefusingCli, splitWords } from './cli.ts';
import { type Outside, openOutside } from './outside.ts';

const FOLDER = 'test/acceptance';

/** Their paths below the folder. */
export const scripts: readonly string[] = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.txt'),
);

export const textOf = (script: string): string => readFileSync(join(FOLDER, script), 'utf8');

export interface State {
  cli: Cli & Partial<Pick<RefusingCli, 'refuse'>>;
  last: Outcome;
  variables: Map<string, string>;
  stdin: string | undefined;
  terminal: Pick<CliOptions, 'tty' | 'columns'>;
  answers: Answer[];
  env: Record<string, string>;
  outside?: Outside;
  more: Readonly<Record<string, Word>>;
}

type Word = (state: State, rest: readonly string[], block: string) => unknown;
type Open = () => State['cli'] | Promise<State['cli']>;

/** Plays the cases of each script in the folder, each after what stands above the first; `more` are words that only these have. */
export function playCases(folder: string, open: Open, more: State['more'] = {}): void {
  describe.each(readdirSync(folder).sort())('%s', (file) => {
    const [before = '', ...cases] = readFileSync(join(folder, file), 'utf8').split(/^==== /m);
    const titled = cases.map((text) => [text.slice(0, text.indexOf('\n')), text.replace(/^.*/, '')] as const);
    it.each(titled)('%s', async (_, text) => playText({ name: file, text: before + text }, open, more));
  });
}

/** Plays a script over a `docs` of its own. */
export const play = (script: string, open: Open): Promise<void> =>
  playText({ name: script, text: textOf(script) }, open);

async function playText(
  { name, text }: { name: string; text: string },
  open: Open,
  more: State['more'] = {},
): Promise<void> {
  const cli = await open();
  const state: State = {
    cli,
    last: { exitCode: 0, stdout: '', stderr: '' },
    variables: new Map([['CWD', cli.cwd]]),
    stdin: undefined,
    terminal: {},
    answers: [],
    env: {},
    more,
  };
  const lines = text.split('\n');
  try {
    for (let at = 0; at < lines.length; at += 1) {
      const line = (lines[at] ?? '').trim();
      if (line === '' || line.startsWith('#')) continue;
      const here = /<<(\w+)$/.exec(line)?.[1];
      const end = here ? lines.indexOf(here, at) : at;
      const block = here ? `${lines.slice(at + 1, end).join('\n')}\n` : '';
      await step(state, line.replace(/ <<\w+$/, ''), block, `${name}:${at + 1}: ${line}`);
      at = end;
    }
  } finally {
    await state.outside?.close();
    cli.cleanup();
  }
}

async function step(state: State, line: string, block: string, where: string): Promise<void> {
  const negated = line.startsWith('! ');
  const text = substitute(state, negated ? line.slice(2) : line);
  const [word = '', ...rest] = splitWords(text);
  if (word === 'docs') return runCommand(state, rest, negated, where);
  if (word === 'capture') {
    await runCommand(state, rest.slice(2), negated, where);
    state.variables.set(rest[0] ?? '', state.last.stdout.trim());
    return;
  }
  if (word === 'until') return runUntil(state, rest, negated, where);
  if (word === 'outside') {
    state.outside ??= await openOutside();
    return;
  }
  if (word === 'git') return runGit(state, rest, where);
  const prepare = PREPARE[word] ?? state.more[word];
  try {
    if (prepare) return void (await prepare(state, rest, block));
  } catch (error) {
    throw new Error(`${where}: ${String(error)}`, { cause: error });
  }
  look(state, { word, rest, negated, where });
}

interface Look {
  word: string;
  rest: readonly string[];
  negated: boolean;
  where: string;
}

/** What is expected of the last command. */
function look({ last, variables }: State, { word, rest, negated, where }: Look): void {
  const told = (text: unknown) => (negated ? expect(text, where).not : expect(text, where));
  const pattern = (words: readonly string[]) => new RegExp(words.join(' '), 'm');
  if (word === 'exit') expect(last.exitCode, `${where}\n${last.stderr}`).toBe(Number(rest[0]));
  else if (word === 'same') told(last.stdout.trim()).toBe(variables.get(rest[0] ?? ''));
  else if (word === 'stdout' || word === 'stderr') told(last[word]).toMatch(pattern(rest));
  else if (word === 'find') {
    const [, found] = pattern(rest.slice(1)).exec(last.stderr) ?? [];
    if (found === undefined) throw new Error(`${where}: not in standard error: ${last.stderr}`);
    variables.set(rest[0] ?? '', found);
  } else throw new Error(`${where}: unknown step`);
}

/** What the next commands find. */
const PREPARE: State['more'] = {
  file: (state, [name = ''], block) => {
    const path = join(state.cli.cwd, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, substitute(state, block));
  },
  stdin: (state, words, block) => {
    state.stdin = block === '' ? words.join(' ') : substitute(state, block);
  },
  replace: ({ cli }, [name = '', ...words]) => replaceIn(resolve(cli.cwd, name), words),
  read: (state, [name = '']) => {
    state.last = { ...state.last, stdout: readFileSync(join(state.cli.cwd, name), 'utf8') };
  },
  copy: ({ cli }, [from = '', to = '']) => copyFileSync(join(cli.cwd, from), join(cli.cwd, to)),
  remove: ({ cli }, [name = '']) => rmSync(join(cli.cwd, name)),
  missing: ({ cli }, [name = '']) => expect(existsSync(join(cli.cwd, name))).toBe(false),
  tty: (state, [word]) => {
    state.terminal = terminalOf(word);
  },
  env: setVariable,
  answer: ({ answers }, rest) => void answers.push(answerOf(rest.join(' '))),
  answers: ({ answers }, rest) => void answers.push(...rest.map(answerOf)),
  refuse: ({ cli }, rest) => {
    if (!cli.refuse) throw new Error('only a served host can refuse');
    cli.refuse(rest[0] === 'off' ? undefined : new RegExp(rest.join(' ')));
  },
};

function replaceIn(path: string, words: readonly string[]): void {
  const [from = '', to = ''] = words.map((word) => word.replaceAll('\\n', '\n'));
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(from);
  writeFileSync(
    path,
    text.replace(from, () => to),
  );
}

const ANSWERS: Readonly<Record<string, Answer>> = { yes: true, no: false, back: BACK };
const answerOf = (text: string): Answer => ANSWERS[text] ?? text;

function terminalOf(word: string | undefined): State['terminal'] {
  if (word === 'off') return {};
  return { tty: true, ...(word !== 'on' && { columns: Number(word) }) };
}

function setVariable({ env }: State, [name = '', ...value]: readonly string[]): void {
  if (value.length > 0) env[name] = value.join(' ');
  else delete env[name];
}

function runGit({ cli }: State, args: readonly string[], where: string): void {
  const identity = [
    '-c',
    'user.name=Docs',
    '-c',
    'user.email=docs@example.com',
    '-c',
    'init.defaultBranch=main',
  ];
  const env = { ...process.env, HOME: cli.home, GIT_CONFIG_NOSYSTEM: '1' };
  const { status, stderr } = spawnSync('git', [...identity, ...args], {
    cwd: cli.cwd,
    env,
    encoding: 'utf8',
  });
  expect(status, `${where}\n${stderr}`).toBe(0);
}

async function runCommand(
  state: State,
  argv: readonly string[],
  mustFail: boolean,
  where: string,
): Promise<void> {
  const { stdin, terminal, answers, env, outside } = state;
  const options = {
    ...terminal,
    answers,
    env,
    ...(stdin !== undefined && { stdin }),
    ...(outside && { reach: outside.reach }),
  };
  state.last = await state.cli(argv, options);
  state.stdin = undefined;
  expect(answers, where).toEqual([]);
  const shown = `${where}\nstdout: ${state.last.stdout.slice(0, 2000)}\nstderr: ${state.last.stderr.slice(0, 2000)}`;
  if (mustFail) expect(state.last.exitCode, shown).not.toBe(0);
  else expect(state.last.exitCode, shown).toBe(0);
}

/** Far more often than work in the background needs on a busy machine. */
const MOST_RUNS = 100;

async function runUntil(
  state: State,
  [pattern = '', , ...argv]: readonly string[],
  mustFail: boolean,
  where: string,
): Promise<void> {
  for (let runs = 0; runs < MOST_RUNS; runs += 1) {
    await runCommand(state, argv, mustFail, where);
    if (new RegExp(pattern, 'm').test(state.last.stdout)) return;
    await setTimeout(50);
  }
  throw new Error(`${where}: never in standard output: ${state.last.stdout}`);
}

const substitute = ({ variables }: State, text: string): string =>
  text.replace(/\$([A-Z][A-Z0-9_]*)/g, (whole, name) => variables.get(name) ?? whole);

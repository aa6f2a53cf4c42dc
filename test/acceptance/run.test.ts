// Runs every script below this folder over a fresh demo sandbox. A new script needs no list to be put in.
//
//   docs ...              must exit 0;  ! docs ...  must not
//   exit N                exit code of the last command
//   stdout 'regex'        also `! stdout`, `stderr`, `! stderr`; multi-line mode
//   capture NAME docs ... standard output, trimmed, for later lines as $NAME
//   file NAME <<EOF       a file in the working folder;  stdin <<EOF  input of the next command
//   git ...               the real git, in the working folder, which is $CWD in every line
//   tty on|off            whether the next commands run on a terminal
//   outside               external links lead to the server of test/helpers/outside.ts from here on
//   refuse REGEX          the host answers 403 to requests whose path matches;  refuse off  to none
// Each script is played in the process or with the sandbox behind HTTP, in turns; `npm run harden` plays it both ways, as
// is always done with one that serves or waits.
//
//   # in-process only: why   the script is not run with the sandbox behind HTTP
//   # served only: why       the script is run only so, as `refuse` and the pages of a site need
//   # on hosts of every age   the script is played on hosts of other versions, too, and says the same there
//   # on newer hosts          the same, but for the oldest
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { type Age, ageNamed, inventedAge } from '../../src/sandbox/ages/age.ts';
import {
  agedCli,
  type Cli,
  type Outcome,
  type RefusingCli,
  refusingCli,
  sandboxedCli,
  servedCli,
  splitWords,
} from '../helpers/cli.ts';
import { INVENTED } from '../helpers/invented-age.ts';
import { type Outside, openOutside } from '../helpers/outside.ts';
import { rotated } from '../helpers/rotation.ts';
import { reached } from '../helpers/runs.ts';

const scripts = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.txt'),
);

interface State {
  cli: Cli & Partial<Pick<RefusingCli, 'refuse'>>;
  last: Outcome;
  variables: Map<string, string>;
  stdin: string | undefined;
  tty: boolean;
  outside?: Outside;
}

const text = (script: string) => readFileSync(join(import.meta.dirname, script), 'utf8');

/** Hosts that lack what `served` has: two published versions, and one that nobody knows yet. */
const AGED: Readonly<Record<string, Age>> = {
  'as 0.146': ageNamed('0.146', '--contract'),
  'as 0.202': ageNamed('0.202', '--contract'),
  'as an unknown host': inventedAge(INVENTED),
};
const WAYS = ['in-process', 'served'] as const;
/** Here it matters where the sandbox is. */
const IN_BOTH = /\bserve\b|--wait|--timeout|--resume/;

const saying = (words: RegExp) => scripts.filter((script) => words.test(text(script)));

const waysOf = (script: string) => {
  const only = WAYS.find((way) => new RegExp(`^# ${way} only: `, 'm').test(text(script)));
  return only ? [only] : IN_BOTH.test(text(script)) ? WAYS : undefined;
};

const played = [
  ...scripts.flatMap((script) => (waysOf(script) ?? []).map((way) => [script, way] as const)),
  ...rotated(
    scripts.filter((script) => !waysOf(script)),
    WAYS,
    dirname,
  ),
];
/** In turns, as the others. */
const aged = [
  ...rotated(saying(/^# on hosts of every age$/m), Object.keys(AGED), dirname),
  ...rotated(saying(/^# on newer hosts$/m), Object.keys(AGED).slice(1), dirname),
];
let held = 0;
afterAll(() => reached('W1', 'scripts', held));

/** What works in the process works on a host. */
it.each([...played, ...aged])('%s, %s', async (script, way) => {
  const served = /^refuse /m.test(text(script)) ? refusingCli : servedCli;
  const age = AGED[way];
  const open = age ? async () => (await agedCli(age)).cli : way === 'served' ? served : sandboxedCli;
  await play(script, open);
  held += 1;
});

async function play(script: string, open: () => Promise<State['cli']>): Promise<void> {
  const cli = await open();
  const state: State = {
    cli,
    last: { exitCode: 0, stdout: '', stderr: '' },
    variables: new Map([['CWD', cli.cwd]]),
    stdin: undefined,
    tty: false,
  };
  const lines = text(script).split('\n');
  try {
    for (let at = 0; at < lines.length; at += 1) {
      const line = (lines[at] ?? '').trim();
      if (line === '' || line.startsWith('#')) continue;
      const here = /<<(\w+)$/.exec(line)?.[1];
      const end = here ? lines.indexOf(here, at) : at;
      const block = here ? `${lines.slice(at + 1, end).join('\n')}\n` : '';
      await step(state, line, block, `${script}:${at + 1}: ${line}`);
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
  if (word === 'outside') {
    state.outside ??= await openOutside();
    return;
  }
  if (word === 'git') return runGit(state, rest, where);
  if (word === 'exit')
    return expect(state.last.exitCode, `${where}\n${state.last.stderr}`).toBe(Number(rest[0]));
  if (prepare(state, word, rest, block)) return;
  if (word !== 'stdout' && word !== 'stderr') throw new Error(`${where}: unknown step`);
  const pattern = new RegExp(rest.join(' '), 'm');
  if (negated) expect(state.last[word], where).not.toMatch(pattern);
  else expect(state.last[word], where).toMatch(pattern);
}

/** What the next commands find; false for a word that is about something else. */
function prepare(state: State, word: string, rest: readonly string[], block: string): boolean {
  if (word === 'file') {
    const path = join(state.cli.cwd, rest[0] ?? '');
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, substitute(state, block));
  } else if (word === 'stdin') state.stdin = substitute(state, block);
  else if (word === 'tty') state.tty = rest[0] === 'on';
  else if (word === 'refuse' && state.cli.refuse)
    state.cli.refuse(rest[0] === 'off' ? undefined : new RegExp(rest.join(' ')));
  else return false;
  return true;
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
  const { stdin, tty, outside } = state;
  const options = { tty, ...(stdin !== undefined && { stdin }), ...(outside && { reach: outside.reach }) };
  state.last = await state.cli(argv, options);
  state.stdin = undefined;
  const shown = `${where}\nstdout: ${state.last.stdout.slice(0, 2000)}\nstderr: ${state.last.stderr.slice(0, 2000)}`;
  if (mustFail) expect(state.last.exitCode, shown).not.toBe(0);
  else expect(state.last.exitCode, shown).toBe(0);
}

const substitute = ({ variables }: State, text: string): string =>
  text.replace(/\$([A-Z][A-Z0-9_]*)/g, (whole, name) => variables.get(name) ?? whole);

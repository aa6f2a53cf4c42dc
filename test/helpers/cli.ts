// Runs `docs` in the test's own process, over a sandbox of its own, with a HOME of its own.
import { setMaxListeners } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { run } from '../../src/cli.ts';
import { sleep } from '../../src/client/retry.ts';
import { pathsOf } from '../../src/config/folders.ts';
import { type Answer, BACK, type Context, type Prompts, type Question } from '../../src/context.ts';
import { InteractionError } from '../../src/errors.ts';
import type { PagerProcess } from '../../src/output/pager.ts';
import { type ServeOptions, serve } from '../../src/sandbox/door.ts';
import type { LoggedRequest } from '../../src/sandbox/http/routes.ts';
import { readProgram, runOwnGit } from '../../src/terminal/child-programs.ts';
import { canariesOf, refuseCanaries, refuseCanariesInFiles } from './canary.ts';
import { type CutProxy, startCutProxy } from './cut-proxy.ts';
import { memoryIo } from './memory-io.ts';

export interface Outcome {
  exitCode: number;
  stdout: string;
  stderr: string;
}

export interface CliOptions {
  tty?: boolean;
  columns?: number;
  env?: Record<string, string>;
  stdin?: string;
  /** Standard output goes to a disk that is full. */
  full?: boolean;
  /** Answers to the questions, in order; an unexpected question fails the test. */
  answers?: Answer[];
  /** Gets the addresses that would be opened in a browser; without it none may be. */
  opened?: string[];
  /** Gets what is written to standard output, each write by itself. */
  writes?: string[];
  /** Stands for the pager; without it none may be opened. */
  pager?: (command: string) => PagerProcess;
  now?: () => Date;
  /** Where external links lead; without it none is asked. */
  reach?: Context['reach'];
  signal?: AbortSignal;
  /** It is interrupted once it has written this to standard output. */
  until?: RegExp;
  /** So many times faster waits are over than the program asks for. */
  hurry?: number;
}

export interface Cli {
  (argv: string | readonly string[], options?: CliOptions): Promise<Outcome>;
  home: string;
  /** Working folder of the commands. */
  cwd: string;
  /** Everything printed so far, for scans. */
  log: string[];
  cleanup(): void;
}

/** As usual: before a retry, and between two looks at a job. */
const HURRY = 20;

/** A `docs` with an empty HOME. */
export function freshCli(defaults: CliOptions = {}): Cli {
  const home = mkdtempSync(join(tmpdir(), 'docs-test-'));
  const cwd = join(home, 'work');
  mkdirSync(cwd);
  const log: string[] = [];
  const cli = async (argv: string | readonly string[], options: CliOptions = {}): Promise<Outcome> => {
    const all = { ...defaults, ...options };
    const words = typeof argv === 'string' ? splitWords(argv) : [...argv];
    const { signal, onWrite } = interruption(all);
    const io = memoryIo({
      tty: all.tty ?? false,
      onWrite,
      ...(all.columns !== undefined && { columns: all.columns }),
      ...(all.stdin !== undefined && { stdin: all.stdin }),
      ...(all.full && { full: true }),
      env: { NO_COLOR: '1', ...all.env },
    });
    const settling: (() => Promise<void>)[] = [];
    const env = { HOME: home, PATH: process.env.PATH ?? '', ...all.env };
    const context: Context = {
      io,
      env,
      cwd,
      argv: words,
      version: '0.0.0-test',
      runtime: { node: process.versions.node, platform: 'linux' },
      signal,
      secrets: new Set(),
      answers: new Map(),
      now: all.now ?? (() => new Date()),
      reach: all.reach ?? nowhere,
      pause: (ms, signal) => sleep(ms / (all.hurry ?? HURRY), signal),
      paths: () => pathsOf({ env, platform: 'linux', cwd }),
      prompts: async () => scripted(all.answers ?? []),
      openUrl: async (url) => {
        if (!all.opened) throw new Error(`unexpected browser: ${url}`);
        all.opened.push(url);
      },
      openPager: async (command) => {
        // As on a machine without the usual one.
        if (!all.pager && command === undefined) return undefined;
        if (!all.pager) throw new Error(`unexpected pager: ${command}`);
        return all.pager(command ?? 'the usual one');
      },
      ownGit: (args, folder) => runOwnGit(args, { cwd: folder, env, signal: context.signal, asks: false }),
      readProgram: (line, input) => readProgram(line, { env, cwd, signal: context.signal }, input),
      settleWith: (settle) => settling.push(settle),
    };
    const exitCode = await runHere(words, context);
    for (const settle of settling) await settle();
    const outcome = { exitCode, stdout: io.stdout(), stderr: io.errors() };
    log.push(outcome.stdout, outcome.stderr);
    all.writes?.push(...io.chunks);
    if (words.join(' ') !== 'auth token')
      refuseCanaries(outcome.stdout + outcome.stderr, canariesOf(home), words.join(' '));
    return outcome;
  };
  return Object.assign(cli, {
    home,
    cwd,
    log,
    cleanup: () => {
      refuseCanariesInFiles(home, canariesOf(home));
      rmSync(home, { recursive: true, force: true });
    },
  });
}

/** A sandbox that is served, and a matrix, keep the heap of their process small: here thousands of tests would pay for that. */
async function runHere(words: readonly string[], context: Context): Promise<number> {
  const exitCode = await run(words, context);
  if (words.includes('serve') || words.includes('matrix')) {
    setFlagsFromString('--heap-growing-percent=0');
    setFlagsFromString('--no-optimize-for-size');
  }
  return exitCode;
}

function interruption({ signal, until }: CliOptions) {
  if (!until) return { signal: signal ?? quietSignal(), onWrite: () => {} };
  const enough = new AbortController();
  return { signal: enough.signal, onWrite: (text: string) => until.test(text) && enough.abort() };
}

/** No test goes outside of this machine. */
const nowhere = (): never => {
  throw new Error('a test must not go outside');
};

/** As in the program: each request in flight listens twice. */
function quietSignal(): AbortSignal {
  const { signal } = new AbortController();
  setMaxListeners(100, signal);
  return signal;
}

let template: string | undefined;

/** A `docs` with a demo sandbox; the sandbox is made once a process and copied. */
export async function sandboxedCli(options: CliOptions = {}): Promise<Cli> {
  if (!template) {
    const maker = freshCli();
    const made = await maker('sandbox init --demo');
    if (made.exitCode !== 0) throw new Error(`cannot make the demo sandbox: ${made.stderr}`);
    template = maker.home;
    process.on('exit', () => maker.cleanup());
  }
  const cli = freshCli(options);
  copyTree(template, cli.home);
  return cli;
}

/** What stands between the command and the served sandbox. */
interface Front {
  url: string;
  stop(): Promise<void>;
}

/** The same with the sandbox behind `docs sandbox serve`: what works on it works on any host. */
export async function servedCli(
  options: CliOptions = {},
  front?: (url: string) => Promise<Front>,
  told: Pick<ServeOptions, 'age' | 'log'> = {},
): Promise<Cli> {
  return serveFor(await sandboxedCli(options), front, told);
}

/** Serves the sandbox of a `docs`, whose profiles lead to the server from now on. */
export async function serveFor(
  cli: Cli,
  front: (url: string) => Promise<Front> = async (url) => ({ url, stop: async () => {} }),
  told: Pick<ServeOptions, 'age' | 'log'> = {},
): Promise<Cli & { close(): Promise<unknown> }> {
  const file = join(cli.home, '.local/share/docs/sandbox.db');
  const served = await serve({
    file,
    port: 0,
    env: { PATH: process.env.PATH },
    now: () => new Date(),
    ...told,
  });
  const { url, stop } = await front(served.url);
  for (const name of ['config.json', 'credentials.json']) {
    const path = join(cli.home, '.config/docs', name);
    writeFileSync(path, readText(path).replaceAll(`sandbox:${file}`, url));
  }
  const { cleanup } = cli;
  let closed: Promise<unknown> | undefined;
  const close = () => {
    closed ??= stop().then(() => served.close());
    return closed;
  };
  return Object.assign(cli, {
    close,
    cleanup: () => {
      void close();
      cleanup();
    },
  });
}

/** Served by a host of an age; `asked` holds the operations of its requests. */
export async function agedCli(age: ServeOptions['age']): Promise<{ cli: Cli; asked: string[] }> {
  const asked: string[] = [];
  const log = ({ operation, method, path }: LoggedRequest) =>
    void asked.push(operation ?? `${method} ${path}`);
  const cli = await servedCli({}, undefined, { age, log });
  return { cli, asked };
}

export interface RefusingCli extends Cli {
  refuse: CutProxy['refuse'];
}

/** Served by a host that can refuse to give what it lists. */
export async function refusingCli(options: CliOptions = {}): Promise<RefusingCli> {
  let refuse: CutProxy['refuse'] = () => {};
  const cli = await servedCli(options, async (url) => {
    const proxy = await startCutProxy(url);
    refuse = proxy.refuse;
    return proxy;
  });
  return Object.assign(cli, { refuse });
}

/** Settings name the sandbox by its path, so the copy's own path is written into them. */
export function copyTree(from: string, to: string): void {
  const files = ['.config/docs/config.json', '.config/docs/credentials.json', '.local/share/docs/sandbox.db'];
  for (const file of files) {
    mkdirSync(join(to, file, '..'), { recursive: true, mode: 0o700 });
    if (file.endsWith('.db')) copyFileSync(join(from, file), join(to, file));
    else writeFileSync(join(to, file), readText(join(from, file)).replaceAll(from, to), { mode: 0o600 });
  }
}

const readText = (path: string) => readFileSync(path, 'utf8');

function scripted(answers: Answer[]): Prompts {
  const next = (message: string) => {
    const answer = answers.shift();
    if (answer === undefined) throw new Error(`unexpected question: ${message}`);
    return answer;
  };
  return {
    confirm: async (message) => next(message) === true,
    input: async (message, check = () => true) => {
      let text = String(next(message));
      while ((await check(text)) !== true) text = String(next(message));
      return text;
    },
    password: async (message) => String(next(message)),
    select: async (message, choices) => {
      const answer = await answerTo({ kind: 'choice', message, choices }, next(message));
      if (answer === BACK) throw new InteractionError('canceled: nothing was chosen', { code: 'DECLINED' });
      return String(answer);
    },
    ask: async (question) => answerTo(question, next(question.message)),
  };
}

/** As a person's would be: a choice by its name or value, a text only when its check takes it. */
async function answerTo(question: Question, answer: Answer): Promise<Answer> {
  if (answer === BACK || question.kind === 'yes-no') return answer;
  if (question.kind === 'choice') {
    const found = question.choices.find(({ name, value }) => name === answer || value === answer);
    if (!found) throw new Error(`no choice "${String(answer)}" of "${question.message}"`);
    return found.value;
  }
  const text = String(answer) || (question.default ?? '');
  const problem = (await question.check?.(text)) ?? true;
  if (problem !== true) throw new Error(`"${text}" is refused: ${problem}`);
  return text;
}

/** Words as a shell would split them: spaces, single and double quotes. */
export function splitWords(line: string): string[] {
  const words: string[] = [];
  for (const [word] of line.matchAll(/(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\])+/g)) {
    words.push(
      word.replace(
        /'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)/g,
        (_, single, double, escaped) => single ?? escaped ?? double.replace(/\\(["\\$`])/g, '$1'),
      ),
    );
  }
  return words;
}

// Programs of the person's own that are started beside this one: pager, browser, editor and git. Never through a shell.

import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { constants as system } from 'node:os';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import type { Env, GitAnswer } from '../context.ts';
import { LocalIoError, messageOf } from '../errors.ts';
import { onAbort } from '../files/of-node.ts';
import { shell } from '../files/shell-word.ts';
import type { PagerProcess } from '../output/pager.ts';

/** Quits by itself when everything fits, shows colors, and leaves the text on the screen. */
const USUAL_PAGER = 'less -FRX';
/** What a pager may take to put the terminal in order. */
const KILL_AFTER_MS = 300;

/**
 * Ends a program when the signal ends, by force where it takes longer than `withinMs`; returns what stops that. `sent`
 * names what it is sent; undefined for nothing.
 */
function endWith(
  child: ChildProcess,
  signal: AbortSignal,
  withinMs: number,
  sent: () => NodeJS.Signals | undefined = () => 'SIGTERM',
): () => void {
  const end = () => {
    const name = sent();
    if (name) child.kill(name);
    setTimeout(() => child.kill('SIGKILL'), withinMs).unref();
  };
  if (signal.aborted) end();
  return onAbort(signal, end);
}

/**
 * Takes a command line such as `less -R`; starts it on the terminal. Throws LocalIoError when there is no such program.
 * Without one it is `less`, or undefined where that is not installed. The
 * signal ends it, whatever it does with signals of its own.
 */
export async function openPager(
  command: string | undefined,
  env: Env,
  signal?: AbortSignal,
): Promise<PagerProcess | undefined> {
  const [name = '', ...args] = wordsOf(command ?? USUAL_PAGER);
  const program = findProgram(name, env.PATH ?? '');
  if (!program && command === undefined) return undefined;
  if (!program)
    throw new LocalIoError(`cannot start the pager "${name}": ${whyNone(name, env)}`, {
      hint: 'set DOCS_PAGER to another program, or to cat',
    });
  // What less and lv need to show colors, and to end by themselves when everything fits; the person's own wins.
  const own = { LESS: env.LESS ?? 'FRX', LV: env.LV ?? '-c' };
  const child = spawn(program, args, {
    stdio: ['pipe', 'inherit', 'inherit'],
    env: { ...env, ...own, DOCS_TOKEN: undefined },
  });
  const ended = new Promise<void>((resolve) => {
    child.on('close', () => resolve());
    child.on('error', () => resolve());
  });
  if (signal) void ended.then(endWith(child, signal, KILL_AFTER_MS));
  // Who closes the pager wants no more of it: that is no failure.
  child.stdin.on('error', () => {});
  return {
    write: (text) =>
      new Promise((resolve) => {
        child.stdin.write(text, (error) => resolve(!error));
      }),
    async end() {
      child.stdin.end();
      await ended;
    },
  };
}

/** Opens an address by the program that DOCS_BROWSER or BROWSER names, else by the system's own way. Throws LocalIoError. */
export async function openUrl(url: string, env: Env): Promise<void> {
  const chosen = env.DOCS_BROWSER || env.BROWSER;
  try {
    if (chosen) return await startBrowser(chosen, url, env);
    const { default: open } = await import('open');
    await open(url);
  } catch (cause) {
    if (cause instanceof LocalIoError) throw cause;
    throw new LocalIoError('cannot open a browser', { hint: `open ${url} by hand`, cause });
  }
}

function startBrowser(command: string, url: string, env: Env): Promise<void> {
  const [name = '', ...args] = wordsOf(command);
  const program = findProgram(name, env.PATH ?? '');
  if (!program)
    throw new LocalIoError(`cannot start the browser "${name}": ${whyNone(name, env)}`, {
      hint: `set BROWSER to another program, or open ${url} by hand`,
    });
  const child = spawn(program, [...args, url], {
    stdio: 'ignore',
    detached: true,
    env: { ...env, DOCS_TOKEN: undefined },
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('spawn', () => {
      child.unref();
      resolve();
    });
  });
}

/**
 * Opens a file in the editor that VISUAL or EDITOR names, else in vi, and waits until it is closed. Throws LocalIoError
 * when there is no such program, or when it fails.
 */
export async function openEditor(file: string, env: Env): Promise<void> {
  const command = env.VISUAL || env.EDITOR || 'vi';
  const [name = '', ...args] = wordsOf(command);
  const program = findProgram(name, env.PATH ?? '');
  const hint = 'set EDITOR to another program, or give the text with --file';
  if (!program) throw new LocalIoError(`cannot start the editor "${name}": ${whyNone(name, env)}`, { hint });
  const child = spawn(program, [...args, file], {
    stdio: 'inherit',
    env: { ...env, DOCS_TOKEN: undefined },
  });
  const failure = await new Promise<string | undefined>((resolve) => {
    child.on('error', ({ message }) => resolve(message));
    child.on('close', (code, signal) => resolve(code === 0 ? undefined : `it ended with ${code ?? signal}`));
  });
  if (failure !== undefined) throw new LocalIoError(`the editor "${name}" failed: ${failure}`, { hint });
}

/** What a program may take to end, once it was told to. */
const END_MS = 5000;
/** The code of a process that a signal ended is this and its number. */
const BY_SIGNAL = 128;

interface Surroundings {
  env: Env;
  cwd: string;
  signal: AbortSignal;
  /** A terminal sends Ctrl-C to every program on it by itself. */
  hasTerminal: boolean;
}

/**
 * Runs a program to its end on the streams of this process; resolves with its exit code, or 128 and the number of the
 * signal that ended it. A signal to this process goes on to it. Throws LocalIoError where it cannot be started.
 */
export async function runProgram(
  [name = '', ...args]: readonly string[],
  { env, cwd, signal, hasTerminal }: Surroundings,
  variables: () => Env = () => ({}),
): Promise<number> {
  const program = /[\\/]/.test(name) ? resolve(cwd, name) : findProgram(name, env.PATH ?? '');
  if (program === undefined) throw noProgram(name, env);
  const child = spawn(program, args, { stdio: 'inherit', env: { ...env, ...variables() }, cwd });
  const unheard = endWith(child, signal, END_MS, () => {
    const sent = signalOf(signal.reason?.exit);
    return hasTerminal && sent === 'SIGINT' ? undefined : sent;
  });
  return new Promise<number>((settle, reject) => {
    child.on('error', (cause) =>
      reject(
        isProgram(program)
          ? new LocalIoError(`cannot run "${name}": ${messageOf(cause)}`, { cause })
          : noProgram(name, env, program),
      ),
    );
    // Not its streams: what it left in the background may hold those.
    child.on('exit', (code, ended) => settle(code ?? BY_SIGNAL + (ended ? system.signals[ended] : 0)));
  }).finally(unheard);
}

/** The signal that a process with this exit code got. */
function signalOf(exit: unknown): NodeJS.Signals {
  const [name] = Object.entries(system.signals).find(([, number]) => BY_SIGNAL + number === exit) ?? [];
  // Safe: a name of that table.
  return (name ?? 'SIGTERM') as NodeJS.Signals;
}

/** What a program may take that prints a token: a person may have to unlock a password manager. */
const PRINT_MS = 10_000;
const MOST_PRINTED = 64 * 1024;

interface Quiet extends Omit<Surroundings, 'hasTerminal'> {
  withinMs?: number;
}

/**
 * Runs a command line, or its words, to its end without a terminal, and resolves with what it printed; its standard error is
 * dropped. After 10 seconds it is killed. Throws LocalIoError, which quotes nothing that was printed.
 */
export function readProgram(
  line: string | readonly string[],
  { env, cwd, signal, withinMs = PRINT_MS }: Quiet,
  input?: string,
): Promise<Uint8Array> {
  const [name = '', ...args] = typeof line === 'string' ? wordsOf(line) : line;
  const program = findProgram(name, env.PATH ?? '');
  if (!program) throw noProgram(name, env);
  const child = spawn(program, args, {
    stdio: ['pipe', 'pipe', 'ignore'],
    windowsHide: true,
    cwd,
    env: { ...env, DOCS_TOKEN: undefined },
  });
  // What takes no input may have closed it.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const unheard = endWith(child, signal, KILL_AFTER_MS);
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise<Uint8Array>((settle, reject) => {
    const stop = (error: unknown) => {
      child.kill('SIGKILL');
      // What it left in the background may hold its output open.
      child.stdout.destroy();
      reject(error);
    };
    const late = setTimeout(
      () => stop(new LocalIoError(`it did not end within ${withinMs / 1000} seconds`)),
      withinMs,
    );
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > MOST_PRINTED) stop(new LocalIoError(`it printed more than ${MOST_PRINTED} bytes`));
      else chunks.push(chunk);
    });
    child.on('error', (cause) => reject(new LocalIoError(messageOf(cause), { cause })));
    child.on('close', (code, ended) => {
      clearTimeout(late);
      if (signal.aborted) reject(signal.reason);
      else if (code === 0) settle(Buffer.concat(chunks));
      else reject(new LocalIoError(`it ended with ${ended ?? `exit code ${code}`}`));
    });
  }).finally(unheard);
}

/** Words with quotes and backslashes, without anything else of a shell. On Windows a backslash is part of a path. */
export function wordsOf(command: string, platform: NodeJS.Platform = process.platform): string[] {
  const [word, part] =
    platform === 'win32'
      ? [/(?:[^\s"']|"[^"]*"|'[^']*')+/g, /"([^"]*)"|'([^']*)'/g]
      : [
          /(?:[^\s"'\\]|\\[\s\S]|"(?:[^"\\]|\\[\s\S])*"|'[^']*')+/g,
          /"((?:[^"\\]|\\[\s\S])*)"|'([^']*)'|\\([\s\S])/g,
        ];
  return (command.match(word) ?? []).map((text) =>
    text.replace(
      part,
      (_, double?: string, single?: string, escaped?: string) =>
        double?.replace(/\\(["\\$`])/g, '$1') ?? single ?? escaped ?? '',
    ),
  );
}

/** Only absolute entries count: a program in the working folder is never run. */
export const findProgram = (name: string, path: string): string | undefined =>
  filesCalled(name, path).find((file) => isProgram(file));

function filesCalled(name: string, path: string): string[] {
  if (isAbsolute(name)) return [name];
  if (name === '' || /[\\/]/.test(name)) return [];
  const folders = path.split(delimiter).filter(isAbsolute);
  return folders.map((folder) => join(folder, name));
}

function isProgram(file: string, mode = constants.X_OK): boolean {
  try {
    accessSync(file, mode);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** A file of that name that may not be run. */
const plainFile = (name: string, { PATH = '' }: Env): string | undefined =>
  filesCalled(name, PATH).find((file) => isProgram(file, constants.F_OK));

/** Why there is no program of that name. */
function whyNone(name: string, env: Env): string {
  const file = plainFile(name, env);
  if (file !== undefined) return `${file} is not executable`;
  return isAbsolute(name) ? 'it does not exist' : 'it is not in PATH';
}

function noProgram(name: string, env: Env, path = name): LocalIoError {
  const file = plainFile(path, env);
  return new LocalIoError(`cannot run "${name}": ${whyNone(path, env)}`, {
    code: file === undefined ? 'NO_PROGRAM' : 'NOT_EXECUTABLE',
    ...(file !== undefined && { hint: shell`chmod +x ${file}` }),
  });
}

// The git of the person, with the settings and credential helpers they have: only to push where they asked. Never through a shell.

const MOST_OUTPUT = 1024 * 1024;
const GIT_ENDS_WITHIN_MS = 2000;

/** Variables that would lead git to another repository, where docs runs in a hook of one. */
const ELSEWHERE = [
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_OBJECT_DIRECTORY',
  'GIT_PREFIX',
  'GIT_COMMON_DIR',
];

interface Where {
  cwd: string;
  env: Env;
  signal: AbortSignal;
  /** Whether somebody is there to be asked for a password. */
  asks: boolean;
}

/** Runs git once, whatever its status is. Throws LocalIoError `GIT_MISSING`, or when it cannot be started or is stopped. */
export function runOwnGit(args: readonly string[], { cwd, env, signal, asks }: Where): Promise<GitAnswer> {
  const program = findProgram('git', env.PATH ?? '');
  if (!program)
    throw new LocalIoError('git is not installed: no git program in PATH', {
      code: 'GIT_MISSING',
      hint: 'install git and try again',
    });
  const child = spawn(program, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
    env: {
      ...env,
      ...Object.fromEntries(ELSEWHERE.map((name) => [name, undefined])),
      DOCS_TOKEN: undefined,
      LC_ALL: 'C',
      GIT_ALLOW_PROTOCOL: 'file:http:https:ssh',
      ...(!asks && {
        GIT_TERMINAL_PROMPT: '0',
        GIT_SSH_COMMAND: env.GIT_SSH_COMMAND ?? 'ssh -o BatchMode=yes',
      }),
    },
  });
  const unheard = endWith(child, signal, GIT_ENDS_WITHIN_MS);
  const text = { stdout: '', stderr: '' };
  for (const end of ['stdout', 'stderr'] as const)
    child[end].on('data', (chunk: Buffer) => {
      if (text[end].length < MOST_OUTPUT) text[end] += chunk.toString();
    });
  return new Promise((resolve, reject) => {
    child.on('error', (cause) =>
      reject(new LocalIoError(`git could not be started: ${cause.message}`, { cause })),
    );
    child.on('close', (code) => {
      unheard();
      if (signal.aborted) reject(signal.reason);
      else resolve({ status: code ?? 1, ...text });
    });
  });
}

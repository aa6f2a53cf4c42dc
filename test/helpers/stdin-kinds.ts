// Runs the built program with each kind of standard input that a shell, a runner or a script may give it.
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { BIN, collected, NODE, type Result } from './built.ts';

export const STDIN_KINDS = ['terminal', '/dev/null', 'closed', 'open pipe', 'yes', 'file'] as const;
export type StdinKind = (typeof STDIN_KINDS)[number];

export interface Place {
  env: Record<string, string>;
  cwd: string;
  /** What the `file` holds. */
  file: string;
  /** Path of a terminal that nobody types on: see `openSilentTerminal`. */
  terminal: string;
}

export interface Ended extends Result {
  /** It had to be ended. */
  hung: boolean;
}

/** What hangs does so forever; a busy machine takes its time. */
const LIMIT_MS = 60_000;

/** Runs `docs`; standard output and error are pipes, so nothing can be asked whatever stands on the input. */
export async function withStdin(kind: StdinKind, args: readonly string[], place: Place): Promise<Ended> {
  const { child, letGo } = launch(kind, args, place);
  let hung = false;
  const timer = setTimeout(() => {
    hung = true;
    child.kill('SIGKILL');
  }, LIMIT_MS);
  try {
    return { ...(await collected(child)), hung };
  } finally {
    clearTimeout(timer);
    letGo();
  }
}

function launch(
  kind: StdinKind,
  args: readonly string[],
  place: Place,
): { child: ChildProcess; letGo: () => void } {
  const { env, cwd } = place;
  const run = (stdin: 'pipe' | 'ignore' | number) =>
    spawn(NODE, [BIN, ...args], { env, cwd, stdio: [stdin, 'pipe', 'pipe'] });
  if (kind === 'open pipe') {
    const child = run('pipe');
    return { child, letGo: () => child.stdin?.destroy() };
  }
  if (kind === 'yes') return sayYes(run('pipe'));
  if (kind === '/dev/null') return { child: run('ignore'), letGo: nothing };
  if (kind === 'closed') {
    // Node itself always gives a child something: only a shell can close it.
    const options: SpawnOptions = { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] };
    return { child: spawn('sh', ['-c', 'exec "$0" "$@" <&-', NODE, BIN, ...args], options), letGo: nothing };
  }
  const path = kind === 'file' ? place.file : place.terminal;
  const fd = openSync(path, kind === 'file' ? 'r' : constants.O_RDWR | constants.O_NOCTTY);
  return { child: run(fd), letGo: () => closeSync(fd) };
}

const nothing = () => {};

function sayYes(child: ChildProcess): { child: ChildProcess; letGo: () => void } {
  const yes = Readable.from(endlessly('y\n'.repeat(8192)));
  if (child.stdin) yes.pipe(child.stdin).on('error', nothing);
  return { child, letGo: () => yes.destroy() };
}

function* endlessly(text: string): Generator<string> {
  for (;;) yield text;
}

/** A terminal on which nobody types. Needs python3: see `lacks`. */
export async function openSilentTerminal(): Promise<{ path: string; close: () => void }> {
  const script =
    'import os, pty, sys; m, s = pty.openpty(); print(os.ttyname(s), flush=True); sys.stdin.read()';
  const holder = spawn('python3', ['-c', script], { stdio: ['pipe', 'pipe', 'inherit'] });
  for await (const path of createInterface({ input: holder.stdout })) {
    return { path, close: () => holder.stdin.end() };
  }
  throw new Error('there is no pseudo-terminal');
}

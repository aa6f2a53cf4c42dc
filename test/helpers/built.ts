// Runs the built program as a process of its own, as a person's shell does.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { canariesOf, refuseCanaries, refuseCanariesInFiles } from './canary.ts';

export const BIN = resolve('bin/docs.js');
/** `npm run test:node` names another Node here. */
export const NODE = process.env.DOCS_TEST_NODE || process.execPath;

export interface Result {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

export interface Built {
  (args: readonly string[], options?: BuiltOptions): Promise<Result>;
  start(args: readonly string[], options?: BuiltOptions): ChildProcess;
  home: string;
  env: Record<string, string>;
  cleanup(): void;
}

export interface BuiltOptions {
  env?: Record<string, string>;
  stdin?: string;
  cwd?: string;
}

/** A `docs` with an empty HOME. */
export function builtDocs(): Built {
  const home = mkdtempSync(join(tmpdir(), 'docs-bin-'));
  const cwd = join(home, 'work');
  mkdirSync(cwd);
  const env = { HOME: home, PATH: process.env.PATH ?? '', NO_COLOR: '1' };
  const start = (args: readonly string[], options: BuiltOptions = {}) =>
    spawn(NODE, [BIN, ...args], { cwd: options.cwd ?? cwd, env: { ...env, ...options.env }, stdio: 'pipe' });
  const docs = async (args: readonly string[], options: BuiltOptions = {}) => {
    const result = await finished(start(args, options), options.stdin);
    const printed = result.stdout + result.stderr;
    if (args.join(' ') !== 'auth token') refuseCanaries(printed, canariesOf(home), args.join(' '));
    return result;
  };
  const cleanup = () => {
    refuseCanariesInFiles(home, canariesOf(home));
    rmSync(home, { recursive: true, force: true });
  };
  return Object.assign(docs, { start, home, env, cleanup });
}

/** The same with a demo sandbox. */
export async function demoDocs(): Promise<Built> {
  const docs = builtDocs();
  const { code, stderr } = await docs(['sandbox', 'init', '--demo']);
  if (code !== 0) throw new Error(`cannot make the demo sandbox: ${stderr}`);
  return docs;
}

/** Waits for a process to end; its input is closed, after `stdin` was written. */
export function finished(child: ChildProcess, stdin = ''): Promise<Result> {
  child.stdin?.on('error', () => {});
  child.stdin?.end(stdin);
  return collected(child);
}

/** Signals a process as soon as it is time, or so many ms later, and waits for its end. */
export async function signalled(
  child: ChildProcess,
  isTime: () => boolean,
  { signal = 'SIGKILL', laterMs = 0, stdin = '' }: Signalled = {},
): Promise<Result> {
  const timer = setInterval(() => {
    if (!isTime()) return;
    clearInterval(timer);
    setTimeout(() => child.kill(signal), laterMs);
  }, 1);
  const result = await finished(child, stdin);
  clearInterval(timer);
  return result;
}

interface Signalled {
  signal?: NodeJS.Signals;
  laterMs?: number;
  stdin?: string;
}

/** Waits for a process to end; what stands on its input is left alone. */
export function collected(child: ChildProcess): Promise<Result> {
  return new Promise((resolve, reject) => {
    let stdout = '';
    let stderr = '';
    child.stdout?.setEncoding('utf8').on('data', (chunk) => {
      stdout += chunk;
    });
    child.stderr?.setEncoding('utf8').on('data', (chunk) => {
      stderr += chunk;
    });
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
}

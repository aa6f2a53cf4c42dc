// Whole processes, and what is compared: in turns, so that a busy moment hits both sides.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Case {
  name: string;
  /** Node where none is named. */
  command?: string;
  args: readonly string[];
  env?: Record<string, string>;
  /** Written to its standard input. */
  stdin?: string;
  /** How it may end; 0 where it is not said. */
  exits?: readonly number[];
}

/** The program, which must have been built. */
export const bin: string = resolve(process.env.DOCS_BENCH_BIN ?? 'bin/docs.js');

/** Runs of the program with a home, against a host. */
export const docsOn =
  (home: string, { url, token = 'bench-token' }: { url: string; token?: string }) =>
  (...words: readonly string[]): Case => ({
    name: `docs ${words.join(' ')}`,
    args: [bin, ...words],
    env: { HOME: home, DOCS_TOKEN: token, DOCS_BASE_URL: url },
  });

/** Works in a folder that is removed afterwards. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'docs-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Whether these programs are there; says so where they are not. */
export function haveAll(programs: readonly string[], what: string): boolean {
  const missing = programs.filter((program) => spawnSync(program, ['--version']).error);
  if (missing.length > 0) console.log(`not run: ${missing.join(' and ')} missing (${what})`);
  return missing.length === 0;
}

export interface Compared {
  ours: number;
  theirs: number;
}
type Sides = Record<keyof Compared, () => number | Promise<number>>;

/** What each side takes, of so many rounds after a first one that does not count. */
export async function compare(sides: Sides, rounds: number, pick = median): Promise<Compared> {
  const all: Record<keyof Compared, number[]> = { ours: [], theirs: [] };
  for (let round = 0; round <= rounds; round += 1) {
    all.ours.push(await sides.ours());
    all.theirs.push(await sides.theirs());
  }
  return { ours: pick(all.ours.slice(1)), theirs: pick(all.theirs.slice(1)) };
}

/** The same of two processes. */
export const compareRuns = (ours: Case, theirs: Case, rounds: number): Promise<Compared> =>
  compare({ ours: () => runOnce(ours), theirs: () => runOnce(theirs) }, rounds);

const median = (all: readonly number[]): number =>
  [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
export const smallest = (all: readonly number[]): number => Math.min(...all);

/** Milliseconds that some work takes. */
export async function timed(work: () => unknown): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

const { NODE_EXTRA_CA_CERTS, NODE_OPTIONS, DOCS_TOKEN, ...plain } = process.env;
/** Without NODE_EXTRA_CA_CERTS: on Node 20 it adds 41 ms to every start and would flatter every ratio. */
export const plainEnv = plain;

/** Milliseconds from spawn to exit. Rejects when the process fails. */
export async function runOnce(one: Case): Promise<number> {
  return (await ended(one)).ms;
}

export interface Cost {
  ms: number;
  /** User and system time. */
  cpuMs: number;
  /** Largest resident size. */
  mb: number;
}

const PROBE = fileURLToPath(new URL('cost.cjs', import.meta.url));

/** What a script of Node costs, told by its process as it ends. Rejects when it fails. */
export async function runCosted(one: Omit<Case, 'command'>): Promise<Cost> {
  const { ms, told } = await ended({ ...one, args: ['--require', PROBE, ...one.args] });
  return { ms, ...JSON.parse(told) };
}

/** `told`: what it wrote to descriptor 3. */
function ended(one: Case): Promise<{ ms: number; told: string }> {
  const { name, command = process.execPath, args, env, stdin, exits = [0] } = one;
  return new Promise((resolve, reject) => {
    const from = performance.now();
    let ms = 0;
    const child = spawn(command, args, {
      env: { ...plain, ...env },
      stdio: [stdin === undefined ? 'ignore' : 'pipe', 'ignore', 'pipe', 'pipe'],
    });
    const texts = { errors: '', told: '' };
    child.stderr?.on('data', (chunk) => {
      texts.errors += chunk;
    });
    child.stdio[3]?.on('data', (chunk) => {
      texts.told += chunk;
    });
    if (stdin !== undefined) child.stdin?.end(stdin);
    child.on('error', reject);
    child.on('exit', () => {
      ms = performance.now() - from;
    });
    child.on('close', (code) => {
      if (exits.includes(code ?? -1)) resolve({ ms, told: texts.told });
      else reject(new Error(`${name}: exit ${code}: ${texts.errors.slice(0, 500)}`));
    });
  });
}

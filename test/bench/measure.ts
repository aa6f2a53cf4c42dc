// Whole processes, interleaved, medians: every figure is a ratio to a baseline of the same run.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface Case {
  name: string;
  command: string;
  args: readonly string[];
  env?: Record<string, string>;
  /** Written to its standard input. */
  stdin?: string;
  /** How it may end; 0 where it is not said. */
  exits?: readonly number[];
}

export interface Measured {
  name: string;
  medianMs: number;
  /** Half of the runs lie between these two. */
  lowMs: number;
  highMs: number;
  /** Largest resident size of a run, where it was asked for. */
  maxRssMb?: number;
}

/** Runs every case `rounds` times, one after the other in each round, so that a busy moment hits all of them. */
export async function measure(cases: readonly Case[], rounds: number): Promise<Map<string, Measured>> {
  const times = new Map<string, number[]>(cases.map(({ name }) => [name, []]));
  for (const one of cases) await runOnce(one);
  for (let round = 0; round < rounds; round += 1) {
    for (const one of cases) times.get(one.name)?.push(await runOnce(one));
  }
  return new Map([...times].map(([name, all]) => [name, summary(name, all)]));
}

function summary(name: string, all: readonly number[]): Measured {
  const sorted = [...all].sort((a, b) => a - b);
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  return { name, medianMs: at(0.5), lowMs: at(0.25), highMs: at(0.75) };
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
  const args = ['--require', PROBE, ...one.args];
  const { ms, told } = await ended({ ...one, command: process.execPath, args });
  return { ms, ...JSON.parse(told) };
}

/** `told`: what it wrote to descriptor 3. */
function ended({
  name,
  command,
  args,
  env,
  stdin,
  exits = [0],
}: Case): Promise<{ ms: number; told: string }> {
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

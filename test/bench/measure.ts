// Whole processes, interleaved, medians: every figure is a ratio to a baseline of the same run.
import { spawn } from 'node:child_process';

export interface Case {
  name: string;
  command: string;
  args: readonly string[];
  env?: Record<string, string>;
  /** Written to its standard input. */
  stdin?: string;
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
export function runOnce({ name, command, args, env, stdin }: Case): Promise<number> {
  return new Promise((resolve, reject) => {
    const from = performance.now();
    const child = spawn(command, args, {
      env: { ...plain, ...env },
      stdio: [stdin === undefined ? 'ignore' : 'pipe', 'ignore', 'pipe'],
    });
    let errors = '';
    child.stderr?.on('data', (chunk) => {
      errors += chunk;
    });
    if (stdin !== undefined) child.stdin?.end(stdin);
    child.on('error', reject);
    child.on('exit', (code) => {
      if (code === 0) resolve(performance.now() - from);
      else reject(new Error(`${name}: exit ${code}: ${errors.slice(0, 500)}`));
    });
  });
}

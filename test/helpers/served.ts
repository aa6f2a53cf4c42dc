// The built `docs sandbox serve` as a process of its own.
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Built, BuiltOptions } from './built.ts';

export interface Served {
  child: ChildProcess;
  url: string;
  port: number;
  /** Code and signal, once it has ended. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** Resident memory in MiB. */
  memory(): number;
}

/** Starts it and waits until it has told its address. Throws Error when it ends instead, with what it said. */
export async function startServing(
  docs: Built,
  args: readonly string[] = [],
  options: BuiltOptions = {},
): Promise<Served> {
  const child = docs.start(['sandbox', 'serve', ...args], options);
  const ended: Served['ended'] = new Promise((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal })),
  );
  let said = '';
  child.stderr?.on('data', (chunk) => {
    said += chunk;
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.once('data', (chunk) => resolve(String(chunk).trim()));
    void ended.then(({ code }) => reject(new Error(`docs sandbox serve ended with ${code}: ${said}`)));
  });
  return { child, url, port: Number(new URL(url).port), ended, memory: () => residentMiB(child.pid ?? 0) };
}

/** Linux tells it in a file. */
export function residentMiB(pid: number): number {
  const kb = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kb) / 1024;
}

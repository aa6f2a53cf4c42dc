// Work of unknown length in a thread of its own: a signal or a time limit ends it, whatever it computes.
import { createRequire } from 'node:module';
import { join } from 'node:path';

declare const DOCS_VERSION: string | undefined;

/** Ended by the time limit. */
export class ThreadLate extends Error {
  constructor(timeoutMs: number) {
    super(`it took longer than ${Math.round(timeoutMs / 100) / 10} s`);
    this.name = 'ThreadLate';
  }
}

export interface ThreadJob<Library, Input, Result> {
  /** The package that the work needs, and its file in the built program. */
  library: { name: string; file: string };
  /** Its source text is sent to the thread: it may use its arguments and what is global, and nothing else. */
  work: (library: Library, input: Input) => Result | Promise<Result>;
  /** Plain data, as the result. */
  input: Input;
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
  /** Takes what the work writes to standard error. */
  onStderr?: (text: string) => void;
}

/** `__name` is what a compiler may wrap functions with. */
const PRELUDE = `
const { parentPort, workerData } = require('node:worker_threads');
var __name = (value) => value;
const work = WORK;
(async () => {
  let loaded;
  try {
    loaded = require(workerData.path);
  } catch (error) {
    // From source a package may be a module; the built file of it never is.
    if (error.code !== 'ERR_REQUIRE_ESM') throw error;
    loaded = await import(require('node:url').pathToFileURL(workerData.path));
  }
  const library = await (loaded.default ?? loaded);
  parentPort.postMessage({ result: await work(library, workerData.input) });
})().catch((error) => parentPort.postMessage({ failure: String(error && (error.stderr || error.message || error)) }));
`;

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Resolves to what the work returns. Rejects with ThreadLate, with the reason of the signal, or with what the work threw. */
export async function inThread<Library, Input, Result>(
  job: ThreadJob<Library, Input, Result>,
): Promise<Result> {
  const { signal, timeoutMs } = job;
  signal?.throwIfAborted();
  if (timeoutMs !== undefined && timeoutMs <= 0) throw new ThreadLate(0);
  const { Worker } = await import('node:worker_threads');
  const worker = new Worker(
    PRELUDE.replace('WORK', () => `(${job.work})`),
    {
      eval: true,
      workerData: { path: pathOf(job.library), input: job.input },
      env: {},
      execArgv: [],
      stdout: true,
      stderr: true,
    },
  );
  let written = '';
  worker.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (written.length < MOST_WRITTEN) written += text;
  });
  let timer: NodeJS.Timeout | undefined;
  let onAbort = () => {};
  try {
    return await new Promise<Result>((resolve, reject) => {
      onAbort = () => reject(signal?.reason);
      signal?.addEventListener('abort', onAbort, { once: true });
      if (timeoutMs !== undefined) {
        timer = setTimeout(() => reject(new ThreadLate(timeoutMs)), Math.min(timeoutMs, LONGEST_TIMER_MS));
      }
      worker.on('message', (end: { result: Result } | { failure: string }) => {
        if ('failure' in end) reject(new Error(end.failure));
        else resolve(end.result);
      });
      worker.on('error', reject);
      worker.on('exit', () => reject(new Error('the thread ended early')));
    });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
    await worker.terminate();
    if (written !== '') job.onStderr?.(written);
  }
}

const MOST_WRITTEN = 1024 * 1024;

/** From source the package is where npm has put it. */
function pathOf({ name, file }: { name: string; file: string }): string {
  if (typeof DOCS_VERSION === 'string') return join(import.meta.dirname, 'lib', file);
  return createRequire(import.meta.url).resolve(name);
}

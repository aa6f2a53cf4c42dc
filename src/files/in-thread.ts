// Work of unknown length in a thread of its own: a signal or a time limit ends it, whatever it computes.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';

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
const load = async () => {
  try {
    return require(workerData.path);
  } catch (error) {
    // From source a package may be a module; the built file of it never is.
    if (error.code !== 'ERR_REQUIRE_ESM') throw error;
    return import(require('node:url').pathToFileURL(workerData.path));
  }
};
let library;
parentPort.on('message', async (input) => {
  try {
    library ??= load();
    parentPort.postMessage({ result: await work(await library, input) });
  } catch (error) {
    parentPort.postMessage({ failure: String(error && (error.stderr || error.message || error)) });
  }
});
`;

/** A thread that stays, and answers one input after the other. */
export interface Thread<Input, Result> {
  /** Resolves to what the work returns. Rejects with ThreadLate, with the reason of the signal, or with what the work threw. */
  ask(input: Input, end?: Pick<ThreadJob<never, never, never>, 'signal' | 'timeoutMs'>): Promise<Result>;
  /** Leaves the thread to whoever asks for the same work next, if all went well: a watch asks again and again. */
  rest(): void;
  /** Resolves to what the work wrote to standard error. */
  close(): Promise<string>;
}

/** Threads that rest, by what they run: one of each. They keep no process. */
const resting = new Map<string, Worker>();

export async function openThread<Library, Input, Result>({
  library,
  work,
}: Pick<ThreadJob<Library, Input, Result>, 'library' | 'work'>): Promise<Thread<Input, Result>> {
  const code = PRELUDE.replace('WORK', () => `(${work})`);
  const worker = resting.get(code) ?? (await newWorker(code, pathOf(library)));
  resting.delete(code);
  /** Undefined once it was left to others. */
  let held: Worker | undefined = worker;
  /** Nothing it was asked for is unanswered or went wrong. */
  let isFit = true;
  let written = '';
  const keepWritten = (text: string) => {
    if (written.length < MOST_WRITTEN) written += text;
  };
  worker.stderr.setEncoding('utf8').on('data', keepWritten);
  return {
    async ask(input, end = {}) {
      isFit = false;
      const answer = await answerOf<Input, Result>(worker, input, end);
      isFit = true;
      return answer;
    },
    rest() {
      held?.stderr.off('data', keepWritten);
      if (held && isFit && !resting.has(code)) resting.set(code, held);
      else void held?.terminate();
      held = undefined;
    },
    async close() {
      await held?.terminate();
      held = undefined;
      return written;
    },
  };
}

async function newWorker(code: string, path: string): Promise<Worker> {
  const { Worker } = await import('node:worker_threads');
  const worker = new Worker(code, {
    eval: true,
    workerData: { path },
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
  });
  // Between two questions nothing waits for it; one that ends meanwhile is not taken again.
  worker.on('error', () => {}).unref();
  worker.on('exit', () => {
    if (resting.get(code) === worker) resting.delete(code);
  });
  return worker;
}

async function answerOf<Input, Result>(
  worker: Worker,
  input: Input,
  { signal, timeoutMs }: Pick<ThreadJob<never, never, never>, 'signal' | 'timeoutMs'>,
): Promise<Result> {
  signal?.throwIfAborted();
  if (timeoutMs !== undefined && timeoutMs <= 0) throw new ThreadLate(0);
  let timer: NodeJS.Timeout | undefined;
  const listening = new AbortController();
  worker.ref();
  try {
    return await new Promise<Result>((resolve, reject) => {
      const onAbort = () => reject(signal?.reason);
      signal?.addEventListener('abort', onAbort, { signal: listening.signal });
      if (timeoutMs !== undefined) {
        timer = setTimeout(() => reject(new ThreadLate(timeoutMs)), timeoutMs);
      }
      const onMessage = (end: { result: Result } | { failure: string }) => {
        if ('failure' in end) reject(new Error(end.failure));
        else resolve(end.result);
      };
      const onExit = () => reject(new Error('the thread ended early'));
      worker.on('message', onMessage).on('error', reject).on('exit', onExit);
      listening.signal.addEventListener('abort', () => {
        worker.off('message', onMessage).off('error', reject).off('exit', onExit);
      });
      worker.postMessage(input);
    });
  } finally {
    worker.unref();
    clearTimeout(timer);
    listening.abort();
  }
}

/** Resolves to what the work returns. Rejects with ThreadLate, with the reason of the signal, or with what the work threw. */
export async function inThread<Library, Input, Result>(
  job: ThreadJob<Library, Input, Result>,
): Promise<Result> {
  const { signal, timeoutMs } = job;
  signal?.throwIfAborted();
  if (timeoutMs !== undefined && timeoutMs <= 0) throw new ThreadLate(0);
  const thread = await openThread(job);
  try {
    return await thread.ask(job.input, { signal, timeoutMs });
  } finally {
    const written = await thread.close();
    if (written !== '') job.onStderr?.(written);
  }
}

const MOST_WRITTEN = 1024 * 1024;

/** From source the package is where npm has put it. */
function pathOf({ name, file }: { name: string; file: string }): string {
  if (typeof DOCS_VERSION === 'string') return join(import.meta.dirname, 'lib', file);
  return createRequire(import.meta.url).resolve(name);
}

// How far work on many targets is, kept in a file while it runs: what was killed is gone on with by --resume.

import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, fsyncSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { requirePath } from '../../config/paths.ts';
import { messageOf } from '../../errors.ts';
import { ioError } from '../../files/io-error.ts';
import { readPrivateFile } from '../../files/json-file.ts';
import { namesIn, removeQuietly, sweepOlder } from '../../files/lock.ts';
import { ensureFolder } from '../../files/writer.ts';
import { note, warn } from '../../output/note.ts';
import { CONFIRM_FLAGS, GENERAL_FLAGS, MANY_FLAGS, OUTPUT_FLAGS } from '../model/globals.ts';
import { type Job, lineOf, placeOf, type Result, type Task } from './many-report.ts';

// A file of lines that says how far work is while it runs. A disk that fills up is said once, and the work goes on.

const { O_WRONLY, O_APPEND, O_CREAT, O_TRUNC, O_NOFOLLOW = 0 } = constants;

export interface ProgressLines {
  isEmpty: boolean;
  /** `durable`: it is on the disk when this returns. */
  write(text: string, durable?: boolean): void;
  close(): void;
}

interface Opening {
  /** What it is done at: with a sandbox that is replaced, the file goes. */
  host: string;
  /** Files of this folder that are older are removed. */
  keptMs: number;
  truncate?: boolean;
  /** Told once what keeps the file from being written; nothing more is written after it. */
  onFailure: (error: Error) => void;
}

/** Throws LocalIoError when it cannot be opened. */
export function openProgressLines(
  path: string,
  { host, keptMs, truncate = false, onFailure }: Opening,
): ProgressLines {
  const folder = join(path, '..');
  ensureFolder(folder, true);
  sweepOlder(folder, keptMs);
  const fd = openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | (truncate ? O_TRUNC : 0), 0o600);
  let hasFailed = false;
  const isEmpty = fstatSync(fd).size === 0;
  const lines: ProgressLines = {
    isEmpty,
    write(text, durable = false) {
      if (hasFailed) return;
      try {
        // Begun on a line of its own: a kill may have left a part of one.
        writeSync(fd, `\n${text}\n`);
        // The system keeps what was written when docs is killed. A power cut is another thing.
        if (durable) fsyncSync(fd);
      } catch (error) {
        hasFailed = true;
        onFailure(ioError('write', path, error));
      }
    },
    close: () => closeSync(fd),
  };
  if (isEmpty) lines.write(`host ${host}`);
  return lines;
}

/** The first line, whatever a host is called. */
const MOST_READ = 4096;

/** Removes the files of a folder that say how far work is at one of these hosts. */
export function forgetProgressAt(folder: string, hosts: ReadonlySet<string>): void {
  for (const name of namesIn(folder)) {
    const path = join(folder, name);
    if (hosts.has(hostOf(path) ?? '')) rmSync(path, { force: true });
  }
}

/** Undefined for what is no such file. */
function hostOf(path: string): string | undefined {
  const fd = openQuietly(path);
  if (fd === undefined) return undefined;
  try {
    const bytes = Buffer.alloc(MOST_READ);
    const text = bytes.toString('utf8', 0, readSync(fd, bytes, 0, MOST_READ, 0));
    return /^\n?host (.+)\n/.exec(text)?.[1];
  } finally {
    closeSync(fd);
  }
}

function openQuietly(path: string): number | undefined {
  try {
    return openSync(path, constants.O_RDONLY | O_NOFOLLOW);
  } catch {
    return undefined;
  }
}

// Which words of a command line say what work it does: another output, or another pace, is the same work.

/** Flags that say how, by every name; whether one may have a value in the word after it. */
const HOW = new Map(
  [...OUTPUT_FLAGS, ...MANY_FLAGS, ...GENERAL_FLAGS, ...CONFIRM_FLAGS].flatMap(({ flags }) =>
    (flags.match(/--?[a-z][\w-]*/g) ?? []).map((name) => [name, /[<[]/.test(flags)] as const),
  ),
);

/** The words without the flags that say how. */
export function workOf(argv: readonly string[]): string[] {
  const words: string[] = [];
  let skips = false;
  for (const word of argv) {
    const name = word.split('=', 1)[0] ?? word;
    const takes = HOW.get(name) ?? HOW.get(/^-[a-z](?=.)/.exec(word)?.[0] ?? '');
    if (takes === undefined && !(skips && !word.startsWith('-'))) words.push(word);
    skips = takes === true && word === name;
  }
  return words;
}

/** Nobody goes on with what is older. */
const KEPT_MS = 30 * 24 * 3600_000;

/** What became of the targets that are the same in all that they ask for. Rows without a target may be so several times. */
interface Progress {
  done: number;
  /** Sent, with nothing after it: the answer never came. */
  sent: number;
  refused: number;
  /** IDs of what was created. */
  ids: string[];
}

/**
 * What is kept of its fate. `refused`: as a conflict, which may be with what it has created itself, where a gateway sends a
 * request twice. Undefined where nobody knows it.
 */
export function fateWord(result: Result | undefined): 'done' | 'refused' | 'failed' | undefined {
  if (result?.ok) return 'done';
  if (result?.error?.status === 409) return 'refused';
  return result?.outcome === 'unknown' ? undefined : 'failed';
}

export interface ManyProgress {
  /** Before a target is worked on. */
  begin(task: Task): void;
  /** When its fate is known. */
  end(task: Task, result: Result | undefined): void;
  /** After the work: what may be done twice is forgotten once nothing of it is left to do. */
  close(isWhole: boolean): void;
}

/**
 * For --resume, once names are resolved: leaves results for the targets that are done. What was sent and not answered, or
 * refused as a conflict, is looked for; a failure is left where nothing tells whether what got no answer took effect.
 */
export async function passOverDone(job: Job): Promise<void> {
  for (const task of job.tasks) keys.set(task, keyOf(task));
  if (job.run.flags.resume !== true) return;
  const { since, states } = readProgress(fileOf(job));
  const sent: Task[] = [];
  const refused = new Set<Task>();
  const taken = [...states.values()].flatMap(({ ids }) => ids);
  for (const task of job.tasks.filter(({ failure }) => !failure)) {
    const state = states.get(keyOf(task));
    if (state && state.done > 0) {
      state.done -= 1;
      task.result = doneBefore(task, job.field, state.ids.shift());
    } else if (state && state.sent > 0) {
      state.sent -= 1;
      sent.push(task);
    } else if (state && state.refused > 0) {
      state.refused -= 1;
      sent.push(task);
      refused.add(task);
    }
  }
  if (job.tasks.every(({ result }) => result?.ok))
    note(job.run.context.io, 'all of it was done before; without --resume it is done again');
  if (sent.length === 0) return;
  const { lookForSent } = await import('./sent-before.ts');
  await lookForSent(job, sent, { since, taken, refused });
  const progress = recordProgress(job);
  for (const task of sent) progress.end(task, task.result);
  progress.close(false);
}

function doneBefore(task: Task, field: string, made: string | undefined): Result {
  const id = task.run.input[field] ?? made;
  return {
    target: task.target.text,
    id: typeof id === 'string' ? id : null,
    ok: true,
    outcome: 'done before',
    ...lineOf(task),
  };
}

/** Begins to record what becomes of each target. A home that cannot be written is said, and the work goes on. */
export function recordProgress(job: Job): ManyProgress {
  const { context } = job.run;
  if (context.env.DOCS_HISTORY === 'off') return NOTHING;
  const giveUp = (error: unknown) => {
    job.isUnrecorded = true;
    warn(context.io, `--resume would repeat what is done from now on: ${messageOf(error)}`);
  };
  try {
    return recorder(job, fileOf(job), giveUp);
  } catch (error) {
    giveUp(error);
    return NOTHING;
  }
}

const NOTHING: ManyProgress = { begin: () => {}, end: () => {}, close: () => {} };

/** One file for one piece of work at one host. */
function fileOf({ run }: Job): string {
  const { baseUrl, profile } = run.config();
  const { argv, cwd } = run.context;
  const text = JSON.stringify([baseUrl.value, profile?.value ?? '', cwd, workOf(argv)]);
  const name = createHash('sha256').update(text).digest('hex').slice(0, 32);
  return join(requirePath(run.context.paths(), 'data'), 'many', `${name}.jsonl`);
}

/** What a command makes of its input later, as it settles a target, does not count. */
const keys = new WeakMap<Task, string>();

/** With all that its row says, wherever in the file that is: the same target with other fields is other work. */
const keyOf = (task: Task): string => {
  const { fields, args = {} } = task.target;
  const known = keys.get(task);
  return known ?? JSON.stringify([placeOf(task), ...(fields ? [{ ...args, ...fields }] : [])]);
};

/** Nothing where nothing was cut off, or only what may be done twice: then all of it is work to do. */
function readProgress(path: string): { since: string; states: Map<string, Progress> } {
  const text = readPrivateFile(path) ?? '';
  const states = new Map<string, Progress>();
  for (const line of text.split('\n')) {
    // What a kill left of a line says nothing.
    const [, word, id, key] = /^(sent|done|failed|refused)(?: ([\w-]+))? (\[.*\])$/.exec(line) ?? [];
    if (key === undefined) continue;
    const state = states.get(key) ?? { done: 0, sent: 0, refused: 0, ids: [] };
    states.set(key, state);
    if (word === 'sent') state.sent += 1;
    else state.sent = Math.max(0, state.sent - 1);
    if (word === 'refused') state.refused += 1;
    if (word !== 'done') continue;
    state.done += 1;
    if (id !== undefined) state.ids.push(id);
  }
  return { since: /^since (\S+)$/m.exec(text)?.[1] ?? '', states };
}

function recorder(job: Job, path: string, giveUp: (error: unknown) => void): ManyProgress {
  const { run } = job;
  const truncate = run.flags.resume !== true;
  const host = run.config().baseUrl.value;
  const lines = openProgressLines(path, { host, keptMs: KEPT_MS, truncate, onFailure: giveUp });
  if (lines.isEmpty) lines.write(`since ${run.context.now().toISOString()}`);
  const end = run.operation.retry === 'never' ? lines : inOneTurn(lines);
  return {
    // What must not be sent twice has its line on the disk before it is sent.
    begin(task) {
      if (run.operation.retry === 'never') lines.write(`sent ${keyOf(task)}`, true);
    },
    end(task, result) {
      const word = fateWord(result);
      const id = result?.ok ? idOfMade(result) : undefined;
      if (word) end.write(`${word} ${id === undefined ? '' : `${id} `}${keyOf(task)}`);
    },
    close(isWhole) {
      end.close();
      if (isWhole && run.operation.retry !== 'never') removeQuietly(path);
    },
  };
}

function idOfMade({ id, result }: Result): string | undefined {
  const { id: made = id }: { id?: unknown } = Object(result);
  return typeof made === 'string' && /^[\w-]+$/.test(made) ? made : undefined;
}

/** What ends in one turn of the event loop is written at once. */
function inOneTurn(lines: ProgressLines): Pick<ProgressLines, 'write' | 'close'> {
  let waiting: string[] = [];
  const flush = () => {
    if (waiting.length > 0) lines.write(waiting.join('\n'));
    waiting = [];
  };
  return {
    write(text) {
      if (waiting.length === 0) setImmediate(flush);
      waiting.push(text);
    },
    close() {
      flush();
      lines.close();
    },
  };
}

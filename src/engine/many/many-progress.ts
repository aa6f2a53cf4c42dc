// How far work on many targets is, kept in a file while it runs: what was killed is gone on with by --resume.
import { createHash } from 'node:crypto';
import { closeSync, constants, fsyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { requirePath } from '../../config/paths.ts';
import { DocsError, EXIT, messageOf } from '../../errors.ts';
import { ensureFolder } from '../../files/folder.ts';
import { ioError } from '../../files/io-error.ts';
import { removeQuietly } from '../../files/leftovers.ts';
import { readPrivateFile } from '../../files/private-file.ts';
import { sweepOlder } from '../../files/sweep.ts';
import type { Io } from '../../output/io.ts';
import { warn } from '../../output/note.ts';
import { withCheck } from '../run/outcome-hint.ts';
import { manyArg } from './many-arg.ts';
import { failedResult } from './many-report.ts';
import { type Job, lineOf, placeOf, type Result, type Task } from './many-task.ts';
import { workOf } from './same-work.ts';

const { O_WRONLY, O_APPEND, O_CREAT, O_TRUNC, O_NOFOLLOW = 0 } = constants;
/** Nobody goes on with what is older. */
const KEPT_MS = 30 * 24 * 3600_000;

/** `sent`, for what must not be sent twice, with nothing after it: the answer never came. */
type State = 'sent' | 'done' | 'failed';

export interface ManyProgress {
  /** Before a target is worked on. */
  begin(task: Task): void;
  /** When its fate is known. */
  end(task: Task, result: Result | undefined): void;
  /** After the work: with nothing left to do there is nothing to remember. */
  close(isWhole: boolean): void;
}

/**
 * For --resume, once names are resolved: leaves results for the targets that are done, and failures for those that may
 * be done and must not be done twice.
 */
export async function passOverDone(job: Job): Promise<void> {
  if (job.run.flags.resume === true) await passOver(job, readStates(fileOf(job)));
}

/** Begins to record what becomes of each target. A home that cannot be written is said, and the work goes on. */
export function recordProgress(job: Job): ManyProgress {
  const { context } = job.run;
  if (context.env.DOCS_HISTORY === 'off') return NOTHING;
  try {
    return recorder(job, fileOf(job));
  } catch (error) {
    const why = messageOf(error);
    warn(context.io, `--resume would not work if this run were interrupted: ${why}`);
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

/** With the fields of its row: the same target with other ones is other work. So is each row without a target. */
const keyOf = (task: Task): string => {
  const { fields, line } = task.target;
  const isAlone = line !== undefined && !manyArg(task.run.command);
  return JSON.stringify([placeOf(task), ...(fields ? [fields] : []), ...(isAlone ? [line] : [])]);
};

/** None where nothing was cut off: then all of it is work to do. */
function readStates(path: string): Map<string, State> {
  const text = readPrivateFile(path) ?? '';
  const states = new Map<string, State>();
  for (const line of text.split('\n')) {
    // What a kill left of a line says nothing.
    const [, state, key] = /^(sent|done|failed) (\[.*\])$/.exec(line) ?? [];
    if (state !== undefined && key !== undefined) states.set(key, state as State);
  }
  return states;
}

/** Only what may be sent twice is: of everything else nobody knows whether it took effect. */
async function passOver({ tasks, field }: Job, states: ReadonlyMap<string, State>): Promise<void> {
  for (const task of tasks) {
    const state = states.get(keyOf(task));
    const id = task.run.input[field];
    if (state === 'done') {
      const target = task.target.text;
      task.result = {
        target,
        id: typeof id === 'string' ? id : null,
        ok: true,
        outcome: 'done before',
        ...lineOf(task),
      };
    } else if (state === 'sent') {
      task.failure = unknownFate();
      await withCheck(task.run, task.failure);
      task.result = failedResult(task, field, task.failure);
    }
  }
}

const unknownFate = (): DocsError =>
  new DocsError(
    'unknown whether it took effect: docs was interrupted before the response',
    { code: 'UNKNOWN_OUTCOME', exit: EXIT.failed },
    { outcome: 'unknown' },
  );

function recorder({ run }: Job, path: string): ManyProgress {
  const folder = join(path, '..');
  ensureFolder(folder, true);
  sweepOlder(folder, KEPT_MS);
  const fd = openSync(
    path,
    O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | (run.flags.resume ? 0 : O_TRUNC),
    0o600,
  );
  const lineOf = (state: State, task: Task) => `\n${state} ${keyOf(task)}\n`;
  const lines = run.operation.retry === 'never' ? written(fd, path) : noted(fd, run.context.io);
  return {
    begin: (task) => lines.begin?.(lineOf('sent', task)),
    end(task, result) {
      if (result?.ok) lines.end(lineOf('done', task));
      else if (result?.outcome === 'rejected' || result?.outcome === 'not-sent')
        lines.end(lineOf('failed', task));
    },
    close(isWhole) {
      lines.flush?.();
      closeSync(fd);
      if (isWhole) removeQuietly(path);
    },
  };
}

interface Lines {
  begin?(line: string): void;
  end(line: string): void;
  flush?(): void;
}

/** For what must not be sent twice: no request without its line on the disk. Throws LocalIoError. */
function written(fd: number, path: string): Lines {
  const write = (line: string) => {
    try {
      writeSync(fd, line);
    } catch (error) {
      throw ioError('write', path, error);
    }
  };
  return {
    begin(line) {
      write(line);
      // The system keeps what was written when docs is killed. A power cut is another thing, where twice is too much.
      fsyncSync(fd);
    },
    end: write,
  };
}

/** For what may be sent twice: what ends in one turn is noted at once, and a full disk is no reason to stop. */
function noted(fd: number, io: Io): Lines {
  let waiting = '';
  let isFull = false;
  const flush = () => {
    const text = waiting;
    waiting = '';
    if (text === '' || isFull) return;
    try {
      writeSync(fd, text);
    } catch (error) {
      isFull = true;
      const why = messageOf(error);
      warn(io, `--resume would repeat what is done from now on: ${why}`);
    }
  };
  return {
    end(line) {
      if (waiting === '') setImmediate(flush);
      waiting += line;
    },
    flush,
  };
}

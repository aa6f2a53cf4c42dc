// What a served sandbox writes down: its requests and its failures, to a file, or failures alone to standard error.

import { closeSync, openSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import { isError, messageOf } from '../../../errors.ts';
import { ioError } from '../../../files/io-error.ts';
import { warn } from '../../../output/note.ts';
import type { ServeOptions } from '../../../sandbox/door.ts';
import type { ServeRun } from './serve-flags.ts';

interface ServeLog {
  told: Pick<ServeOptions, 'log' | 'onFault'>;
  close(): void;
}

/** Opens the file of --log for appending. Throws LocalIoError. */
export function openServeLog(run: ServeRun): ServeLog {
  const { io, cwd } = run.context;
  const tell = (error: unknown, requestId: string) => {
    const [line = ''] = messageOf(error).split('\n');
    warn(io, `request ${requestId} failed: ${line}`);
    if (run.flags.debug === true) for (const frame of framesOf(error)) warn(io, frame);
  };
  if (typeof run.flags.log !== 'string') return { told: { onFault: tell }, close: () => {} };
  const path = resolve(cwd, run.flags.log);
  const handle = open(path);
  let full = false;
  const write = (entry: object) => {
    try {
      writeSync(handle, `${JSON.stringify(entry)}\n`);
      full = false;
    } catch (error) {
      // Once for each time that the disk fills up: the requests themselves are answered.
      if (!full) warn(io, ioError('write', path, error).message);
      full = true;
    }
  };
  return {
    told: {
      log: write,
      onFault(error, requestId) {
        tell(error, requestId);
        write({ time: new Date().toISOString(), requestId, error: messageOf(error), stack: framesOf(error) });
      },
    },
    close: () => closeSync(handle),
  };
}

function open(path: string): number {
  try {
    return openSync(path, 'a', 0o600);
  } catch (error) {
    throw ioError('write', path, error);
  }
}

const framesOf = (error: unknown): string[] =>
  isError(error) ? (error.stack ?? '').split('\n').map((frame) => frame.trim()) : [];

// A file of lines that says how far work is while it runs. A disk that fills up is said once, and the work goes on.
import { closeSync, constants, fstatSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { ensureFolder } from '../../files/folder.ts';
import { ioError } from '../../files/io-error.ts';
import { sweepOlder } from '../../files/sweep.ts';

const { O_WRONLY, O_APPEND, O_CREAT, O_TRUNC, O_NOFOLLOW = 0 } = constants;

export interface ProgressLines {
  isEmpty: boolean;
  /** `durable`: it is on the disk when this returns. */
  write(text: string, durable?: boolean): void;
  close(): void;
}

interface Opening {
  /** Files of this folder that are older are removed. */
  keptMs: number;
  truncate?: boolean;
  /** Told once what keeps the file from being written; nothing more is written after it. */
  onFailure: (error: Error) => void;
}

/** Throws LocalIoError when it cannot be opened. */
export function openProgressLines(
  path: string,
  { keptMs, truncate = false, onFailure }: Opening,
): ProgressLines {
  const folder = join(path, '..');
  ensureFolder(folder, true);
  sweepOlder(folder, keptMs);
  const fd = openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | (truncate ? O_TRUNC : 0), 0o600);
  let hasFailed = false;
  return {
    isEmpty: fstatSync(fd).size === 0,
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
}

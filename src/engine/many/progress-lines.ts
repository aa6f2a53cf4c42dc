// A file of lines that says how far work is while it runs. A disk that fills up is said once, and the work goes on.
import { closeSync, constants, fstatSync, fsyncSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { ensureFolder } from '../../files/folder.ts';
import { ioError } from '../../files/io-error.ts';
import { namesIn } from '../../files/leftovers.ts';
import { sweepOlder } from '../../files/sweep.ts';

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

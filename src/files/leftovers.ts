// Files that exist for moments only: their names tell whose they are, so that those of the dead can be removed.
import { lstatSync, readdirSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive, nonce, ownerId } from './process-owner.ts';

const PASSING = /\.(\d+-\d+-\w*)\.\w+\.(?:tmp|claim)(?:-(?:journal|wal|shm))?$/;

/** A name beside `path` that holds this process, so that others can tell when it is abandoned. */
export const passingName = (path: string, kind: 'tmp' | 'claim'): string =>
  `${path}.${ownerId()}.${nonce()}.${kind}`;

/** True when a passing file was made by a process that is still at work. */
export function isInUse(folder: string, name: string): boolean {
  const owner = PASSING.exec(name)?.[1];
  return owner !== undefined && isAlive(owner, ageMsOf(join(folder, name)));
}

/** True when the process that made a passing file is gone. */
export const isAbandoned = (folder: string, name: string): boolean =>
  PASSING.test(name) && !isInUse(folder, name);

/** The names in a folder; none when it cannot be read. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Milliseconds since a file was last written; 0 when it is gone. */
export function ageMsOf(path: string): number {
  try {
    return Date.now() - lstatSync(path).mtimeMs;
  } catch {
    return 0;
  }
}

/** Unlinks a file if that is possible. */
export function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Gone already, or on a disk that cannot be written: the next start tries again.
  }
}

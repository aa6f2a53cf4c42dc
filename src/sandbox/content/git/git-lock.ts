// One process at a time works in a cached repository; a dead one keeps nobody waiting.
import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { LocalIoError } from '../../../errors.ts';
import { isAlive, thisProcess } from '../../owner.ts';

const POLL_MS = 20;

/** Runs `work` while this call alone holds the lock file. Throws LocalIoError when another holds it for `waitMs`. */
export async function withLockFile<T>(
  lock: string,
  { waitMs = 60_000, signal }: { waitMs?: number; signal?: AbortSignal | undefined },
  work: () => Promise<T>,
): Promise<T> {
  const deadline = performance.now() + waitMs;
  const token = `${thisProcess()} ${randomBytes(6).toString('hex')}`;
  while (!take(lock, token)) {
    signal?.throwIfAborted();
    removeDead(lock);
    if (performance.now() > deadline) {
      throw new LocalIoError('another process is working with the same repository', { code: 'LOCKED' });
    }
    await delay(POLL_MS);
  }
  try {
    return await work();
  } finally {
    if (read(lock) === token) rmSync(lock, { force: true });
  }
}

/** A link to a finished file: nobody ever sees a lock without its owner. */
function take(lock: string, token: string): boolean {
  const mine = `${lock}.${token.split(' ').at(-1)}`;
  try {
    writeFileSync(mine, token, { flag: 'wx', mode: 0o600 });
    linkSync(mine, lock);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw new LocalIoError('the folder of cached repositories cannot be written', { cause: error });
  } finally {
    rmSync(mine, { force: true });
  }
}

/** Renames first: of several that find the owner dead, one gets hold of the file. */
function removeDead(lock: string): void {
  const token = read(lock);
  if (token === undefined || isAlive(token)) return;
  const aside = `${lock}.${randomBytes(6).toString('hex')}`;
  try {
    renameSync(lock, aside);
    // Another may have taken the lock in between: it gets it back.
    if (read(aside) !== token) linkSync(aside, lock);
  } catch {
    // Gone already: somebody else was faster.
  }
  rmSync(aside, { force: true });
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

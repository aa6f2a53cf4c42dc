// One worker at a time, across processes and containers, and no wait for a process that is gone.
import {
  lstatSync,
  lutimesSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname } from 'node:path';
import { ConfigError } from '../errors.ts';
import { errnoOf, ioError } from './io-error.ts';
import {
  ageMsOf,
  FOREIGN_LIFE_MS,
  isAlive,
  isInUse,
  namesIn,
  nonce,
  ownerId,
  passingName,
  pidOf,
  removeQuietly,
} from './leftovers.ts';

const DEFAULT_WAIT_MS = 10_000;
/** A queue that moves is waited for longer than one process that does not let go. */
const MOVING_QUEUE = 6;
const MAX_PAUSE_MS = 25;
/** Often enough that a holder others cannot ask is never taken for dead while it works. */
const HEARTBEAT_MS = FOREIGN_LIFE_MS / 6;
const MAX_HOLDER_BYTES = 200;
const HOLDER = /^\d+-\d+-\w*\.\w+$/;
const NO_LINKS_HERE = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

export interface LockOptions {
  waitMs?: number | undefined;
  /** Ends the wait with the signal's reason. */
  signal?: AbortSignal | undefined;
}

/**
 * Runs `work` while this process alone holds `<path>.lock`, and returns its result. The folder must exist. Throws
 * ConfigError `LOCKED` when one other holds it for `waitMs`, or several in turn for six times that, and LocalIoError when the lock cannot be written.
 */
export async function withLock<T>(
  path: string,
  work: () => T | Promise<T>,
  { waitMs = DEFAULT_WAIT_MS, signal }: LockOptions = {},
): Promise<T> {
  const lock = `${path}.lock`;
  const holder = await acquire(path, lock, waitMs, signal);
  const heartbeat = setInterval(() => touch(lock, holder), HEARTBEAT_MS).unref();
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    if (holderOf(lock) === holder) removeQuietly(lock);
  }
}

/** Removes a lock when its holder is dead, and leaves a file alone that is no lock of ours. Never throws. */
export function clearDeadLock(lock: string): void {
  const holder = holderOf(lock);
  if (holder !== undefined && !isHeld(lock, holder)) takeAway(lock, holder);
}

async function acquire(
  path: string,
  lock: string,
  waitMs: number,
  signal: AbortSignal | undefined,
): Promise<string> {
  const holder = `${ownerId()}.${nonce()}`;
  const last = performance.now() + waitMs * MOVING_QUEUE;
  let other: string | undefined;
  let since = performance.now();
  while (!create(lock, holder)) {
    signal?.throwIfAborted();
    clearDeadLock(lock);
    const now = performance.now();
    const seen = holderOf(lock);
    if (seen !== other) [other, since] = [seen, now];
    if (now >= Math.min(since + waitMs, last)) throw locked(path, lock);
    await new Promise((resolve) => setTimeout(resolve, 1 + Math.random() * MAX_PAUSE_MS));
  }
  return holder;
}

/** Shows that the holder still works; only its own lock, which another may have taken over after a long standstill. */
function touch(lock: string, holder: string): void {
  if (holderOf(lock) !== holder) return;
  try {
    const now = new Date();
    lutimesSync(lock, now, now);
  } catch {
    // Removed this moment, or a disk that takes no times: the lock then ages like one of a dead process.
  }
}

/** A symbolic link comes into being together with its text; a file could be seen empty, and then nobody knows whose. */
function create(lock: string, holder: string): boolean {
  try {
    symlinkSync(holder, lock);
    return true;
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === 'EEXIST') return false;
    if (errno !== undefined && NO_LINKS_HERE.has(errno)) return createFile(lock, holder);
    throw ioError('write', lock, error);
  }
}

function createFile(lock: string, holder: string): boolean {
  try {
    writeFileSync(lock, holder, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false;
    throw ioError('write', lock, error);
  }
}

function holderOf(lock: string): string | undefined {
  try {
    const stats = lstatSync(lock);
    if (stats.isSymbolicLink()) return readlinkSync(lock);
    return stats.isFile() && stats.size < MAX_HOLDER_BYTES ? readFileSync(lock, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}

function isHeld(lock: string, holder: string): boolean {
  // Empty: killed between making the file and writing into it, where links are not to be had.
  if (holder !== '' && !HOLDER.test(holder)) return true;
  return isAlive(holder.split('.')[0] ?? '', ageMsOf(lock));
}

/**
 * Two processes may find the same dead lock, and the slower one must not remove the lock the faster one then took.
 * So each puts down a claim first, looks for others, and goes on only when it is alone; nobody else removes a dead
 * lock, so it is still the same one when it goes. A claim's name is never used twice, so a dead claim is no obstacle.
 */
function takeAway(lock: string, deadHolder: string): void {
  const claim = passingName(lock, 'claim');
  try {
    writeFileSync(claim, '', { flag: 'wx', mode: 0o600 });
    if (isAlone(lock, claim) && holderOf(lock) === deadHolder) unlinkSync(lock);
  } catch {
    // A full or read-only disk: the wait for the lock ends with LOCKED.
  } finally {
    removeQuietly(claim);
  }
}

function isAlone(lock: string, claim: string): boolean {
  const folder = dirname(lock);
  const others = namesIn(folder).filter(
    (name) => name.startsWith(`${basename(lock)}.`) && name.endsWith('.claim') && name !== basename(claim),
  );
  return others.every((name) => !isInUse(folder, name));
}

function locked(path: string, lock: string): ConfigError {
  const pid = pidOf((holderOf(lock) ?? '').split('.')[0] ?? '');
  return new ConfigError(`"${path}" is being changed by process ${pid ?? 'unknown'}`, {
    code: 'LOCKED',
    retryable: true,
    hint: `run the command again; if no docs is running, remove "${lock}"`,
    details: { path, ...(pid === undefined ? {} : { pid: Number(pid) }) },
  });
}

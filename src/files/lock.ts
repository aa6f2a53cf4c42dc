// One worker at a time, across processes and containers, and no wait for a process that is gone, nor a file left of one.

import {
  type Dirent,
  lstatSync,
  lutimesSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { getBuiltinModule, geteuid, kill, pid } from 'node:process';
import { ConfigError, isError } from '../errors.ts';
import { errnoOf, ioError } from './io-error.ts';

/** A holder on another machine, or in another container, cannot be asked: it counts as gone after this long without a sign. */
const FOREIGN_LIFE_MS = 60_000;
const DEFAULT_WAIT_MS = 10_000;
/** A queue that moves is waited for longer than one process that does not let go. */
const MOVING_QUEUE = 6;
const MAX_PAUSE_MS = 25;
/** Often enough that a holder others cannot ask is never taken for dead while it works. */
const HEARTBEAT_MS = FOREIGN_LIFE_MS / 6;
const MAX_HOLDER_BYTES = 200;
const HOLDER = /^\d+-\d+-\w*\.\w+$/;
const NO_LINKS_HERE = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

interface LockOptions {
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
function clearDeadLock(lock: string): void {
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

// Temporary files: each name says which process made it, so that what a killed process left can be removed.

// Who holds a lock or a temporary file, written so that another process can tell whether the holder still lives.
// The one place outside main.ts that asks the running process about itself: a pid cannot be handed in.
const OWNER = /^(\d+)-(\d+)-(\w*)$/;

let own: string | undefined;
let here: string | undefined;

/** This process as `<pid>-<start time>-<place>`; the start time is 0 where the system does not report it. */
export function ownerId(): string {
  own ??= `${pid}-${statOf(pid)?.startTime ?? '0'}-${placeId()}`;
  return own;
}

/** A part of a name that no other file will ever bear. */
export const nonce = (): string => Math.random().toString(36).slice(2, 10).padEnd(8, '0');

/**
 * True while the process named by `owner` may still be working. Where it cannot be asked, `ageMs`, the time since its last
 * sign, decides. An age far in the future says as little as one far in the past.
 */
export function isAlive(owner: string, ageMs: number, foreignLifeMs = FOREIGN_LIFE_MS): boolean {
  const [, pid, startTime, place] = OWNER.exec(owner) ?? [];
  if (place !== placeId()) return Math.abs(ageMs) < foreignLifeMs;
  if (!exists(Number(pid))) return false;
  const now = statOf(Number(pid));
  if (now === undefined) return true;
  // A zombie does nothing any more, and a later process may have been given the same number.
  return now.state !== 'Z' && now.state !== 'X' && (startTime === '0' || startTime === now.startTime);
}

/** The pid in an owner's name, for a message. */
export const pidOf = (owner: string): string | undefined => OWNER.exec(owner)?.[1];

/** The user this process acts as; undefined on Windows. */
export const effectiveUser = (): number | undefined => geteuid?.();

function exists(pid: number): boolean {
  try {
    kill(pid, 0);
    return true;
  } catch (error) {
    return isError(error) && 'code' in error && error.code === 'EPERM';
  }
}

function statOf(pid: number): { state: string | undefined; startTime: string } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may hold spaces, so the fields count from the last parenthesis.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0], startTime: fields[19] ?? '0' };
  } catch {
    return undefined;
  }
}

/**
 * Where a pid means this process and no other: the host, since its last start, in its own pid namespace. Containers may share
 * a folder, a host name and a kernel, and still number their processes each from 1.
 */
function placeId(): string {
  // Not imported: node:os takes 0.3 ms to load, and most commands hold no lock.
  const { hostname } = getBuiltinModule('node:os');
  here ??= [hostname().slice(0, 32), readQuietly(bootId).slice(0, 8), readQuietly(pidNamespace)]
    .map((part) => part.replace(/\W/g, '_'))
    .join('_');
  return here;
}

const bootId = () => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1');
/** `pid:[4026531836]` */
const pidNamespace = () => readlinkSync('/proc/self/ns/pid').replace(/\D/g, '');

/** Empty where the system has no such file. */
function readQuietly(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}

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

// What a killed process left behind goes when the next one starts.

/** Removes the temporary files and locks of dead processes from a folder. Never throws. */
export function sweepLeftovers(folder: string): void {
  for (const entry of entriesOf(folder)) {
    if (isAbandoned(folder, entry.name)) removeQuietly(join(folder, entry.name));
    // Only a link is surely ours: other programs have files of this name.
    else if (entry.isSymbolicLink() && entry.name.endsWith('.lock')) clearDeadLock(join(folder, entry.name));
  }
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Removes the files of a folder that were last written longer ago than so many milliseconds. Never throws. */
export function sweepOlder(folder: string, keptMs: number): void {
  for (const name of namesIn(folder)) {
    const path = join(folder, name);
    if (ageMsOf(path) > keptMs) removeQuietly(path);
  }
}

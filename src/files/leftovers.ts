// Files that exist for moments only: their names tell whose they are, so that those of the dead can be removed.
import { lstatSync, readdirSync, readFileSync, readlinkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { getBuiltinModule, geteuid, kill, pid } from 'node:process';
import { isError } from '../errors.ts';

// Who holds a lock or a temporary file, written so that another process can tell whether the holder still lives.
// The one place outside main.ts that asks the running process about itself: a pid cannot be handed in.
const OWNER = /^(\d+)-(\d+)-(\w*)$/;
/** A holder on another machine, or in another container, cannot be asked: it counts as gone after this long without a sign. */
export const FOREIGN_LIFE_MS = 60_000;

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

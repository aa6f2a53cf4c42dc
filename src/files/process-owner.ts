// Who holds a lock or a temporary file, written so that another process can tell whether the holder still lives.
// The one place outside main.ts that asks the running process about itself: a pid cannot be handed in.
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import process from 'node:process';

const OWNER = /^(\d+)-(\d+)-(\w*)$/;
/** A holder on another machine cannot be asked, so it counts as gone after this long. */
const FOREIGN_LIFE_MS = 60_000;

let own: string | undefined;

/** This process as `<pid>-<start time>-<host>`; the start time is 0 where the system does not tell it. */
export function ownerId(): string {
  own ??= `${process.pid}-${statOf(process.pid)?.startTime ?? '0'}-${hostId()}`;
  return own;
}

/** A part of a name that no other file will ever bear. */
export function nonce(): string {
  return Math.random().toString(36).slice(2, 10).padEnd(8, '0');
}

/** True while the process named by `owner` may still be working; `ageMs` decides where it cannot be asked. */
export function isAlive(owner: string, ageMs: number): boolean {
  const [, pid, startTime, host] = OWNER.exec(owner) ?? [];
  if (host !== hostId()) return ageMs < FOREIGN_LIFE_MS;
  if (!exists(Number(pid))) return false;
  const now = statOf(Number(pid));
  if (now === undefined) return true;
  // A zombie does nothing any more, and a later process may have been given the same number.
  return now.state !== 'Z' && now.state !== 'X' && (startTime === '0' || startTime === now.startTime);
}

/** The pid in an owner's name, for a message. */
export function pidOf(owner: string): string | undefined {
  return OWNER.exec(owner)?.[1];
}

/** The user this process acts as; undefined on Windows. */
export function effectiveUser(): number | undefined {
  return process.geteuid?.();
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
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

function hostId(): string {
  return hostname().replace(/\W/g, '_').slice(0, 32);
}

// A failed system call, in words; and what is at a path, where a failure to look is said so.
import { lstatSync, type Stats, statSync } from 'node:fs';
import { basename } from 'node:path';
import { DocsError, EXIT, isError, LocalIoError, UsageError } from '../errors.ts';

const WORDS: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space left on the device',
  EDQUOT: 'the disk quota is used up',
  EIO: 'the disk reported an error',
  ENOENT: 'no such file or folder',
  ENOTDIR: 'a part of the path is not a folder',
  EISDIR: 'it is a folder',
  EEXIST: 'a file is there',
  ENAMETOOLONG: 'the name is too long',
  ELOOP: 'its links go in a circle',
  EMFILE: 'too many open files',
  EBUSY: 'it is in use',
  UNKNOWN: 'the system gives no reason',
};

/** Node has no name for it; by number on Linux, macOS and the BSDs. */
const DISK_QUOTA = /error -(122|69)$/;

/** The `code` of a failed system call, such as `ENOENT`. */
export function errnoOf(error: unknown): string | undefined {
  if (error instanceof DocsError || !(isError(error) && 'code' in error)) return undefined;
  if (typeof error.code !== 'string') return undefined;
  return DISK_QUOTA.test(error.code) ? 'EDQUOT' : error.code;
}

/** What failed, and what to do about it, in words. */
export const wordsOfErrno = (errno: string, path: string): { what: string; hint: string } => ({
  what: WORDS[errno] ?? errno,
  hint: hintFor(errno, path),
});

/**
 * A `LocalIoError` that says what could not be done to which path; its cause is left out, as it may quote data. What is not
 * there to be read is exit 5, and a file in the place of a folder, or the other way round, is exit 2.
 */
export function ioError(verb: 'read' | 'write', path: string, error: unknown, hint?: string): LocalIoError {
  const errno = isAbove(path, error) ? 'ENOTDIR' : (errnoOf(error) ?? 'UNKNOWN');
  return new LocalIoError(`cannot ${verb} "${path}": ${WORDS[errno] ?? errno}`, {
    hint: hint ?? hintFor(errno, path),
    details: { path, errno },
    ...(/^E(NOTDIR|ISDIR)$/.test(errno) && { exit: EXIT.usage }),
    ...(verb === 'read' && /^ENO(ENT|TDIR)$/.test(errno) && { exit: EXIT.notFound }),
  });
}

/** What was named is there, and is of another kind. */
export const notA = (kind: 'file' | 'folder', shown: string, hint: string): UsageError =>
  new UsageError(`"${shown}" is not a ${kind}`, { hint });

/** A folder on the way to the path could not be made, as a file has its name. */
const isAbove = (path: string, error: unknown): boolean =>
  errnoOf(error) === 'EEXIST' &&
  isError(error) &&
  'path' in error &&
  basename(String(error.path)) !== basename(path);

function hintFor(errno: string, path: string): string {
  const again = 'then run the command again';
  if (/NOSPC|DQUOT/.test(errno)) return `free some disk space, ${again}`;
  if (errno === 'EBUSY') return 'close the program that uses it';
  if (errno === 'EIO') return `check the disk, ${again}`;
  if (errno === 'EEXIST') return 'use another name';
  if (errno === 'EISDIR') return 'name a file';
  if (errno === 'EROFS') return 'use a folder that can be written';
  if (/^E(NOENT|NOTDIR|LOOP|NAMETOOLONG)$/.test(errno)) return 'check the path';
  return `check the owner and the mode of "${path}" and of its folder`;
}

interface Look {
  /** What the path is for, as the error says it. */
  to?: 'read' | 'write';
  /** The path as it was typed. */
  shown?: string;
  /** What a link leads to, instead of the link. */
  behind?: boolean;
}

/** Undefined where nothing is. Throws LocalIoError where nobody can look: below a file, or in a closed folder. */
export function statsAt(
  path: string,
  { to = 'read', shown = path, behind = false }: Look = {},
): Stats | undefined {
  try {
    return (behind ? statSync : lstatSync)(path, { throwIfNoEntry: false });
  } catch (error) {
    throw ioError(to, shown, error);
  }
}

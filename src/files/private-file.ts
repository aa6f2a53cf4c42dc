// Reading files that are ours alone: never through a link, never from somebody else, never open to others.
import { closeSync, constants, fchmodSync, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { ConfigError } from '../errors.ts';
import { errnoOf, ioError } from './io-error.ts';
import { effectiveUser } from './leftovers.ts';

const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * The text of a regular file of ours; undefined when there is none. Takes away the rights of group and others that
 * `mode` does not grant. Throws ConfigError `UNSAFE_FILE` for a link, a pipe, a folder or another owner's file, and
 * LocalIoError.
 */
export const readPrivateFile = (path: string, mode = 0o600): string | undefined =>
  withPrivateFile(path, mode, (fd) => readFileSync(fd, 'utf8'));

/** As `readPrivateFile`, with the open file and its size. */
export function withPrivateFile<T>(
  path: string,
  mode: number,
  read: (fd: number, size: number) => T,
): T | undefined {
  const fd = openQuietly(path);
  if (fd === undefined) return undefined;
  try {
    const stats = fstatSync(fd);
    refuseOddFile(path, stats);
    if (stats.size > MAX_BYTES) throw unsafe(path, `is larger than ${MAX_BYTES} bytes`);
    tighten(fd, stats, mode);
    return read(fd, stats.size);
  } catch (error) {
    throw error instanceof ConfigError ? error : ioError('read', path, error);
  } finally {
    closeSync(fd);
  }
}

/** Throws ConfigError `UNSAFE_FILE` unless it is a regular file of ours. */
export function refuseOddFile(path: string, stats: Stats): void {
  if (stats.isSymbolicLink()) throw unsafe(path, 'is a symbolic link');
  if (stats.isDirectory()) throw unsafe(path, 'is a folder');
  if (!stats.isFile()) throw unsafe(path, 'is not a regular file', 'use a regular file');
  refuseOtherOwner(path, stats);
}

/** Throws ConfigError `UNSAFE_FILE` when the file or folder belongs to another user. */
export function refuseOtherOwner(path: string, stats: Stats): void {
  const user = effectiveUser();
  if (user === undefined || stats.uid === user) return;
  const hint =
    user === 0
      ? 'run docs without sudo, or set DOCS_CONFIG_DIR'
      : `take ownership of "${path}" or move it away`;
  throw unsafe(path, `belongs to another user (uid ${stats.uid})`, hint);
}

function openQuietly(path: string): number | undefined {
  try {
    // Without O_NONBLOCK, opening a pipe waits for somebody to write to it.
    return openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === 'ENOENT' || errno === 'ENOTDIR') return undefined;
    if (errno === 'ELOOP' || errno === 'EMLINK') throw unsafe(path, 'is a symbolic link');
    if (errno === 'ENXIO') throw unsafe(path, 'is not a regular file');
    throw ioError('read', path, error);
  }
}

function tighten(fd: number, stats: Stats, mode: number): void {
  if (effectiveUser() === undefined || (stats.mode & 0o777 & ~mode) === 0) return;
  try {
    fchmodSync(fd, stats.mode & mode);
  } catch (error) {
    // On a read-only disk nothing can be repaired, and reading harms no one.
    if (errnoOf(error) !== 'EROFS') throw error;
  }
}

function unsafe(
  path: string,
  why: string,
  hint = `move "${path}" away, then run the command again`,
): ConfigError {
  return new ConfigError(`"${path}" ${why}`, { code: 'UNSAFE_FILE', hint, details: { path } });
}

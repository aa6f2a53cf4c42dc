// Writing a file, and its folder, so that a reader, a second writer, a kill or a full disk meets the old text or the new.

import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { ConfigError, DocsError } from '../errors.ts';
import { errnoOf, ioError, statsAt } from './io-error.ts';
import { readPrivateFile, refuseOddFile, refuseOtherOwner } from './json-file.ts';
import { effectiveUser, namesIn, passingName, removeQuietly, sweepLeftovers, withLock } from './lock.ts';
import { shellWord } from './shell-word.ts';

interface WriteOptions {
  /** The rights of the file, lessened by the umask. Default 0600. */
  mode?: number | undefined;
  /** The folder is ours: an existing one is closed to group and others too. A new folder is 0700 in any case. */
  ownDir?: boolean | undefined;
  /** What can be asked for again does not wait for the disk: a power cut may empty it. */
  passing?: boolean | undefined;
}

/**
 * Replaces a file in one step that outlasts a power cut. Throws LocalIoError, with the old file intact, and ConfigError
 * `UNSAFE_FILE` when the path is a link, a pipe, a folder or another user's file.
 */
export function writeFileDurably(
  path: string,
  data: string | Uint8Array | Iterable<string>,
  options: WriteOptions = {},
): void {
  ensureFolder(dirname(path), options.ownDir ?? false);
  const stats = statsAt(path, { to: 'write' });
  if (stats) refuseOddFile(path, stats);
  const isWhole = typeof data === 'string' || data instanceof Uint8Array;
  replace(path, isWhole ? [Buffer.from(data)] : blocksOf(data), options);
}

/**
 * Reads, changes and writes a text file while no other process does. `change` gets undefined when there is no file,
 * and gives undefined (or the same text) to leave it alone. Throws ConfigError `LOCKED` after `waitMs` (10 s), and
 * what `writeFileDurably` throws.
 */
export async function updateFile(
  path: string,
  change: (old: string | undefined) => string | undefined,
  { mode = 0o600, ownDir = false, waitMs }: WriteOptions & { waitMs?: number | undefined } = {},
): Promise<void> {
  ensureFolder(dirname(path), ownDir);
  await withLock(
    path,
    () => {
      sweepLeftovers(dirname(path));
      const old = readPrivateFile(path, mode);
      const next = change(old);
      if (next !== undefined && next !== old) replace(path, [Buffer.from(next)], { mode });
    },
    { waitMs },
  );
}

function replace(path: string, blocks: Iterable<Uint8Array>, { mode = 0o600, passing }: WriteOptions): void {
  const temp = passingName(path, 'tmp');
  try {
    writeNew(temp, blocks, { mode, passing });
    renameSync(temp, path);
    if (!passing) syncFolder(dirname(path));
  } catch (error) {
    removeQuietly(temp);
    throw ioError('write', path, error);
  }
}

/** What is written at once. */
const BLOCK = 256 * 1024;

function* blocksOf(pieces: Iterable<string>): Generator<Uint8Array> {
  let text = '';
  for (const piece of pieces) {
    text += piece;
    if (text.length < BLOCK) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text);
}

function writeNew(temp: string, blocks: Iterable<Uint8Array>, { mode, passing }: WriteOptions): void {
  const fd = openSync(temp, 'wx', mode);
  try {
    // On a nearly full disk a write stores a part and reports success, so go on until all is stored or one fails.
    for (const bytes of blocks) for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
    if (!passing) fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** Waits until the disk has a whole file. Windows does so only for a file that is open for writing. */
export function syncFile(path: string): void {
  const fd = openSync(path, 'r+');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** The same for the names in a folder, where the system can and needs to: a new name is on the disk only when its folder is. */
export function syncFolder(folder: string): void {
  let fd: number;
  try {
    fd = openSync(folder, 'r');
  } catch {
    return; // Windows cannot open a folder, and needs no such step.
  }
  try {
    fsyncSync(fd);
  } catch (error) {
    if (errnoOf(error) !== 'EPERM' && errnoOf(error) !== 'EINVAL') throw error;
  } finally {
    closeSync(fd);
  }
}

// The folders our files live in.

// Makes folders, for every layer that writes files.

/**
 * Makes a folder with its parents, each of `mode`, by default 0700; one that is there stays as it is. One level at a time: the `recursive`
 * of mkdir never ends below /proc. Throws the errors of node:fs.
 */
export function makeFolder(folder: string, mode = 0o700): void {
  try {
    makeOne(folder, mode);
  } catch {
    const parent = dirname(folder);
    if (!statSync(parent, { throwIfNoEntry: false })) makeFolder(parent, mode);
    // Another process may have made the parent meanwhile; where it was there all the time, this fails again.
    makeOne(folder, mode);
  }
}

function makeOne(folder: string, mode: number): void {
  try {
    mkdirSync(folder, mode);
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST' || !statSync(folder).isDirectory()) throw error;
  }
}

/**
 * Makes a folder with its parents, 0700 each; with `own`, closes an existing one to group and others. Throws
 * LocalIoError, and ConfigError `UNSAFE_FILE` when an own folder belongs to another user or to everybody.
 */
export function ensureFolder(folder: string, own: boolean): void {
  try {
    if (!statSync(folder, { throwIfNoEntry: false })) makeFolder(folder);
    if (own && effectiveUser() !== undefined) close(folder, statSync(folder));
  } catch (error) {
    throw error instanceof DocsError ? error : ioError('write', folder, error);
  }
}

/** A folder that holds more than settings (a checkout, a home) has other readers, and 0700 would lock them out. */
export const holdsOnlyOurs = (folder: string): boolean =>
  namesIn(folder).every((name) => name.includes('.json') || /^(?:locks$|sandbox\.db)/.test(name));

export const isWritableByOthers = ({ mode }: Pick<Stats, 'mode'>): boolean => (mode & 0o022) !== 0;

function close(folder: string, stats: Stats): void {
  if (!stats.isDirectory()) return;
  refuseOtherOwner(folder, stats);
  if ((stats.mode & 0o1000) !== 0) {
    throw new ConfigError(`"${folder}" is shared by all users`, {
      code: 'UNSAFE_FILE',
      hint: 'set DOCS_CONFIG_DIR to another folder',
      details: { path: folder },
    });
  }
  if ((stats.mode & 0o077) === 0) return;
  if (holdsOnlyOurs(folder)) {
    chmodSync(folder, stats.mode & 0o700);
  } else if (isWritableByOthers(stats)) {
    throw new ConfigError(
      `"${folder}" can be changed by other users and contains files that do not belong to docs`,
      {
        code: 'UNSAFE_FILE',
        hint: `chmod go-w ${shellWord(folder)}, or set DOCS_CONFIG_DIR to another folder`,
        details: { path: folder },
      },
    );
  }
}

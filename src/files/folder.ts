// The folders our files live in.
import { chmodSync, mkdirSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { ConfigError, DocsError, isError } from '../errors.ts';
import { ioError } from './io-error.ts';
import { effectiveUser, namesIn } from './leftovers.ts';
import { refuseOtherOwner } from './private-file.ts';
import { shellWord } from './shell-word.ts';

// Makes folders, for every layer that writes files.

/**
 * Makes a folder with its parents, each of `mode`, by default 0700; one that is there stays as it is. One level at a time: the `recursive`
 * of mkdir never ends below /proc. Throws the errors of node:fs.
 */
export function makeFolder(folder: string, mode = 0o700): void {
  try {
    makeOne(folder, mode);
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw error;
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
    if (!isCode(error, 'EEXIST') || !statSync(folder).isDirectory()) throw error;
  }
}

const isCode = (error: unknown, code: string): boolean =>
  isError(error) && 'code' in error && error.code === code;

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

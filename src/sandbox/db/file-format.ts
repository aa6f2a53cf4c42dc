// Whose a SQLite file is, and of which format: what is not of this version is left as it is.

import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { ConfigError, LocalIoError } from '../../errors.ts';
import { ioError } from '../../files/io-error.ts';
import { shell } from '../../files/shell-word.ts';

/** `docs` in ASCII: tells the files of docs from other SQLite files. */
export const APPLICATION_ID = 0x64_6f_63_73;
/** Raised whenever a table or a column is new: what an older file lacks would fail in the middle of a request. */
export const SCHEMA_VERSION = 6;

/** The command that replaces this very file. */
export const startOver = (file: string): string => shell`docs sandbox reset --demo --file ${file}`;

export const notSandbox = (file: string, cause?: unknown): ConfigError =>
  new ConfigError(`${file} is not a sandbox file; nothing was changed`, {
    code: 'SANDBOX_CORRUPT',
    hint: 'use another file: docs sandbox init --demo --file ./try.db',
    cause,
  });

/** Takes what tells the value of a pragma. Throws ConfigError for another file, and for an earlier or newer version. */
export function checkFormat(pragma: (name: string) => number, file: string): void {
  const owner = pragma('application_id');
  const version = pragma('user_version');
  if (owner !== APPLICATION_ID) {
    throw notSandbox(file);
  }
  if (version < SCHEMA_VERSION) {
    throw new ConfigError(
      `${file} was made by an earlier version of docs (format ${version}, this one reads ${SCHEMA_VERSION}); nothing was changed`,
      { code: 'SANDBOX_OLDER', hint: startOver(file) },
    );
  }
  if (version > SCHEMA_VERSION) {
    throw new ConfigError(
      `${file} was made by a newer version of docs (format ${version}, this one reads ${SCHEMA_VERSION}); nothing was changed`,
      { code: 'SANDBOX_NEWER', hint: `update docs, or start over: ${startOver(file)}` },
    );
  }
}

const SQLITE = 'SQLite format 3\0';
const HEADER_BYTES = 100;
const VERSION_AT = 60;
const OWNER_AT = 68;

/** What the header of a file says, undefined for one that SQLite did not write. Throws LocalIoError. */
export function headerOf(file: string): { owner: number; version: number } | undefined {
  const header = Buffer.alloc(HEADER_BYTES);
  try {
    const handle = openSync(file, 'r');
    try {
      readSync(handle, header, 0, HEADER_BYTES, 0);
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    throw ioError('read', file, error);
  }
  if (header.toString('latin1', 0, SQLITE.length) !== SQLITE) return undefined;
  return { owner: header.readUInt32BE(OWNER_AT), version: header.readUInt32BE(VERSION_AT) };
}

/** The same check without a connection, which would keep the file open for a while. Throws ConfigError, LocalIoError. */
export function checkFile(file: string): void {
  const header = headerOf(file);
  if (!header) throw notSandbox(file);
  checkFormat((pragma) => (pragma === 'user_version' ? header.version : header.owner), file);
}

// Whether the file at a path is still the one that was opened: removed or replaced, it lives on only in this process.

interface FilePlace {
  /** Throws LocalIoError `SANDBOX_REPLACED`. */
  require(): void;
}

interface OverwriteWatch {
  overwritten(): boolean;
  /** Whether there is something in the log that could be moved into the file. */
  hasLog(): boolean;
  /** Takes the file as it is now for right. */
  settle(): void;
}

/** Remembers the file at a path; call it right after opening. */
export function placeOf(file: string): FilePlace {
  const opened = identityOf(file);
  return {
    require() {
      const now = identityOf(file);
      if (now === opened) return;
      const what = now === undefined ? 'removed' : 'replaced';
      throw new LocalIoError(`${file} was ${what} while it was open; changes made since then are not kept`, {
        code: 'SANDBOX_REPLACED',
        details: { file },
      });
    },
  };
}

/** Device and inode; undefined when there is no such file. */
function identityOf(file: string): string | undefined {
  const stats = statSync(file, { throwIfNoEntry: false, bigint: true });
  return stats && `${stats.dev}:${stats.ino}`;
}

/**
 * Notices a file that was overwritten in place, as `cp` does. The file itself changes only by a checkpoint, and that needs
 * something in the log: where the log was empty and stayed as it was, any change came from outside.
 */
export function overwriteWatch(file: string): OverwriteWatch {
  let known = stateOf(file);
  return {
    overwritten() {
      const now = stateOf(file);
      return known.logSize === 0n && now.log === known.log && now.file !== known.file;
    },
    hasLog: () => (stateOf(file).logSize ?? 0n) > 0n,
    settle() {
      known = stateOf(file);
    },
  };
}

function stateOf(file: string) {
  const main = statSync(file, { throwIfNoEntry: false, bigint: true });
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false, bigint: true });
  return {
    file: `${main?.size} ${main?.mtimeNs}`,
    log: `${log?.ino} ${log?.size} ${log?.mtimeNs}`,
    logSize: log?.size,
  };
}

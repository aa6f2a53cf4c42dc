// Whose a SQLite file is, and of which format: what is not of this version is left as it is.
import { ConfigError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';

/** `docs` in ASCII: tells the files of docs from other SQLite files. */
export const APPLICATION_ID = 0x64_6f_63_73;
/** Raised whenever a table or a column is new: what an older file lacks would fail in the middle of a request. */
export const SCHEMA_VERSION = 5;

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

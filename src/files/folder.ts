// The folders our files live in.
import { chmodSync, type Stats, statSync } from 'node:fs';
import { ConfigError, DocsError } from '../errors.ts';
import { ioError } from './io-error.ts';
import { namesIn } from './leftovers.ts';
import { makeFolder } from './make-folder.ts';
import { refuseOtherOwner } from './private-file.ts';
import { effectiveUser } from './process-owner.ts';
import { shellWord } from './shell-word.ts';

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

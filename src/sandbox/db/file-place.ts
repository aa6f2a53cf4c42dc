// Whether the file at a path is still the one that was opened: removed or replaced, it lives on only in this process.
import { statSync } from 'node:fs';
import { LocalIoError } from '../../errors.ts';

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

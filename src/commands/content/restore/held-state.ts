// Where docs restore keeps how far it has come: one file for each backup and place, gone once it is done.
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureFolder } from '../../../files/folder.ts';
import { withLock } from '../../../files/lock.ts';
import { readPrivateFile } from '../../../files/private-file.ts';
import { writeWhole } from '../../../files/safe-write.ts';
import { newState, parseState, type StateKeeper } from '../../../workflows/restore/restore-state.ts';

export interface HeldState extends StateKeeper {
  /** An earlier run was cut off. */
  readonly isOld: boolean;
  /** Forgets what an earlier run did. */
  reset(): void;
  /** Runs `work` while no other process works on the same. Throws ConfigError `LOCKED`. */
  locked<T>(work: () => Promise<T>): Promise<T>;
  /** All is done. */
  finish(): Promise<void>;
}

/** The state of the restore that `about` names; a new one where none was cut off. Throws LocalIoError. */
export async function heldState(folder: string, about: readonly unknown[]): Promise<HeldState> {
  const text = JSON.stringify(about);
  const path = join(folder, `${createHash('sha256').update(text).digest('hex').slice(0, 16)}.json`);
  const old = parseState(readPrivateFile(path) ?? '');
  const held: HeldState = {
    state: old ?? newState(text),
    isOld: old !== undefined,
    reset() {
      held.state = newState(text);
    },
    async save() {
      const bytes = Buffer.from(JSON.stringify(held.state));
      await writeWhole(path, async (write) => write(bytes), { replace: true });
    },
    async locked(work) {
      ensureFolder(folder, true);
      return withLock(path, work, { waitMs: 1000 });
    },
    finish: () => rm(path, { force: true }),
  };
  return held;
}

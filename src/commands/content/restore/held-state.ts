// Where docs restore keeps how far it has come: one file for each backup and place, kept for a while once it is done.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { ensureFolder } from '../../../files/folder.ts';
import { withLock } from '../../../files/lock.ts';
import { readPrivateFile } from '../../../files/private-file.ts';
import { sweepLeftovers, sweepOlder } from '../../../files/sweep.ts';
import { writeFileDurably } from '../../../files/writer.ts';
import { newState, parseState, type StateKeeper } from '../../../workflows/restore/restore-state.ts';

export interface HeldState extends StateKeeper {
  /** An earlier run was cut off. */
  readonly isOld: boolean;
  /** When an earlier run did all of it. */
  readonly finishedAt: string | undefined;
  /** Forgets what an earlier run did. */
  reset(): void;
  /** Runs `work` while no other process works on the same. Throws ConfigError `LOCKED`. */
  locked<T>(work: () => Promise<T>): Promise<T>;
  /** All is done: resuming a run that was killed at the very end says so. */
  finish(now: Date): void;
}

const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** The state of the restore that `about` names; a new one where none was cut off. Throws LocalIoError. */
export function heldState(folder: string, about: readonly unknown[]): HeldState {
  const text = JSON.stringify(about);
  const path = join(folder, `${createHash('sha256').update(text).digest('hex').slice(0, 16)}.json`);
  const old = parseState(readPrivateFile(path) ?? '');
  const finishedAt = old?.finishedAt;
  const isOld = old !== undefined && finishedAt === undefined;
  const save = () => writeFileDurably(path, JSON.stringify(held.state), { ownDir: true });
  const held: HeldState = {
    state: isOld ? old : newState(text),
    isOld,
    finishedAt,
    reset() {
      held.state = newState(text);
    },
    async save() {
      save();
    },
    async locked(work) {
      ensureFolder(folder, true);
      sweepLeftovers(folder);
      sweepOlder(folder, KEPT_MS);
      return withLock(path, work, { waitMs: 1000 });
    },
    finish(now) {
      held.state.finishedAt = now.toISOString();
      save();
    },
  };
  return held;
}

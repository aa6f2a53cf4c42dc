// Work that goes on after an answer, and the process that does it.
import { isAlive } from '../files/lock.ts';
import type { Database } from './db/database.ts';
import type { Background, Sandbox } from './sandbox.ts';

/** `next` is called whenever a work has ended, and may add another, which must be the last. */
export function makeBackground(next: () => void = () => {}): Background {
  const running = new Set<Promise<void>>();
  const control = new AbortController();
  return {
    add(work, { last = false } = {}) {
      running.add(work);
      const done = () => {
        running.delete(work);
        if (!last) next();
      };
      work.then(done, done);
    },
    async settle() {
      while (running.size > 0) await Promise.all(running);
    },
    stop: () => control.abort(),
    signal: control.signal,
  };
}

/** Changes a row now, and returns it as it is then. */
export function changeRow<R extends { id: string; updatedAt: string }>(
  { db, now }: Pick<Sandbox, 'db' | 'now'>,
  table: (db: Database) => { update(where: { id: string }, changes: Partial<R>): boolean },
  row: R,
  given: NoInfer<Partial<R>>,
): R {
  const changes = { ...given, updatedAt: now().toISOString() };
  table(db).update({ id: row.id }, changes);
  return { ...row, ...changes };
}

/** A process in another container cannot be asked: its job counts as lost after this long. */
const LONGEST_JOB_MS = 10 * 60_000;

export function mayBeAlive(
  { now }: Pick<Sandbox, 'now'>,
  { owner, updatedAt }: { owner: string; updatedAt: string },
): boolean {
  return isAlive(owner, now().getTime() - Date.parse(updatedAt), LONGEST_JOB_MS);
}

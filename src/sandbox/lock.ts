// Waiting for the write lock without holding up the event loop: SQLite itself would wait in the middle of it.
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from './db/database.ts';

const LOCK_MS = 10_000;
const LOCK_POLL_MS = 10;

/** Resolves when no other process writes, or after as long as a change waits at most; the change itself then says so. */
export async function whenFree(db: Database, until = performance.now() + LOCK_MS): Promise<void> {
  while (!db.isFree() && performance.now() < until) await delay(LOCK_POLL_MS);
}

/**
 * Lets changes through one after another, each in a turn of the event loop of its own. Each waits as long as it would
 * alone, whoever is before it.
 */
export function turns(db: Database): () => Promise<void> {
  let last = Promise.resolve();
  const wait = async (until: number) => {
    await new Promise<void>((resolve) => setImmediate(resolve));
    await whenFree(db, until);
  };
  return () => {
    const until = performance.now() + LOCK_MS;
    last = last.then(() => wait(until));
    return last;
  };
}

// Copies of a sandbox by SQLite's own backup: whole, also while others read and write.

import { copyFileSync, statSync } from 'node:fs';
import { backup, DatabaseSync } from '@photostructure/sqlite';
import { isError } from '../../errors.ts';
import { BUSY, resultCode } from './database.ts';

/** All pages in one step: nobody writes in between, and a reader sees the old content or the new. */
const AT_ONCE = 2 ** 30;
const TRIES = 200;
const PAUSE_MS = 10;

/**
 * Copies a database into another file, over what is there: in one transaction, so that whoever has that file open reads on
 * in the new content. Not `durable`: for a whole file that nobody has open, and a copy that may be lost with the machine.
 */
export async function copyDatabase(from: string, to: string, { durable = true } = {}): Promise<void> {
  if (!durable && !hasLog(from)) return copyFileSync(from, to);
  const source = new DatabaseSync(from, { timeout: TRIES * PAUSE_MS });
  try {
    for (let left = TRIES; ; left -= 1) {
      try {
        await backup(source, to, { rate: AT_ONCE });
        return;
      } catch (error) {
        if (left === 0 || !isBusy(error)) throw error;
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    }
  } finally {
    source.close();
  }
}

/** What was written and is not in the file yet. */
const hasLog = (file: string): boolean => (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;

/**
 * Lets a copy stand alone: without a log of its own, so that reading it makes no files beside it. Nothing may be prepared on
 * this connection, or SQLite would keep the file half open.
 */
export function sealCopy(path: string, { durable = true } = {}): void {
  const connection = new DatabaseSync(path);
  try {
    connection.exec(`${durable ? '' : 'PRAGMA synchronous = OFF; '}PRAGMA journal_mode = DELETE`);
  } finally {
    connection.close();
  }
}

/** The library tells it in words alone here. */
const isBusy = (error: unknown) =>
  resultCode(error) === BUSY || (isError(error) && /\b(?:locked|busy)\b/i.test(error.message));

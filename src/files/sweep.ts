// What a killed process left behind goes when the next one starts.
import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ageMsOf, isAbandoned, namesIn, removeQuietly } from './leftovers.ts';
import { clearDeadLock } from './lock.ts';

/** Removes the temporary files and locks of dead processes from a folder. Never throws. */
export function sweepLeftovers(folder: string): void {
  for (const entry of entriesOf(folder)) {
    if (isAbandoned(folder, entry.name)) removeQuietly(join(folder, entry.name));
    // Only a link is surely ours: other programs have files of this name.
    else if (entry.isSymbolicLink() && entry.name.endsWith('.lock')) clearDeadLock(join(folder, entry.name));
  }
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Removes the files of a folder that were last written longer ago than so many milliseconds. Never throws. */
export function sweepOlder(folder: string, keptMs: number): void {
  for (const name of namesIn(folder)) {
    const path = join(folder, name);
    if (ageMsOf(path) > keptMs) removeQuietly(path);
  }
}

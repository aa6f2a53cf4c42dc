// Makes folders, for every layer that writes files. A leaf: imports nothing of ours.
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder with its parents, each of `mode`, by default 0700; one that is there stays as it is. One level at a time: the `recursive`
 * of mkdir never ends below /proc. Throws the errors of node:fs.
 */
export function makeFolder(folder: string, mode = 0o700): void {
  try {
    mkdirSync(folder, mode);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EEXIST' && statSync(folder).isDirectory()) return;
    const parent = dirname(folder);
    if (code !== 'ENOENT' || statSync(parent, { throwIfNoEntry: false })) throw error;
    makeFolder(parent, mode);
    makeFolder(folder, mode);
  }
}

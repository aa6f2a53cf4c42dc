// Makes folders, for every layer that writes files.

import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { isError } from '../errors.ts';

/**
 * Makes a folder with its parents, each of `mode`, by default 0700; one that is there stays as it is. One level at a time: the `recursive`
 * of mkdir never ends below /proc. Throws the errors of node:fs.
 */
export function makeFolder(folder: string, mode = 0o700): void {
  try {
    makeOne(folder, mode);
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw error;
    const parent = dirname(folder);
    if (!statSync(parent, { throwIfNoEntry: false })) makeFolder(parent, mode);
    // Another process may have made the parent meanwhile; where it was there all the time, this fails again.
    makeOne(folder, mode);
  }
}

function makeOne(folder: string, mode: number): void {
  try {
    mkdirSync(folder, mode);
  } catch (error) {
    if (!isCode(error, 'EEXIST') || !statSync(folder).isDirectory()) throw error;
  }
}

const isCode = (error: unknown, code: string): boolean =>
  isError(error) && 'code' in error && error.code === code;

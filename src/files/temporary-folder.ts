// A folder for files that nobody keeps.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ioError } from './io-error.ts';

/** Makes one whose name begins like that, and returns its path. Throws LocalIoError. */
export function makeTemporaryFolder(prefix: string): string {
  const parent = tmpdir();
  try {
    return mkdtempSync(join(parent, prefix));
  } catch (error) {
    throw ioError('write', parent, error, 'set TMPDIR to a folder that can be written');
  }
}

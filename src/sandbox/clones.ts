// The folder of cloned Git repositories beside a sandbox file. A file in it says that it is ours to remove.
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LocalIoError } from '../errors.ts';
import { makeFolder } from '../files/make-folder.ts';

export const CLONES_MARK = '.docs-sandbox-clones';

export const clonesFolder = (file: string) => `${file}.clones`;

/** Makes the folder with its mark, and returns it. Throws LocalIoError, also for a folder that somebody else fills. */
export function makeClonesFolder(folder: string): string {
  const mark = join(folder, CLONES_MARK);
  try {
    makeFolder(folder);
    if (existsSync(mark)) return folder;
    if (readdirSync(folder).length === 0) {
      writeFileSync(mark, 'Made by docs sandbox; docs sandbox reset removes this folder.\n', { mode: 0o600 });
      return folder;
    }
  } catch (error) {
    throw new LocalIoError('the folder of cached repositories cannot be made', { cause: error });
  }
  // Another process may just have made it.
  if (existsSync(mark)) return folder;
  throw new LocalIoError(`${folder} contains files that are not clones of the sandbox`);
}

// Removing a sandbox: only what bears its mark, and nothing before all of it was looked at.
import {
  closeSync,
  existsSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { LocalIoError, UsageError } from '../errors.ts';
import { statsAt } from '../files/io-error.ts';
import { makeFolder } from '../files/writer.ts';
import { APPLICATION_ID, headerOf } from './db/file-format.ts';
import { refuseServed } from './serving.ts';

// The folder of cloned Git repositories beside a sandbox file. A file in it says that it is ours to remove.
const CLONES_MARK = '.docs-sandbox-clones';

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

/** What there is to remove: the file, and the clones of Git repositories beside it. */
export interface Remains {
  file: boolean;
  clones: boolean;
}

/**
 * Looks at what a removal would take, and changes nothing. Throws UsageError `NOT_A_SANDBOX` for a file, folder or link
 * that is not ours, and ConfigError `SANDBOX_SERVED` while a process serves it.
 */
export function inspectSandbox(file: string, { servedToo = false } = {}): Remains {
  const there = statsAt(file);
  if (there && !there.isFile()) {
    throw notOurs(file, there.isDirectory() ? 'is a directory, not a sandbox' : 'is not a regular file');
  }
  if (there && !bearsMark(file)) throw notOurs(file, 'is not a sandbox file');
  if (!servedToo) refuseServed(file);
  return { file: there !== undefined, clones: hasClones(file) };
}

/** Removes a sandbox, what SQLite keeps beside it, and its clones of Git repositories. Throws as `inspectSandbox` does. */
export function removeSandbox(file: string): Remains {
  const remains = inspectSandbox(file);
  if (remains.file) {
    rmSync(file, { force: true });
    removeLogs(file);
  }
  removeClones(file);
  return remains;
}

/** Removes the clones of Git repositories of a sandbox. */
export function removeClones(file: string): void {
  if (hasClones(file)) rmSync(clonesFolder(file), { recursive: true, force: true });
}

/** Removes the logs that SQLite keeps beside a database file; another file of such a name stays. */
export function removeLogs(file: string): void {
  for (const [suffix, isLog] of LOGS) if (isLog(startOf(`${file}${suffix}`))) rmSync(`${file}${suffix}`);
}

/** Throws UsageError `NOT_A_SANDBOX` when a file that is not SQLite's has the name of one of its logs: SQLite would take it for one. */
export function refuseOtherLogs(file: string): void {
  for (const [suffix, isLog] of LOGS) {
    const start = startOf(`${file}${suffix}`);
    if (start !== undefined && !isLog(start)) throw notOurs(`${file}${suffix}`, 'is not a log of a sandbox');
  }
}

/** An empty log is of nobody's: SQLite leaves such ones behind. */
const startsWith =
  (...magics: string[]) =>
  (start: string | undefined): boolean =>
    start !== undefined && (start === '' || magics.some((magic) => start.startsWith(magic)));

/** What SQLite keeps beside a database, by what it begins with, in hex. */
const LOGS: readonly (readonly [suffix: string, isLog: (start: string | undefined) => boolean])[] = [
  ['-wal', startsWith('377f0682', '377f0683')],
  ['-shm', startsWith('18e22d00', '002de218', '00000000')],
  ['-journal', startsWith('d9d505f920a163d7', '0000000000000000')],
];

/** The first bytes in hex; undefined where there is not a regular file. */
function startOf(path: string): string | undefined {
  if (!lstatSync(path, { throwIfNoEntry: false })) return undefined;
  if (!lstatSync(path).isFile()) return 'other';
  const start = Buffer.alloc(8);
  const handle = openSync(path, 'r');
  try {
    return start.toString('hex', 0, readSync(handle, start, 0, start.length, 0));
  } finally {
    closeSync(handle);
  }
}

const hasClones = (file: string) => existsSync(`${clonesFolder(file)}/${CLONES_MARK}`);

/** SQLite's own header says what the file is; damage further on does not matter here. */
const bearsMark = (file: string): boolean => headerOf(file)?.owner === APPLICATION_ID;

const notOurs = (file: string, why: string) =>
  new UsageError(`${file} ${why}; nothing was changed`, {
    code: 'NOT_A_SANDBOX',
    hint: 'use another file: docs sandbox init --demo --file ./try.db',
  });

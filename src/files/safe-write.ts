// Writing files where somebody else may have been: no links are followed, nothing appears half written.
import { createHash, randomBytes } from 'node:crypto';
import { constants, type FileHandle, lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { EXIT, LocalIoError } from '../errors.ts';
import { holdFolder, type Place } from './folder-steps.ts';
import { errnoOf, ioError } from './io-error.ts';
import { makeFolder as makeParentFolder } from './writer.ts';

// Fills a new file from a source that may start over: what it wrote before is gone then.

/** What a file holds. */
export interface Digest {
  size: number;
  sha256: string;
}

/** Gives the bytes by calling `write` for each piece; `restart` empties the file again. */
export type Filling = (
  write: (chunk: Uint8Array) => Promise<void>,
  restart: () => Promise<void>,
) => Promise<unknown>;

/** All that a file is to hold, or what gives it. */
export type Source = string | Uint8Array | Filling;

/** Takes a file that is open and empty; `fail` gets what the disk refused. The bytes are where they were given, in order. */
export async function fillFile(
  file: FileHandle,
  source: Source,
  fail: (cause: unknown) => never,
): Promise<Digest> {
  let hash = createHash('sha256');
  let size = 0;
  // One after the other: a piece of an attempt that failed must not land behind a restart.
  let last: Promise<void> = Promise.resolve();
  const next = (step: () => Promise<void>): Promise<void> => {
    last = last.catch(() => {}).then(step);
    return last;
  };
  const write = (chunk: Uint8Array) =>
    next(async () => {
      // One write may take less than it was given.
      for (let at = 0; at < chunk.length; ) {
        const { bytesWritten } = await file.write(chunk, at, chunk.length - at, size + at).catch(fail);
        at += bytesWritten;
      }
      size += chunk.length;
      hash.update(chunk);
    });
  const restart = () =>
    next(async () => {
      await file.truncate(0).catch(fail);
      size = 0;
      hash = createHash('sha256');
    });
  if (typeof source === 'function') await source(write, restart);
  else await write(typeof source === 'string' ? Buffer.from(source) : source);
  await last;
  return { size, sha256: hash.digest('hex') };
}

function makeParents(folder: string): void {
  try {
    makeParentFolder(dirname(resolve(folder)));
  } catch (cause) {
    fail(folder, cause);
  }
}

/**
 * Makes the folder that files go to, and holds it until `close`: they are written below its `path`. Throws LocalIoError
 * when it is a link or a file, or holds something and `force` is not given.
 */
export async function openFolder(
  folder: string,
  { force = false, shown = folder }: { force?: boolean; shown?: string } = {},
): Promise<Place> {
  makeParents(folder);
  await makeFolder(folder);
  const place = await holdFolder(folder);
  try {
    await refuseFull(shown, place, force);
    return place;
  } catch (error) {
    await place.close();
    throw error;
  }
}

async function refuseFull(folder: string, { path }: Place, force: boolean): Promise<void> {
  const [first] = await readdir(path).catch((cause) => fail(folder, cause));
  if (first !== undefined && !force) {
    throw new LocalIoError(`${folder} is not empty: it contains ${first}`, {
      code: 'FOLDER_NOT_EMPTY',
      hint: 'use an empty folder, or --force to write into this one',
    });
  }
}

/** Writes a file below `root`, making the folders on the way one by one, as `writeWhole` does. */
export async function writeBelow(
  root: string,
  path: string,
  source: Source,
  replace: Replace = false,
): Promise<void> {
  const parts = relative(root, path).split(sep).slice(0, -1);
  for (let depth = 1; depth <= parts.length; depth += 1) {
    await makeFolder(join(root, ...parts.slice(0, depth)), join(...parts.slice(0, depth)));
  }
  await writeWhole(path, source, { replace, shown: relative(root, path) });
}

/** What becomes of a file that is there: `same`, it may stay when it holds the same bytes. */
export type Replace = boolean | 'same';

/**
 * Writes a file under its final name only when it is complete. Throws LocalIoError for a target that is a link
 * or a folder, or that is there when `replace` is not given.
 */
export async function writeWhole(
  path: string,
  source: Source,
  { replace = false, shown = path }: { replace?: Replace /** As errors call it. */; shown?: string } = {},
): Promise<void> {
  await refuseTarget(path, { replace: replace !== false, shown });
  const part = join(dirname(path), `.${basename(path).slice(0, 40)}.${randomBytes(6).toString('hex')}.part`);
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
  const file = await open(part, flags, 0o644).catch((cause) => fail(shown, cause));
  try {
    const failed = (cause: unknown) => fail(shown, cause);
    const { sha256 } = await fillFile(file, source, failed);
    await file.sync().catch(failed);
    await file.close();
    if (replace === 'same' && (await digestOf(path)) === sha256) return await rm(part, { force: true });
    await refuseTarget(path, { replace: replace === true, shown });
    await rename(part, path).catch(failed);
  } catch (error) {
    await file.close().catch(() => {});
    await rm(part, { force: true });
    throw error;
  }
}

/** Undefined where there is no file. */
async function digestOf(path: string): Promise<string | undefined> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch(() => undefined);
  if (!file) return undefined;
  try {
    const hash = createHash('sha256');
    for await (const chunk of file.createReadStream({ autoClose: false })) hash.update(chunk);
    return hash.digest('hex');
  } finally {
    await file.close();
  }
}

async function makeFolder(folder: string, shown = folder): Promise<void> {
  await mkdir(folder).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'EEXIST') fail(shown, cause);
  });
  const found = await lstat(folder).catch((cause) => fail(shown, cause));
  if (found.isSymbolicLink()) throw refused(shown, 'is a link');
  if (!found.isDirectory()) throw refused(shown, 'is a file');
}

async function refuseTarget(
  path: string,
  { replace, shown }: { replace: boolean; shown: string },
): Promise<void> {
  const found = await lstat(path).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ENOENT') fail(shown, cause);
  });
  if (!found) return;
  if (!found.isFile()) throw refused(shown, found.isSymbolicLink() ? 'is a link' : 'is a folder');
  if (!replace) {
    throw new LocalIoError(`${shown} already exists`, {
      code: 'FILE_EXISTS',
      hint: 'choose another name, or add --overwrite to replace the file',
    });
  }
}

const refused = (path: string, why: 'is a link' | 'is a file' | 'is a folder') =>
  new LocalIoError(`refusing to write to ${path}: it ${why}`, {
    code: 'UNSAFE_PATH',
    ...(why !== 'is a link' && { exit: EXIT.usage }),
    hint: 'choose another name',
  });

function fail(path: string, cause: unknown): never {
  throw errnoOf(cause) === undefined ? cause : ioError('write', path, cause);
}

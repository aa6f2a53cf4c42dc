// Writing files where somebody else may have been: no links are followed, nothing appears half written.
import { randomBytes } from 'node:crypto';
import { constants, type FileHandle, lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { LocalIoError } from '../errors.ts';
import { holdFolder, type Place } from './folder-steps.ts';
import { makeFolder as makeParentFolder } from './make-folder.ts';

/** Gets the bytes by calling `write` for each piece. */
export type Source = (write: (chunk: Uint8Array) => Promise<void>) => Promise<unknown>;

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
  { force = false }: { force?: boolean } = {},
): Promise<Place> {
  makeParents(folder);
  await makeFolder(folder);
  const place = await holdFolder(folder);
  try {
    await refuseFull(folder, place, force);
    return place;
  } catch (error) {
    await place.close();
    throw error;
  }
}

async function refuseFull(folder: string, { path }: Place, force: boolean): Promise<void> {
  const [first] = await readdir(path).catch((cause) => fail(folder, cause));
  if (first !== undefined && !force) {
    throw new LocalIoError(`${folder} is not empty: it holds ${first}`, {
      code: 'FOLDER_NOT_EMPTY',
      hint: 'give an empty folder, or --force to write into this one',
    });
  }
}

/** Writes a file below `root`, making the folders on the way one by one; replaces a file, never a link. */
export async function writeBelow(root: string, path: string, source: Source): Promise<void> {
  const parts = relative(root, path).split(sep).slice(0, -1);
  for (let depth = 1; depth <= parts.length; depth += 1) {
    await makeFolder(join(root, ...parts.slice(0, depth)), join(...parts.slice(0, depth)));
  }
  await writeWhole(path, source, { replace: true, shown: relative(root, path) });
}

/**
 * Writes a file under its final name only when it is complete. Throws LocalIoError for a target that is a link
 * or a folder, or that is there when `replace` is not given.
 */
export async function writeWhole(
  path: string,
  source: Source,
  { replace = false, shown = path }: { replace?: boolean /** As errors call it. */; shown?: string } = {},
): Promise<void> {
  await refuseTarget(path, { replace, shown });
  const part = join(dirname(path), `.${basename(path).slice(0, 40)}.${randomBytes(6).toString('hex')}.part`);
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
  const file = await open(part, flags, 0o644).catch((cause) => fail(shown, cause));
  try {
    await fill(file, source, shown);
    await file.close();
    await refuseTarget(path, { replace, shown });
    await rename(part, path).catch((cause) => fail(shown, cause));
  } catch (error) {
    await file.close().catch(() => {});
    await rm(part, { force: true });
    throw error;
  }
}

async function fill(file: FileHandle, source: Source, path: string): Promise<void> {
  await source(async (chunk) => {
    // One write may take less than it was given.
    for (let at = 0; at < chunk.length; ) {
      const { bytesWritten } = await file.write(chunk, at).catch((cause) => fail(path, cause));
      at += bytesWritten;
    }
  });
  await file.sync().catch((cause) => fail(path, cause));
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
    throw new LocalIoError(`${shown} is there already`, {
      code: 'FILE_EXISTS',
      hint: 'add --force to replace it',
    });
  }
}

const refused = (path: string, why: string) =>
  new LocalIoError(`will not write to ${path}: it ${why}`, { code: 'UNSAFE_PATH' });

function fail(path: string, cause: unknown): never {
  if (cause instanceof LocalIoError) throw cause;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  throw new LocalIoError(`cannot write ${path}: ${code ?? String(cause)}`, { cause });
}

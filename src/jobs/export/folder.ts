// The folder an export is written to. Nothing outside of it is touched, no link is followed, nothing appears half written.
import { createHash, randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, lstat, open, readdir, rename, rm, rmdir, unlink } from 'node:fs/promises';
import { posix } from 'node:path';
import { LocalIoError } from '../../errors.ts';
import { type Enter, openRoot, partsOf, refused, spelledIn } from '../../files/folder-steps.ts';
import { errnoOf, ioError } from '../../files/io-error.ts';
import { type Digest, fillFile, type Source } from '../../files/safe-write.ts';
import { diskSource } from '../../folder/source.ts';
import { withoutCarriageReturns } from './page-file.ts';

const { O_RDONLY, O_WRONLY, O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
const TEMP = '.docs-export.tmp';
const LOG = '.docs-export.log';

/** A file that is complete, and has not got its name yet. */
export interface Staged extends Digest {
  /** Puts it in its place, over a file that is there. Throws LocalIoError for a link or a folder. */
  place(): Promise<void>;
  drop(): Promise<void>;
}

/** Paths are below the folder, with `/` between safe names. Everything throws LocalIoError. */
export interface ExportFolder {
  names(): Promise<string[]>;
  files(): string[];
  /** undefined when there is no file; `UNSAFE_PATH` for a link or a folder. */
  digest(path: string): Promise<Digest | undefined>;
  /** The bytes of a file; undefined when there is none. */
  read(path: string): Promise<Uint8Array | undefined>;
  /** `durable`: it is on the disk when it gets its name. */
  stage(path: string, source: Source, options?: { durable?: boolean }): Promise<Staged>;
  /** Removes a file, and the folders that are empty then. */
  remove(path: string): Promise<void>;
  /**
   * Spells a file anew that has both names where case does not count. False where they are two files, or one is not there.
   */
  respell(from: string, to: string): Promise<boolean>;
  /** Adds a line to the log of a run that has not ended. */
  log(line: string): Promise<void>;
  /** Closes it; with `finished` also removes what a run keeps for itself. */
  close(options: { finished: boolean }): Promise<void>;
}

/**
 * The digest of a file by which it `isKnown`: as it is, or with the line ends that it had before a checkout on Windows. As it
 * is where neither is known.
 */
export async function digestKnown(
  folder: Pick<ExportFolder, 'digest' | 'read'>,
  path: string,
  isKnown: (digest: Digest) => boolean,
): Promise<Digest | undefined> {
  const there = await folder.digest(path);
  if (!there || isKnown(there)) return there;
  const bytes = withPlainLineEnds((await folder.read(path)) ?? Buffer.alloc(0));
  const written = { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  return isKnown(written) ? written : there;
}

/** Without what a checkout on Windows put into the line ends of a file that is intact otherwise. */
export const asWritten = (bytes: Uint8Array, entry: { size: number } | undefined): Uint8Array =>
  bytes.length === entry?.size ? bytes : withPlainLineEnds(bytes);

/** Byte by byte: a file need not be UTF-8. */
const withPlainLineEnds = (bytes: Uint8Array): Uint8Array =>
  Buffer.from(withoutCarriageReturns(Buffer.from(bytes).toString('latin1')), 'latin1');

/** The log of a run that was cut off; undefined when there is none. */
export const readLog = (folder: ExportFolder): Promise<Uint8Array | undefined> => folder.read(LOG);

/** Opens a folder, making it where it is not there; with `readOnly` nothing in it is touched. */
export async function openExportFolder(
  path: string,
  { readOnly = false }: { readOnly?: boolean } = {},
): Promise<ExportFolder> {
  const { enter, path: root, close } = await openRoot(path);
  const clear = () => rm(posix.join(root, TEMP), { recursive: true, force: true });
  let log: Promise<FileHandle> | undefined;
  if (!readOnly) await clear().catch((cause) => fail(TEMP, cause));
  return {
    files: () => [...diskSource(root, path).files.keys()],
    names: () => readdir(root).catch((cause) => fail(path, cause)),
    digest: (file) => reading(enter, file, digestOf),
    read: (file) => reading(enter, file, (handle) => handle.readFile()),
    stage: (file, source, options) => stage(enter, file, source, options?.durable ?? false),
    async remove(file) {
      await inFolderOf(enter, file, false, unlink);
      for (let up = posix.dirname(file); up !== '.'; up = posix.dirname(up)) {
        if (!(await removedEmpty(enter, up))) break;
      }
    },
    async respell(from, to) {
      const [old, now] = [partsOf(from), partsOf(to)];
      for (const [at, part] of now.entries()) {
        const above = now.slice(0, at);
        const [was, is] = [[...above, old[at] ?? part].join('/'), [...above, part].join('/')];
        if (was === is) continue;
        if (!(await isOne(enter, was, is))) return false;
        await inFolderOf(enter, was, false, (path) => rename(path, posix.join(posix.dirname(path), part)));
      }
      return true;
    },
    async log(line) {
      const flags = O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW;
      log ??= open(posix.join(root, LOG), flags, 0o644).catch((cause) => fail(LOG, cause));
      await writeAll(await log, Buffer.from(`${line}\n`), LOG);
    },
    async close({ finished }) {
      await (await log?.catch(() => undefined))?.close();
      if (!readOnly) await clear().catch(() => {});
      try {
        if (finished) await rm(posix.join(root, LOG), { force: true }).catch((cause) => fail(LOG, cause));
      } finally {
        await close();
      }
    },
  };
}

/** A failed system call becomes a LocalIoError that names the file; what the source throws stays what it is. */
function fail(path: string, cause: unknown): never {
  throw errnoOf(cause) === undefined ? cause : ioError('write', path, cause);
}

/** Runs `fn` on a path whose folder cannot be exchanged for a link meanwhile. */
async function inFolderOf<T>(
  enter: Enter,
  file: string,
  make: boolean,
  fn: (path: string) => Promise<T>,
  shown = file,
): Promise<T> {
  const name = partsOf(file).at(-1);
  if (name === undefined) throw refused(file, 'is the folder itself');
  const place = await enter(posix.dirname(file), make);
  try {
    return await fn(await spelledIn(place.path, name));
  } catch (cause) {
    return fail(shown, cause);
  } finally {
    await place.close();
  }
}

async function reading<T>(
  enter: Enter,
  file: string,
  fn: (handle: FileHandle) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await inFolderOf(enter, file, false, async (path) => {
      const handle = await openFile(path, file);
      try {
        return await fn(handle);
      } finally {
        await handle.close();
      }
    });
  } catch (error) {
    if (error instanceof LocalIoError && error.details?.errno === 'ENOENT') return undefined;
    throw error;
  }
}

/** Whether two paths lead to one file or folder by one name: a hard link is another one. */
async function isOne(enter: Enter, ...paths: [string, string]): Promise<boolean> {
  const [one, other] = await Promise.all(
    paths.map((file) =>
      inFolderOf(enter, file, false, (path) => lstat(path, { bigint: true })).catch(() => undefined),
    ),
  );
  if (one === undefined || other === undefined || (one.isFile() && one.nlink > 1n)) return false;
  return one.ino === other.ino && one.dev === other.dev;
}

async function openFile(path: string, file: string): Promise<FileHandle> {
  const handle = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch((cause) => {
    if (errnoOf(cause) === 'ELOOP') throw refused(file, 'is a link');
    throw cause;
  });
  const stats = await handle.stat();
  if (stats.isFile()) return handle;
  await handle.close();
  throw refused(file, stats.isDirectory() ? 'is a folder' : 'is not a regular file');
}

async function digestOf(handle: FileHandle): Promise<Digest> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of handle.createReadStream({ autoClose: false })) {
    hash.update(chunk);
    size += chunk.length;
  }
  return { size, sha256: hash.digest('hex') };
}

async function stage(enter: Enter, file: string, source: Source, durable: boolean): Promise<Staged> {
  const temp = `${TEMP}/${randomBytes(8).toString('hex')}`;
  partsOf(file);
  // Nobody knows it by the name that it has meanwhile.
  const inTemp = <T>(make: boolean, fn: (path: string) => Promise<T>) =>
    inFolderOf(enter, temp, make, fn, file);
  const digest = await inTemp(true, (path) => fill(path, file, source, durable));
  return {
    ...digest,
    drop: () => inTemp(false, unlink),
    place: () =>
      inFolderOf(enter, file, true, async (target) => {
        await refuseTarget(target, file);
        await inTemp(false, (path) => rename(path, target));
        if (durable) await syncFolder(posix.dirname(target));
      }),
  };
}

async function fill(path: string, name: string, source: Source, durable: boolean): Promise<Digest> {
  const file = await open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o644).catch((cause) =>
    fail(name, cause),
  );
  try {
    const digest = await fillFile(file, source, (cause) => fail(name, cause));
    // The others are compared with the manifest before anybody relies on them.
    if (durable) await file.sync().catch((cause) => fail(name, cause));
    await file.close();
    return digest;
  } catch (error) {
    await file.close().catch(() => {});
    await unlink(path).catch(() => {});
    throw error;
  }
}

/** One write may take less than it was given. */
async function writeAll(file: FileHandle, bytes: Uint8Array, path: string): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, at).catch((cause) => fail(path, cause));
    at += bytesWritten;
  }
}

async function refuseTarget(target: string, file: string): Promise<void> {
  const found = await lstat(target).catch((cause) => {
    if (errnoOf(cause) !== 'ENOENT') throw cause;
  });
  if (found && !found.isFile()) throw refused(file, found.isSymbolicLink() ? 'is a link' : 'is a folder');
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, O_RDONLY).catch(() => undefined);
  await folder?.sync().catch(() => {});
  await folder?.close();
}

async function removedEmpty(enter: Enter, folder: string): Promise<boolean> {
  try {
    await inFolderOf(enter, folder, false, rmdir);
    return true;
  } catch {
    return false; // Something is left in it.
  }
}

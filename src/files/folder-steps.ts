// Going down into a folder step by step, so that nobody can put a link in the way between the look and the leap.
import { constants } from 'node:fs';
import { access, type FileHandle, lstat, mkdir, open, realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { LocalIoError } from '../errors.ts';
import { errnoOf, ioError } from './io-error.ts';
import { normalized } from './texts.ts';
import { makeFolder } from './writer.ts';

const { O_RDONLY, O_DIRECTORY = 0, O_NOFOLLOW = 0 } = constants;
/** A folder that is open has a name here, whatever happens to its path. Linux has this, others do not. */
const HANDLES = '/proc/self/fd';

/** A folder that is held until `close`. `path` leads into it. */
export interface Place {
  path: string;
  close(): Promise<void>;
}

/** Goes to a folder below the root, `.` for the root itself; with `make` makes what is missing. Throws LocalIoError. */
export type Enter = (folder: string, make: boolean) => Promise<Place>;

export interface Root extends Place {
  enter: Enter;
}

/** Opens the folder itself, which may be a link: whoever names it means what it leads to. */
export async function openRoot(path: string): Promise<Root> {
  const given = resolve(path);
  makeRoot(path, given);
  const real = await realpath(given).catch((cause) => fail(path, cause));
  const handle = await open(real, O_RDONLY | O_DIRECTORY).catch((cause) => fail(path, cause));
  if (!(await leadsInto(handle))) {
    await handle.close();
    return { path: real, close: nothing, enter: (folder, make) => enterByPath(real, folder, make) };
  }
  return {
    path: pathOf(handle),
    close: () => handle.close(),
    enter: (folder, make) => enterByHandle(handle, folder, make),
  };
}

const nothing = async () => {};

/** Holds a folder that is there and no link, so that nobody can put one in its place meanwhile. Throws LocalIoError. */
export async function holdFolder(path: string): Promise<Place> {
  const handle = await open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW).catch((cause) =>
    fail(path, isLink(cause) ? refused(path, 'is a link') : cause),
  );
  if (await leadsInto(handle)) return { path: pathOf(handle), close: () => handle.close() };
  await handle.close();
  return { path, close: nothing };
}

function makeRoot(path: string, given: string): void {
  try {
    // As the folders in it: whoever may read the one above may read the copy.
    makeFolder(given, 0o777);
  } catch (cause) {
    fail(path, cause);
  }
}

const pathOf = ({ fd }: FileHandle) => `${HANDLES}/${fd}`;

/** What lies at that path on another system was put there by somebody. */
const leadsInto = async (handle: FileHandle): Promise<boolean> =>
  process.platform === 'linux' &&
  access(`${pathOf(handle)}/.`).then(
    () => true,
    () => false,
  );

async function enterByHandle(root: FileHandle, folder: string, make: boolean): Promise<Place> {
  let held = root;
  const leave = async () => {
    if (held !== root) await held.close();
  };
  try {
    for (const part of partsOf(folder)) {
      const next = await openStep(await spelledIn(pathOf(held), part), make);
      await leave();
      held = next;
    }
  } catch (cause) {
    await leave();
    return isLink(cause)
      ? fail(folder, refused(folder, 'leads through a link or a file'))
      : fail(folder, cause);
  }
  return { path: pathOf(held), close: leave };
}

/** The path of a name in a folder, which some other system may have written with its letters taken apart. */
export async function spelledIn(folder: string, name: string): Promise<string> {
  const [path, apart] = [join(folder, name), join(folder, normalized(name, 'NFD'))];
  const isThere = (one: string) =>
    lstat(one).then(
      () => true,
      () => false,
    );
  return apart !== path && !(await isThere(path)) && (await isThere(apart)) ? apart : path;
}

async function openStep(path: string, make: boolean): Promise<FileHandle> {
  if (make) await mkdir(path).catch(ignoreExisting);
  return open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
}

async function enterByPath(root: string, folder: string, make: boolean): Promise<Place> {
  let path = root;
  for (const part of partsOf(folder)) {
    path = await spelledIn(path, part);
    if (make)
      await mkdir(path)
        .catch(ignoreExisting)
        .catch((cause) => fail(folder, cause));
    const found = await lstat(path).catch((cause) => fail(folder, cause));
    if (!found.isDirectory()) throw refused(folder, 'leads through a link or a file');
  }
  return { path, close: nothing };
}

/** A manifest may come from anywhere: what would climb out of the folder is no path. Throws LocalIoError `UNSAFE_PATH`. */
export function partsOf(folder: string): string[] {
  if (folder === '.') return [];
  const parts = folder.split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..' || /[\\\0]/.test(part))) {
    throw refused(folder, 'is not a path inside the folder');
  }
  return parts;
}

const isLink = (cause: unknown) => ['ELOOP', 'ENOTDIR', 'EMLINK'].includes(errnoOf(cause) ?? '');

function ignoreExisting(cause: unknown): void {
  if (errnoOf(cause) !== 'EEXIST') throw cause;
}

/** A LocalIoError `UNSAFE_PATH`. */
export const refused = (path: string, why: string): LocalIoError =>
  new LocalIoError(`refusing to use ${path}: it ${why}`, { code: 'UNSAFE_PATH' });

function fail(path: string, cause: unknown): never {
  throw cause instanceof LocalIoError ? cause : ioError('write', path, cause);
}

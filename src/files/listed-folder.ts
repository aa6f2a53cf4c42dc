// A folder that a job writes again and again: a list in it says which files are its own, and no other file is touched.
import { lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, posix } from 'node:path';
import { LocalIoError } from '../errors.ts';
import { notA, statsAt } from './io-error.ts';
import { nodeCrypto } from './of-node.ts';
import { openFolder, writeBelow } from './safe-write.ts';
import { isRecord } from './texts.ts';

export interface ListedFolder {
  /** Absolute. */
  folder: string;
  /** As the person typed it. */
  shown: string;
  /** Name of the list: what an earlier run wrote, so that a later one may replace it. */
  list: string;
  /** The command that writes it. */
  by: string;
  /** Files of others may not be there at all, not only not in the way. */
  isOwn?: boolean;
  signal: AbortSignal;
}

/** Of each file the hash of what was written, or nothing while that is not known. */
type Listed = ReadonlyMap<string, string>;

/** Undefined leaves the file out. */
export type Contents = string | Uint8Array | (() => Promise<Uint8Array | undefined>);

/**
 * Writes files by their names below the folder, and removes those of an earlier run that nobody changed and that are no
 * longer there. Throws LocalIoError, before anything is written, for a file in the way that no earlier run wrote, and for
 * what the disk refuses.
 */
export async function writeListed(target: ListedFolder, files: ReadonlyMap<string, Contents>): Promise<void> {
  const { folder, list, signal } = target;
  const before = listedIn(join(folder, list));
  const names = [...files.keys()];
  refuseForeign(target, names, before);
  const place = await openFolder(folder, { force: true });
  const write = async (name: string, contents: string | Uint8Array) =>
    writeBelow(place.path, join(place.path, name), contents, true);
  const writeList = (all: Listed) =>
    write(list, JSON.stringify({ version: 1, files: Object.fromEntries([...all].sort()) }));
  const written = new Map(names.map((name) => [name, before?.get(name) ?? '']));
  try {
    // First: what a run that was cut off has written may be replaced, too.
    await writeList(new Map([...(before ?? []), ...written]));
    for (const [name, given] of files) {
      signal.throwIfAborted();
      const contents = typeof given === 'function' ? await given() : given;
      if (contents === undefined) continue;
      await write(name, contents);
      written.set(name, hashOf(contents));
    }
    for (const [old, hash] of before ?? []) if (!files.has(old)) removeBelow(place.path, old, hash);
    await writeList(written);
  } finally {
    await place.close();
  }
}

const hashOf = (contents: string | Uint8Array): string =>
  nodeCrypto().createHash('sha256').update(contents).digest('hex');

/** Removes a file that is below the folder by no link, and as it was written: another may have made the list that names it. */
function removeBelow(root: string, name: string, hash: string): void {
  const above = withFoldersAbove(name).filter((one) => one !== name);
  const found = (one: string) => lstatSync(join(root, one), { throwIfNoEntry: false });
  if (!above.every((one) => found(one)?.isDirectory()) || !found(name)?.isFile()) return;
  if (hashOf(readFileSync(join(root, name))) === hash) rmSync(join(root, name));
}

/** What an earlier run wrote; undefined where none did. A list that somebody changed names nothing outside, nor of git. */
function listedIn(path: string): Listed | undefined {
  try {
    if (!lstatSync(path).isFile()) return undefined;
    const list: unknown = JSON.parse(readFileSync(path, 'utf8'));
    const files = isRecord(list) && isRecord(list.files) ? Object.entries(list.files) : [];
    const isBelow = (one: string) =>
      posix.join('/', one) === `/${one}` && !/\\|(?:^|\/)\.git(?:\/|$)/i.test(one);
    return new Map(files.flatMap(([one, hash]) => (isBelow(one) ? [[one, String(hash)]] : [])));
  } catch {
    return undefined;
  }
}

function refuseForeign(
  { folder, shown, by, isOwn = false }: ListedFolder,
  names: readonly string[],
  before: Listed | undefined,
): void {
  const there = statsAt(folder, { to: 'write', shown });
  if (there && !there.isDirectory() && !there.isSymbolicLink())
    throw notA('folder', shown, 'name another folder with --to');
  const wanted = new Set(names);
  const inTheWay = (name: string) => {
    if (before?.has(name)) return false;
    const found = statsAt(join(folder, name), { to: 'write' });
    return found !== undefined && (wanted.has(name) || !found.isDirectory());
  };
  const [other] = isOwn && before === undefined && there ? readdirSync(folder) : [];
  const foreign = other ?? names.flatMap(withFoldersAbove).find(inTheWay);
  if (foreign !== undefined)
    throw new LocalIoError(`${join(shown, foreign)} is there, and ${by} did not write it`, {
      code: 'FOLDER_NOT_EMPTY',
      hint: 'use an empty folder, or one that an earlier run wrote',
    });
}

/** A file may be in the way of a folder, too: `a`, `a/b`, `a/b/index.html`. */
const withFoldersAbove = (name: string): string[] =>
  name.split('/').map((_, at, parts) => parts.slice(0, at + 1).join('/'));

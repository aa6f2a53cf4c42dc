// Names of things and their ids, for minutes: what spares a look-up its list call, and fills completions.
// A cache: it may be missing, old or damaged, and nobody is told.
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject } from '../files/json-file.ts';
import { nodeCrypto } from '../files/of-node.ts';
import { writeFileDurably } from '../files/writer.ts';
import { MOST_NAMES, type NamedItem } from './named-item.ts';
import type { Paths } from './paths.ts';

// Names of long lists, a file each: a name is found in its bytes, and only the lines that hold it are parsed.

const NEWLINE = 10;

/** What a file must say of itself to be used: it is written apart from the list of lists. */
export interface LongList {
  origin: string;
  list: string;
  at: number;
}

/** A list as it was read; undefined where its file is missing, damaged or of another time. */
interface LongListReader {
  all(): readonly NamedItem[] | undefined;
  /** Items with that name or ID. */
  find(text: string): readonly NamedItem[] | undefined;
}

/** Keeps a list and removes the files of all lists but `others`. Throws LocalIoError. */
function writeLongList(
  folder: string,
  about: LongList,
  items: readonly NamedItem[],
  others: Iterable<string>,
): void {
  const body = Buffer.from(items.map(({ id, names }) => `${JSON.stringify([id, ...names])}\n`).join(''));
  const head = Buffer.from(`${JSON.stringify({ version: VERSION, ...about, bytes: body.length })}\n`);
  writeFileDurably(join(folder, fileOf(about.list)), Buffer.concat([head, body]), PASSING);
  const used = new Set([about.list, ...others].map(fileOf));
  for (const name of readdirSync(folder)) if (!used.has(name)) rmSync(join(folder, name), { force: true });
}

/** Reads the file once, when something is asked for. Never throws. */
function longListReader(folder: string, about: LongList): LongListReader {
  let read: Buffer | undefined;
  const body = () => {
    read ??= bodyOf(folder, about) ?? Buffer.alloc(0);
    return read.length > 0 ? read : undefined;
  };
  return {
    all() {
      const items = body()?.toString('utf8').trimEnd().split('\n').map(itemOf);
      return items?.every((item) => item !== undefined) ? items : undefined;
    },
    find(text) {
      const bytes = body();
      return bytes && linesWith(bytes, JSON.stringify(text)).filter(isCalled(text));
    },
  };
}

function removeLongLists(folder: string): void {
  rmSync(folder, { force: true, recursive: true });
}

const isCalled =
  (text: string) =>
  ({ id, names }: NamedItem): boolean =>
    id === text || names.includes(text);

const fileOf = (list: string): string =>
  `${nodeCrypto().createHash('sha256').update(list).digest('hex').slice(0, 32)}.jsonl`;

function bodyOf(folder: string, about: LongList): Buffer | undefined {
  try {
    const bytes = readFileSync(join(folder, fileOf(about.list)));
    const start = bytes.indexOf(NEWLINE) + 1;
    const head: unknown = JSON.parse(bytes.toString('utf8', 0, start));
    if (!isJsonObject(head) || head.version !== VERSION || head.bytes !== bytes.length - start)
      return undefined;
    const isSame = head.origin === about.origin && head.list === about.list && head.at === about.at;
    return isSame ? bytes.subarray(start) : undefined;
  } catch {
    return undefined;
  }
}

function linesWith(bytes: Buffer, text: string): NamedItem[] {
  const items: NamedItem[] = [];
  for (let at = bytes.indexOf(text); at >= 0; ) {
    const start = bytes.lastIndexOf(NEWLINE, at) + 1;
    const end = bytes.indexOf(NEWLINE, at);
    const item = itemOf(bytes.toString('utf8', start, end < 0 ? bytes.length : end));
    if (item) items.push(item);
    at = end < 0 ? -1 : bytes.indexOf(text, end);
  }
  return items;
}

function itemOf(line: string): NamedItem | undefined {
  try {
    const parts: unknown = JSON.parse(line);
    if (!Array.isArray(parts) || !parts.every((part) => typeof part === 'string')) return undefined;
    const [id, ...names] = parts;
    return id === undefined ? undefined : { id, names };
  } catch {
    return undefined;
  }
}

export interface NameCache {
  /** The items of a list that are no older than `maxAgeMs`; undefined when there are none. */
  read(list: string, maxAgeMs: number): readonly NamedItem[] | undefined;
  /** The items of such a list that have this name or ID: of a long list only these are parsed. */
  find(list: string, maxAgeMs: number, text: string): readonly NamedItem[] | undefined;
  /** Keeps all items of a list; too many are not kept. */
  write(list: string, items: readonly NamedItem[]): void;
  /** The items of the list written last among those whose key begins so. */
  newest(prefix: string): readonly NamedItem[] | undefined;
  keys(): string[];
  /** Drops every list whose key begins so: something in it was changed. */
  forget(prefix: string): void;
}

const VERSION = 1;
const PASSING = { ownDir: true, passing: true };
/** A longer list has a file of its own, so that reading the others stays cheap. */
const LONG = 500;
const MOST_LISTS = 60;
const MOST_LONG = 8;

interface Kept {
  at: number;
  /** Undefined for a long list that is in its file. */
  items: readonly NamedItem[] | undefined;
}

type Settle = (work: () => Promise<void>) => void;

/**
 * The cache of one profile on one host; without a folder for it nothing is kept. With `settle`, which runs work before the
 * process ends, what is kept is written while something else is waited for.
 */
export function openNameCache(
  paths: Paths,
  profile: string,
  origin: string,
  now: () => Date,
  settle?: Settle,
): NameCache {
  const place = placeOf(paths, profile);
  if (place === undefined) return NOTHING;
  const { path, folder } = place;
  let lists: Map<string, Kept> | undefined;
  const load = () => {
    lists ??= readLists(path, origin);
    return lists;
  };
  const readers = new Map<string, LongListReader>();
  const long = (list: string, at: number): LongListReader => {
    const reader = readers.get(list) ?? longListReader(folder, { origin, list, at });
    readers.set(list, reader);
    return reader;
  };
  const young = (list: string, maxAgeMs: number): Kept | undefined => {
    const kept = load().get(list);
    const age = now().getTime() - (kept?.at ?? 0);
    return kept && age >= 0 && age <= maxAgeMs ? kept : undefined;
  };
  let isSaved = true;
  const save = () => {
    if (isSaved) return;
    isSaved = true;
    for (const [list, { at, items }] of [...load()])
      if (items && items.length > LONG) keepLong({ origin, list, at }, items);
    const lists = Object.fromEntries(newestOf(load()));
    try {
      writeFileDurably(path, JSON.stringify({ version: VERSION, origin, lists }), PASSING);
    } catch {
      // A full disk costs a list call later, no more.
    }
  };
  const saveSoon = () => {
    isSaved = false;
    if (!settle) return save();
    setImmediate(save);
    settle(async () => save());
  };
  const keepLong = (about: LongList, items: readonly NamedItem[]) => {
    readers.delete(about.list);
    load().delete(about.list);
    try {
      writeLongList(folder, about, items, load().keys());
      load().set(about.list, { at: about.at, items: undefined });
    } catch {
      // The same.
    }
  };
  return {
    read(list, maxAgeMs) {
      const kept = young(list, maxAgeMs);
      return kept && (kept.items ?? long(list, kept.at).all());
    },
    find(list, maxAgeMs, text) {
      const kept = young(list, maxAgeMs);
      if (kept?.items === undefined) return kept && long(list, kept.at).find(text);
      return kept.items.filter(({ id, names }) => id === text || names.includes(text));
    },
    write(list, items) {
      load().delete(list);
      if (items.length <= MOST_NAMES) load().set(list, { at: now().getTime(), items });
      saveSoon();
    },
    newest(prefix) {
      const fits = [...load()].filter(([key]) => key.startsWith(prefix));
      const [first] = fits.sort(([, a], [, b]) => b.at - a.at);
      return first && (first[1].items ?? long(first[0], first[1].at).all());
    },
    keys: () => [...load().keys()],
    forget(prefix) {
      const stale = [...load().keys()].filter((list) => list.startsWith(prefix));
      for (const list of stale) load().delete(list);
      isSaved &&= stale.length === 0;
      save();
    },
  };
}

const NOTHING: NameCache = {
  read: () => undefined,
  find: () => undefined,
  write: () => {},
  newest: () => undefined,
  keys: () => [],
  forget: () => {},
};

/** The lists to keep: those written last, and few long ones. */
function newestOf(lists: ReadonlyMap<string, Kept>): [string, Kept][] {
  let longOnes = 0;
  return [...lists]
    .sort(([, a], [, b]) => b.at - a.at)
    .filter(([, { items }]) => items !== undefined || ++longOnes <= MOST_LONG)
    .slice(0, MOST_LISTS);
}

/** Forgets the names that were kept for a profile. */
export function removeNameCache(paths: Paths, profile: string): void {
  const place = placeOf(paths, profile);
  if (place === undefined) return;
  rmSync(place.path, { force: true });
  removeLongLists(place.folder);
}

/** Its file, and the folder of its long lists. */
const placeOf = ({ cache }: Paths, profile: string): { path: string; folder: string } | undefined =>
  cache === undefined
    ? undefined
    : { path: join(cache, `names-${profile}.json`), folder: join(cache, `lists-${profile}`) };

function readLists(path: string, origin: string): Map<string, Kept> {
  try {
    const stored: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (!isJsonObject(stored) || stored.version !== VERSION || stored.origin !== origin) return new Map();
    return isJsonObject(stored.lists) ? new Map(Object.entries(stored.lists).flatMap(listOf)) : new Map();
  } catch {
    return new Map();
  }
}

function listOf([key, kept]: [string, unknown]): [string, Kept][] {
  if (!isJsonObject(kept) || typeof kept.at !== 'number') return [];
  if (kept.items === undefined) return [[key, { at: kept.at, items: undefined }]];
  if (!Array.isArray(kept.items)) return [];
  return kept.items.every(isNamedItem) ? [[key, { at: kept.at, items: kept.items }]] : [];
}

function isNamedItem(item: unknown): item is NamedItem {
  if (!isJsonObject(item) || typeof item.id !== 'string' || !Array.isArray(item.names)) return false;
  return item.names.every((name) => typeof name === 'string');
}

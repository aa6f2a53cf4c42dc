// Names of things and their ids, for minutes: what spares a look-up its list call, and fills completions.
// A cache: it may be missing, old or damaged, and nobody is told.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject } from '../files/json-file.ts';
import { writeFileDurably } from '../files/writer.ts';
import { type LongListReader, longListReader, removeLongLists, writeLongList } from './long-lists.ts';
import { MOST_NAMES, type NamedItem } from './named-item.ts';
import type { Paths } from './paths.ts';

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
/** A longer list has a file of its own, so that reading the others stays cheap. */
const LONG = 500;
const MOST_LISTS = 60;
const MOST_LONG = 8;

interface Kept {
  at: number;
  /** Undefined for a long list. */
  items: readonly NamedItem[] | undefined;
}

/** The cache of one profile on one host; without a folder for it nothing is kept. */
export function openNameCache(paths: Paths, profile: string, origin: string, now: () => Date): NameCache {
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
  const save = () => {
    const newest = newestOf(load());
    try {
      const text = JSON.stringify({ version: VERSION, origin, lists: Object.fromEntries(newest) });
      writeFileDurably(path, text, { ownDir: true });
    } catch {
      // A full disk costs a list call later, no more.
    }
  };
  const keepLong = (list: string, items: readonly NamedItem[]) => {
    const at = now().getTime();
    readers.delete(list);
    try {
      writeLongList(folder, { origin, list, at }, items, load().keys());
      load().set(list, { at, items: undefined });
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
      if (items.length <= LONG) load().set(list, { at: now().getTime(), items });
      else if (items.length <= MOST_NAMES) keepLong(list, items);
      save();
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
      if (stale.length > 0) save();
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

// Names of things and their ids, for minutes: what spares a look-up its list call, and fills completions.
// A cache: it may be missing, old or damaged, and nobody is told.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject } from '../files/json-file.ts';
import { writeFileDurably } from '../files/writer.ts';
import type { Paths } from './paths.ts';

export interface NamedItem {
  readonly id: string;
  /** What people call it, the usual name first. */
  readonly names: readonly string[];
}

export interface NameCache {
  /** The items of a list that are no older than `maxAgeMs`; undefined when there are none. */
  read(list: string, maxAgeMs: number): readonly NamedItem[] | undefined;
  /** Keeps all items of a list; too many are not kept. */
  write(list: string, items: readonly NamedItem[]): void;
  /** The items of the list written last among those whose key begins so. */
  newest(prefix: string): readonly NamedItem[] | undefined;
  keys(): string[];
  /** Drops every list whose key begins so: something in it was changed. */
  forget(prefix: string): void;
}

const VERSION = 1;
const MOST_ITEMS = 5000;
const MOST_LISTS = 60;

interface Kept {
  at: number;
  items: readonly NamedItem[];
}

/** The cache of one profile on one host; without a folder for it nothing is kept. */
export function openNameCache(paths: Paths, profile: string, origin: string, now: () => Date): NameCache {
  const path = fileOf(paths, profile);
  if (path === undefined)
    return {
      read: () => undefined,
      write: () => {},
      newest: () => undefined,
      keys: () => [],
      forget: () => {},
    };
  let lists: Map<string, Kept> | undefined;
  const load = () => {
    lists ??= readLists(path, origin);
    return lists;
  };
  const save = () => {
    const newest = [...load()].sort(([, a], [, b]) => b.at - a.at).slice(0, MOST_LISTS);
    try {
      const text = JSON.stringify({ version: VERSION, origin, lists: Object.fromEntries(newest) });
      writeFileDurably(path, text, { ownDir: true });
    } catch {
      // A full disk costs a list call later, no more.
    }
  };
  return {
    read(list, maxAgeMs) {
      const kept = load().get(list);
      const age = now().getTime() - (kept?.at ?? 0);
      return kept && age >= 0 && age <= maxAgeMs ? kept.items : undefined;
    },
    write(list, items) {
      load().delete(list);
      if (items.length <= MOST_ITEMS) load().set(list, { at: now().getTime(), items });
      save();
    },
    newest(prefix) {
      const fits = [...load()].filter(([key]) => key.startsWith(prefix));
      return fits.sort(([, a], [, b]) => b.at - a.at)[0]?.[1].items;
    },
    keys: () => [...load().keys()],
    forget(prefix) {
      const stale = [...load().keys()].filter((list) => list.startsWith(prefix));
      for (const list of stale) load().delete(list);
      if (stale.length > 0) save();
    },
  };
}

/** Forgets everything that was kept for a profile. */
export function removeNameCache(paths: Paths, profile: string): void {
  const path = fileOf(paths, profile);
  if (path !== undefined) rmSync(path, { force: true });
}

const fileOf = ({ cache }: Paths, profile: string): string | undefined =>
  cache === undefined ? undefined : join(cache, `names-${profile}.json`);

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
  if (!isJsonObject(kept) || typeof kept.at !== 'number' || !Array.isArray(kept.items)) return [];
  return kept.items.every(isNamedItem) ? [[key, { at: kept.at, items: kept.items }]] : [];
}

function isNamedItem(item: unknown): item is NamedItem {
  if (!isJsonObject(item) || typeof item.id !== 'string' || !Array.isArray(item.names)) return false;
  return item.names.every((name) => typeof name === 'string');
}

// Three-way merge of a node's Markdown and of what stamps it: times and its place in a repository.
import { isDeepStrictEqual } from 'node:util';
import { mergeText } from '../../../markdown/merge-lines.ts';
import type { ContentStore, GitPlace, Hash, Tree } from '../model.ts';

/** Absent on both sides of an edit: a merged value may itself be undefined, so the answer is wrapped. */
interface Merged<T> {
  value: T;
}

export type Differ = (field: string) => void;

export const same = (a: unknown, b: unknown): boolean => isDeepStrictEqual(a, b);

/** The value of the side that changed it; undefined where both changed it in different ways. */
export function mergeValue<T>(base: T, ours: T, theirs: T): Merged<T> | undefined {
  if (same(ours, theirs) || same(theirs, base)) return { value: ours };
  return same(ours, base) ? { value: theirs } : undefined;
}

/** Merges every key of the given fields. Calls `differ` with the field that cannot be merged, and keeps ours there. */
export function mergeFields<T extends object>(
  fields: readonly (keyof T & string)[],
  base: Partial<T>,
  ours: T,
  theirs: T,
  differ: Differ,
): T {
  const out = { ...ours };
  for (const field of fields) {
    const merged = mergeValue<T[keyof T & string] | undefined>(base[field], ours[field], theirs[field]);
    if (!merged) differ(field);
    else if (merged.value === undefined) delete out[field];
    else out[field] = merged.value;
  }
  return out;
}

/** Merges two maps key by key; a key deleted on one side and changed on the other differs. */
export function mergeRecord<V>(
  base: Record<string, V> = {},
  ours: Record<string, V> = {},
  theirs: Record<string, V> = {},
  differ: Differ = () => undefined,
): Record<string, V> {
  const keys = new Set([...Object.keys(ours), ...Object.keys(theirs)]);
  const entries: [string, V][] = [];
  for (const key of keys) {
    const merged = mergeValue(own(base, key), own(ours, key), own(theirs, key));
    if (!merged) differ(key);
    const value = merged ? merged.value : own(ours, key);
    if (value !== undefined) entries.push([key, value]);
  }
  // fromEntries defines own properties, `__proto__` included, where an assignment would not.
  return Object.fromEntries(entries);
}

const own = <V>(record: Record<string, V>, key: string): V | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined;

interface Written {
  markdown?: Hash;
}

interface Stamped {
  createdAt?: string;
  updatedAt?: string;
  git?: GitPlace;
}

/** Returns `out` with the merged Markdown. Texts are read only where both sides wrote. */
export function mergeMarkdown<T extends Written>(
  content: ContentStore,
  base: Written,
  ours: Written,
  theirs: Written,
  out: T,
  differ: Differ,
): T {
  const chosen = mergeValue(base.markdown, ours.markdown, theirs.markdown);
  if (chosen) return withMarkdown(out, chosen.value);
  if (!ours.markdown || !theirs.markdown) {
    differ('markdown');
    return out;
  }
  const old = base.markdown ? content.text(base.markdown) : '';
  const text = mergeText(old, content.text(ours.markdown), content.text(theirs.markdown));
  if (text === undefined) {
    differ('markdown');
    return out;
  }
  return withMarkdown(out, content.put(text));
}

/** Stamps never conflict: the earlier creation, the later update; of two places in a repository the greater, so that sides do not matter. */
export function mergeStamps<T extends Stamped>(base: Stamped, ours: Stamped, out: T, theirs: Stamped): T {
  const { createdAt: _c, updatedAt: _u, git: _g, ...rest } = out;
  const createdAt = pick(base.createdAt, ours.createdAt, theirs.createdAt, (a, b) => a < b);
  const updatedAt = pick(base.updatedAt, ours.updatedAt, theirs.updatedAt, (a, b) => a > b);
  const git = pick(base.git, ours.git, theirs.git, (a, b) => JSON.stringify(a) > JSON.stringify(b));
  // `rest` holds every other field of T, and the stamps come back with the types they had.
  return {
    ...rest,
    ...(createdAt && { createdAt }),
    ...(updatedAt && { updatedAt }),
    ...(git && { git }),
  } as T;
}

function pick<V>(
  base: V | undefined,
  ours: V | undefined,
  theirs: V | undefined,
  wins: (a: V, b: V) => boolean,
): V | undefined {
  const merged = mergeValue(base, ours, theirs);
  if (merged) return merged.value;
  if (ours === undefined || theirs === undefined) return ours ?? theirs;
  return wins(ours, theirs) ? ours : theirs;
}

function withMarkdown<T extends Written>(out: T, markdown: Hash | undefined): T {
  const { markdown: _, ...rest } = out;
  return { ...rest, ...(markdown && { markdown }) } as T;
}

/** Why two edits cannot both stand. `field` is `deleted`, `parent`, `order`, or the field that differs. */
export interface Conflict {
  kind: 'page' | 'file' | 'reusable-content' | 'variable';
  id: string;
  title: string;
  field: string;
  /** One line for people. */
  reason: string;
}

export interface MergeInput {
  base: Tree;
  ours: Tree;
  theirs: Tree;
  content: ContentStore;
}

export type Report = (conflict: Conflict) => void;

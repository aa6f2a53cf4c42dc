// Three-way merge of single values and of records, key by key.
import { isDeepStrictEqual } from 'node:util';

/** Absent on both sides of an edit: a merged value may itself be undefined, so the answer is wrapped. */
export interface Merged<T> {
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

function own<V>(record: Record<string, V>, key: string): V | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

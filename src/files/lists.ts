// Helpers for records and lists: fields that are set, groups, counts, sorting and binary search.
import { byText } from './texts.ts';

/** The fields that are set: neither null nor undefined. */
export const nonNull = <T extends object>(fields: T) =>
  // Safe: what is left is as it was.
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null)) as {
    [K in keyof T]?: NonNullable<T[K]>;
  };

/** Items by their keys, in the order in which they come. */
export function groupBy<K, T>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** Binary search in a sorted list: the first index for which `before` is false, or `length`. */
export function firstPlace(length: number, before: (at: number) => boolean): number {
  let low = 0;
  for (let high = length; low < high; ) {
    const middle = (low + high) >> 1;
    if (before(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A copy, sorted by a text of each item in the order of code units. */
export const sortedBy = <T>(items: readonly T[], textOf: (item: T) => string): T[] =>
  items
    .map((item) => ({ item, text: textOf(item) }))
    .sort((a, b) => byText(a.text, b.text))
    .map(({ item }) => item);

/** Counts the items by a text of each; the count of an unknown text is 0. */
export function countedBy<T>(items: Iterable<T>, textOf: (item: T) => string): (text: string) => number {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(textOf(item), (counts.get(textOf(item)) ?? 0) + 1);
  return (text) => counts.get(text) ?? 0;
}

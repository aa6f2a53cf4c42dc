// What is asked of records and lists everywhere: fields that are set, groups, counts, orders, and where a sorted list reaches something.
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

/** The first place of a sorted list, of this length, that is not `before` what is looked for. */
export function firstPlace(length: number, before: (at: number) => boolean): number {
  let low = 0;
  for (let high = length; low < high; ) {
    const middle = (low + high) >> 1;
    if (before(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** In an order that says nothing of when they were made. */
export const sortedBy = <T>(items: readonly T[], textOf: (item: T) => string): T[] =>
  items
    .map((item) => ({ item, text: textOf(item) }))
    .sort((a, b) => byText(a.text, b.text))
    .map(({ item }) => item);

/** How many have each text; 0 for one that none has. */
export function countedBy<T>(items: Iterable<T>, textOf: (item: T) => string): (text: string) => number {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(textOf(item), (counts.get(textOf(item)) ?? 0) + 1);
  return (text) => counts.get(text) ?? 0;
}

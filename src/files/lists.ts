// What is asked of records and lists everywhere: the fields that are set, groups, and where a sorted list reaches something.

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

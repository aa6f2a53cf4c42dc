// How often each name is there: what only one thing is called is a name for it.

/** By a text that `textOf` gives; 0 for one that none has. */
export function countedBy<T>(items: Iterable<T>, textOf: (item: T) => string): (text: string) => number {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(textOf(item), (counts.get(textOf(item)) ?? 0) + 1);
  return (text) => counts.get(text) ?? 0;
}

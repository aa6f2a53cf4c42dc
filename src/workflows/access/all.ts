// All items of a list that comes in pages.

export async function all<T>(pages: AsyncIterable<{ items: readonly T[] }>): Promise<T[]> {
  const found: T[] = [];
  for await (const { items } of pages) found.push(...items);
  return found;
}

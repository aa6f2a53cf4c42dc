// All items of a list that comes in pages, as one array.

export async function allItems<T>(pages: AsyncIterable<{ items: readonly T[] }>): Promise<T[]> {
  const found: T[] = [];
  for await (const { items } of pages) for (const item of items) found.push(item);
  return found;
}

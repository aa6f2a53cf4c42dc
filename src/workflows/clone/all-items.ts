// A whole list of the platform.
import type { InputOf, ItemOf, Operation } from '../../api/operation.ts';
import type { Client } from '../../client/client.ts';

/** Every item, from as few requests as the platform allows. */
export async function allItems<O extends Operation>(
  client: Client,
  operation: O,
  input: InputOf<O>,
): Promise<ItemOf<O>[]> {
  const all: ItemOf<O>[] = [];
  for await (const { items } of client.pages(operation, input, { attempts: 6 })) all.push(...items);
  return all;
}

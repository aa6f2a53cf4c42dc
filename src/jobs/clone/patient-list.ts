// A whole list of the platform, for a job of minutes that one slow answer must not end.
import type { InputOf, ItemOf, Operation } from '../../api/operation.ts';
import { allItems } from '../../client/all-items.ts';
import type { Client } from '../../client/client.ts';

/** Every item, from as few requests as the platform allows; each is tried up to six times. */
export const listPatiently = <O extends Operation>(
  client: Client,
  operation: O,
  input: InputOf<O>,
): Promise<ItemOf<O>[]> => allItems(client.pages(operation, input, { attempts: 6 }));

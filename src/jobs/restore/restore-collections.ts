// The collections that restored spaces were in: those of the same title at the same place, made where they are missing.

import type { Collection } from '../../api/content/collections.generated.ts';
import { createCollection, listCollections, updateCollection } from '../../api/content/collections.ts';
import { allItems } from '../../client/all-items.ts';
import type { Client } from '../../client/client.ts';
import type { StateKeeper } from './restore-state.ts';

export type CollectionBackup = Pick<Collection, 'id' | 'title'> &
  Partial<Pick<Collection, 'parent' | 'description'>>;

/** A collection and those above it, the outermost first; empty for one that the backup does not have. */
export function pathTo(all: readonly CollectionBackup[], id: string | undefined): CollectionBackup[] {
  const path: CollectionBackup[] = [];
  for (let at = id; at !== undefined && path.length <= all.length; ) {
    const found = all.find((one) => one.id === at);
    if (!found) return [];
    path.unshift(found);
    at = found.parent;
  }
  return path;
}

/** Finds or makes them, each below its parent. What is there is found by its title: nothing is made twice. */
export async function restoreCollections(
  { client, organizationId, keeper }: { client: Client; organizationId: string; keeper: StateKeeper },
  wanted: readonly CollectionBackup[],
): Promise<void> {
  if (wanted.length === 0) return;
  keeper.state.collections ??= {};
  const known = keeper.state.collections;
  const there: Collection[] = await allItems(client.pages(listCollections, { organizationId }));
  for (const one of wanted) {
    if (there.some(({ id }) => id === known[one.id])) continue;
    const parent = one.parent === undefined ? undefined : known[one.parent];
    let found = there.find(({ title, parent: above }) => title === one.title && above === parent);
    if (!found) {
      found = await makeCollection(client, { organizationId, title: one.title, parent }, one.description);
      there.push(found);
    }
    known[one.id] = found.id;
    await keeper.save();
  }
}

async function makeCollection(
  client: Client,
  { parent, ...input }: { organizationId: string; title: string; parent: string | undefined },
  description = '',
): Promise<Collection> {
  const below = parent === undefined ? {} : { parent };
  const made = await client.call(createCollection, { ...input, ...below });
  if (description !== '') await client.call(updateCollection, { collectionId: made.id, description });
  return { ...made, ...below };
}

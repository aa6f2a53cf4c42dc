// The collections that restored spaces were in: those of the same title at the same place, made where they are missing.
import type { Collection } from '../../api/content/collections.generated.ts';
import { createCollection, listCollections, updateCollection } from '../../api/content/collections.ts';
import type { DefaultLevel } from '../../api/roles.ts';
import type { Client } from '../../client/client.ts';
import { allItems } from '../../client/pages.ts';
import type { StateKeeper } from './restore-state.ts';

export type CollectionBackup = Pick<Collection, 'id' | 'title'> &
  Partial<Pick<Collection, 'parent' | 'description' | 'defaultLevel'>>;

/** Safe: the host checks which level it is, and an export took it from one. */
export const isLevel = (value: unknown): value is DefaultLevel => value === null || typeof value === 'string';

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
  keeper.state.newCollections ??= [];
  const { collections: known, newCollections: begun } = keeper.state;
  const there: Collection[] = await allItems(client.pages(listCollections, { organizationId }));
  for (const one of wanted) {
    const { id: old, title, parent: above } = one;
    const parent = above === undefined ? undefined : known[above];
    let found =
      there.find(({ id }) => id === known[old]) ??
      there.find((other) => other.title === title && other.parent === parent);
    if (!found) {
      // Before it is made: what it is not made with may be left to another run.
      begun.push(old);
      await keeper.save();
      const below = parent === undefined ? {} : { parent };
      found = { ...(await client.call(createCollection, { organizationId, title, ...below })), ...below };
      there.push(found);
    }
    known[old] = found.id;
    await keeper.save();
    const rest = lackingOf(one, found);
    if (begun.includes(old) && Object.keys(rest).length > 0)
      await client.call(updateCollection, { collectionId: found.id, ...rest });
  }
}

/** What a collection has that it cannot be made with. */
const lackingOf = (
  { description = '', defaultLevel = 'inherit' }: CollectionBackup,
  { description: now = '', defaultLevel: level = 'inherit' }: Collection,
) => ({
  ...(description !== now && { description }),
  ...(defaultLevel !== level && { defaultLevel }),
});

// Taking back what was done to spaces and collections.
import * as collections from '../../api/content/collections.ts';
import * as spaces from '../../api/content/spaces.ts';
import type { Operation } from '../../api/operation.ts';
import type { Client } from '../../client/client.ts';
import { allItems } from '../../client/pages.ts';
import {
  asItem,
  beforeOf,
  byGet,
  type Change,
  type Input,
  type Item,
  made,
  movedBackInWords,
  type Reversal,
  type Reversals,
  restoring,
  titlesOf,
  withoutTitles,
} from './reversal.ts';

const space = byGet(spaces.getSpace);
const collection = byGet(collections.getCollection);
const iconOf = ({ urls }: Item) => asItem(urls).icon;

/**
 * Emoji and icon cannot be used together, so the one that was there comes back, or both go. A host shows an emoji of its
 * own beside an icon.
 */
function withIcon(input: Input, before: Item): Input {
  if (input.emoji === undefined && input.icon === undefined) return input;
  const { emoji: _, icon: __, ...rest } = input;
  const icon = iconOf(before);
  if (icon !== undefined) return { ...rest, icon };
  return { ...rest, ...(before.emoji === undefined ? { emoji: null, icon: null } : { emoji: before.emoji }) };
}

/** Where a space or collection stands: in what, and after and before which of its own kind. */
async function placeOf(
  client: Client,
  item: Item,
  siblings: (parent: unknown) => { list: Operation; input: Input },
): Promise<Item> {
  const { list, input } = siblings(item.parent);
  const listed = await allItems(client.pages(list, input));
  const all = listed.map(asItem).filter(({ parent }) => parent === item.parent);
  const at = all.findIndex(({ id }) => id === item.id);
  const [previous, next] = [all[at - 1], at === -1 ? undefined : all[at + 1]];
  return { parent: item.parent, previous: previous?.id, next: next?.id, titles: titlesOf(previous, next) };
}

const spacePlace: NonNullable<Reversal['read']> = async (client, input) => {
  const item = asItem(await space(client, input));
  return placeOf(client, item, (parent) =>
    typeof parent === 'string'
      ? { list: collections.listCollectionSpaces, input: { collectionId: parent } }
      : { list: spaces.listSpaces, input: { organizationId: item.organization } },
  );
};

const collectionPlace: NonNullable<Reversal['read']> = async (client, input) => {
  const item = asItem(await collection(client, input));
  return placeOf(client, item, () => ({
    list: collections.listCollections,
    input: { organizationId: item.organization, nested: true },
  }));
};

/** Back into the parent it had, next to the sibling it had. */
const movedBack = (operation: Operation, param: string, type: 'space' | 'collection') => (change: Change) => {
  const before = beforeOf(change);
  const { previous, next } = before;
  const side = typeof previous === 'string' ? 'after' : 'before';
  const id = change.input[param];
  const inputAt = (place: string, neighbor: unknown): Input => ({
    [param]: id,
    parent: before.parent ?? null,
    ...(neighbor !== undefined && { position: { [place]: { type, [type]: neighbor } } }),
  });
  return {
    operation,
    input: inputAt(side, previous ?? next),
    place: { id, previous, next, before: (neighbor?: unknown) => inputAt('before', neighbor) },
    project: withoutTitles,
    original: withoutTitles(before),
    expected: change.after === undefined ? {} : { parent: asItem(change.after).parent },
    shown: movedBackInWords(before),
  };
};

const transferredBack = (operation: Operation, param: string) => (change: Change) => {
  const { organization } = beforeOf(change);
  return {
    operation,
    input: { [param]: change.input[param], organization },
    project: (item: Item = {}) => ({ organization: item.organization }),
    original: { organization },
    expected: { organization: asItem(change.after).organization ?? change.input.organization },
    note: 'it returns to the top level, and permissions that the transfer removed are not restored',
  };
};

/** A deleted space may still be read, and then says when it was deleted; elsewhere it is not found. */
const deleted = (item: Item | undefined) => ({ deleted: item === undefined || item.deletedAt !== undefined });

const deletionBack = (operation: Operation, before: boolean): Reversal => ({
  read: space,
  undo: ({ input }) => ({
    operation,
    input: { spaceId: input.spaceId },
    project: deleted,
    mayBeGone: true,
    original: { deleted: before },
    expected: { deleted: !before },
  }),
});

export default {
  'spaces.update': restoring(spaces.updateSpace, {
    read: space,
    fields: { icon: iconOf },
    alongside: { emoji: 'icon', icon: 'emoji' },
    adjust: withIcon,
  }),
  'spaces.delete': deletionBack(spaces.restoreSpace, false),
  'spaces.restore': deletionBack(spaces.deleteSpace, true),
  'spaces.move': { read: spacePlace, undo: movedBack(spaces.moveSpace, 'spaceId', 'space') },
  'spaces.transfer': { read: space, undo: transferredBack(spaces.transferSpace, 'spaceId') },
  'spaces.create': made('docs spaces delete {id}'),
  'spaces.duplicate': made('docs spaces delete {id}'),
  // A description is cleared by an empty one.
  'collections.update': restoring(collections.updateCollection, {
    read: collection,
    fields: { description: ({ description }) => description ?? '' },
  }),
  'collections.move': {
    read: collectionPlace,
    undo: movedBack(collections.moveCollection, 'collectionId', 'collection'),
  },
  'collections.transfer': {
    read: collection,
    undo: transferredBack(collections.transferCollection, 'collectionId'),
  },
  'collections.create': made('docs collections delete {id}'),
  'collections.delete': { read: collection, why: 'the platform cannot restore a deleted collection' },
} satisfies Reversals;

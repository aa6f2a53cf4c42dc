// collections.yaml: the tree of collections, with the level that every member has on each.

import type { Collection } from '../../../api/content/collections.generated.ts';
import * as api from '../../../api/content/collections.ts';
import { builders } from '../../../api/schema.ts';
import { countedBy } from '../../../files/lists.ts';
import { plural } from '../../../output/format.ts';
import { type Described, ID } from '../../site-file/describe.ts';
import { asItems, matchBy } from '../../site-file/match.ts';
import { Shape } from '../../site-file/schema.ts';
import { differing } from '../../site-file/work.ts';
import { hintOf, type OrgFile } from '../file.ts';
import type { Part, Work } from '../part.ts';
import * as part from '../part.ts';
import * as shapes from '../shapes.ts';
import { inFileOrder, type Thing, type World } from '../world.ts';

const { ArrayOf, Optional, Recursive, Str } = builders;

interface Item {
  title: string;
  description?: string | null;
  level?: Collection['defaultLevel'];
  collections?: Item[];
}

const OWN = {
  description: shapes.optionalText('short description', 100),
  level: shapes.Level(),
};

const schema = Shape({
  ...shapes.SCHEMA_KEY,
  defaults: Optional(Shape(OWN)),
  collections: ArrayOf(
    Recursive(
      (self) =>
        Shape({
          title: Str({ maxLength: 50, description: 'title of the collection' }),
          ...OWN,
          collections: Optional(ArrayOf(self, { description: 'collections in it' })),
        }),
      { $id: 'collection' },
    ),
  ),
});

const NEW = { level: 'inherit' };

async function describe(world: World, [file]: readonly OrgFile[]): Promise<Described[]> {
  const all = await world.collections();
  const ids = new Set(all.map(({ id }) => id));
  const defaults = file ? part.defaultsOf(file) : NEW;
  const inside = (parent: string | undefined): Described[] =>
    inFileOrder(
      all
        .filter((one) => (ids.has(one.parent ?? '') ? one.parent : undefined) === parent)
        .map(({ id, title, description, defaultLevel }) => {
          const collections = inside(id);
          const own = { ...(description && { description }), level: defaultLevel };
          return {
            ...{ [ID]: id, title, ...part.beyondDefaults(own, defaults) },
            ...(collections.length > 0 && { collections }),
          };
        }),
    );
  return [{ ...(defaults && { defaults }), collections: inside(undefined) }];
}

/** A collection of the file, with what it is in. */
interface Wanted {
  item: Item;
  above: Wanted | undefined;
  path: string;
}

const flat = (file: OrgFile, items: readonly Item[], above?: Wanted): Wanted[] =>
  items.flatMap((item) => {
    const own = { item, above, path: above ? `${above.path}/${item.title}` : item.title };
    const inner = (item.collections ?? []).map((one) =>
      part.withDefaults(file, one, part.defaultsOf(file) ?? {}),
    );
    return [own, ...flat(file, inner, own)];
  });

const LANE = 'tree of collections';

/** From the top down: what something moves into is where it belongs already. */
async function plan(work: Work, [file]: readonly OrgFile[]): Promise<void> {
  if (!file) return;
  const live = await work.world.collections();
  const wanted = flat(file, part.itemsOf<Item>(file, 'collections'));
  const items = wanted.map(({ item }) => item);
  part.refuseTwins(work, part.heldIn(file, items));
  const found = match(file, wanted, live);
  const ids = new Map<Wanted, string>();
  for (const one of wanted)
    ids.set(
      one,
      placed(work, file, one, { live: found.get(one.item), above: one.above && ids.get(one.above) }),
    );
  for (const [item, { id }] of found) work.matches.push({ file, item, id });
  const things = wanted.map((one): Thing => {
    const parent = one.above && ids.get(one.above);
    const { title } = one.item;
    return {
      id: ids.get(one) ?? '',
      title,
      path: one.path,
      was: found.get(one.item)?.title,
      hint: hintOf(file, one.item),
      ...(parent !== undefined && { parent }),
    };
  });
  await part.nameThings(work, 'collection', things, found.values());
}

function match(file: OrgFile, wanted: readonly Wanted[], live: readonly Collection[]): Map<Item, Collection> {
  const found = new Map<Item, Collection>();
  const here = countedBy(live, ({ title }) => title);
  const there = countedBy(wanted, ({ item }) => item.title);
  const known = asItems(live);
  const isAtHome = (above: Wanted | undefined, { parent }: Collection) =>
    (above && found.get(above.item)?.id) === parent;
  matchBy(found, wanted, known, [({ item }, one) => hintOf(file, item) === one.item.id]);
  // Level by level: what is above was found already.
  for (const one of wanted)
    matchBy(found, [one], unclaimed(known, found), [
      ({ item, above }, { item: own }) => item.title === own.title && isAtHome(above, own),
    ]);
  matchBy(found, wanted, unclaimed(known, found), [
    ({ item }, { item: own }) =>
      item.title === own.title && here(item.title) === 1 && there(item.title) === 1,
  ]);
  return found;
}

const unclaimed = (known: readonly { item: Collection }[], found: ReadonlyMap<Item, Collection>) => {
  const taken = new Set(found.values());
  return known.filter(({ item }) => !taken.has(item));
};

interface Standing {
  live: Collection | undefined;
  /** ID of the collection that it belongs into. */
  above: string | undefined;
}

/** Creates, changes and moves one; returns its ID. */
function placed(work: Work, file: OrgFile, { item }: Wanted, { live, above }: Standing): string {
  const { organizationId } = work.world;
  const about = { target: { kind: 'collection', title: item.title }, item };
  const before = work.wishes.rows.length;
  const collectionId =
    live?.id ??
    part.addWish(work, file, {
      ...about,
      operation: api.createCollection,
      input: { organizationId, title: item.title, ...(above !== undefined && { parent: above }) },
    });
  const now = live ?? { title: item.title, description: '', defaultLevel: 'inherit' };
  const fields = differing(
    {
      title: item.title,
      description: part.orCleared(live ? work : { prune: false }, item.description, ''),
      defaultLevel: item.level,
    },
    { ...now, description: now.description ?? '' },
  );
  part.addChange(work, file, fields, {
    ...about,
    operation: api.updateCollection,
    ...{ input: { collectionId }, live },
  });
  if (live && (live.parent ?? null) !== (above ?? null))
    part.addWish(work, file, {
      ...about,
      operation: api.moveCollection,
      input: { collectionId, parent: above ?? null },
      lanes: [LANE],
    });
  if (work.wishes.rows.length === before) work.unchanged += 1;
  return collectionId;
}

/** What takes something out of a collection. */
const EMPTIES: ReadonlySet<string> = new Set(['collections.move', 'spaces.move', 'spaces.delete']);

/** The deepest first; one in which something stays, stays. */
async function prune(work: Work, [file]: readonly OrgFile[]): Promise<void> {
  if (!file) return;
  const live = await work.world.collections();
  const named = new Set((await part.namesIn(work, 'collection')).things.map(({ id }) => id));
  const spaces = (await part.namesIn(work, 'space')).things;
  const held = new Map<string, number>();
  for (const { parent } of spaces) if (parent !== undefined) held.set(parent, (held.get(parent) ?? 0) + 1);
  const gone = live.filter(({ id }) => !named.has(id));
  const needs = work.wishes.rows.flatMap(({ operation }, at) => (EMPTIES.has(operation.id) ? [at + 1] : []));
  let count = 0;
  for (const one of byDepth(gone)) {
    const spacesIn = held.get(one.id) ?? 0;
    if (spacesIn > 0) {
      work.kept.push(
        `collection "${one.title}" is not in ${file.name} and stays: it holds ${plural(spacesIn, 'space or collection', 'spaces or collections')}`,
      );
      if (one.parent !== undefined) held.set(one.parent, (held.get(one.parent) ?? 0) + 1);
      continue;
    }
    count += 1;
    part.addWish(work, file, {
      operation: api.deleteCollection,
      input: { collectionId: one.id },
      target: { kind: 'collection', id: one.id, title: one.title },
      live: { ...one },
      needs,
      lanes: [LANE],
    });
  }
  work.removals.push({ what: 'collections', count, total: live.length });
}

function byDepth(collections: readonly Collection[]): Collection[] {
  const byId = new Map(collections.map((one) => [one.id, one]));
  const depth = ({ parent }: Collection): number => {
    const above = byId.get(parent ?? '');
    return above ? 1 + depth(above) : 0;
  };
  return [...collections].sort((a, b) => depth(b) - depth(a));
}

export const collections: Part = {
  name: 'collections',
  summary: 'the tree of collections, with levels',
  files: ['collections.yaml'],
  schema,
  loose: ['collections'],
  reads: [api.listCollections, api.getCollection],
  writes: [api.createCollection, api.updateCollection, api.moveCollection, api.deleteCollection],
  ...{ describe, plan, prune },
};

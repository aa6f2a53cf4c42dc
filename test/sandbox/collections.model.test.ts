import { beforeEach, expect, it } from 'vitest';
import * as api from '../../src/api/content/collections.ts';
import type { ContentPosition as Position } from '../../src/api/content/spaces.generated.ts';
import { createSpace, listSpaces, moveSpace } from '../../src/api/content/spaces.ts';
import { perTest } from '../helpers/lasting.ts';
import { type Choices, expectStatus, pick, playModel, withoutDisk } from '../helpers/model-runs.ts';
import { reached, runs } from '../helpers/runs.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

/** A space or a collection with what stands in it, in order. */
interface Item {
  kind: 'space' | 'collection';
  id: string;
  items: Item[];
}

const box = perTest(openTestSandbox);
beforeEach(() => withoutDisk(box));

const below = (item: Item): Item[] => item.items.flatMap((one) => [one, ...below(one)]);
const collectionsIn = (root: Item) => below(root).filter(({ kind }) => kind === 'collection');
const parentOf = (root: Item, id: string): Item =>
  [root, ...below(root)].find(({ items }) => items.some((item) => item.id === id)) ?? root;
const pointerOf = ({ kind, id }: Item) =>
  kind === 'space' ? { type: 'space' as const, space: id } : { type: 'collection' as const, collection: id };

type Step = (root: Item, choices: Choices) => Promise<void>;

const organization = () => ({ organizationId: box.organizationId });

/** Without a pointer at the end. */
function putNextTo(items: Item[], item: Item, pointer: Item | undefined, side: 'before' | 'after'): void {
  const at = pointer ? items.indexOf(pointer) + (side === 'before' ? 0 : 1) : items.length;
  items.splice(at, 0, item);
}

const attemptMove = ({ kind, id }: Item, place: { parent: string | null; position?: Position }) =>
  kind === 'space'
    ? box.answer(moveSpace, { spaceId: id, ...place })
    : box.answer(api.moveCollection, { collectionId: id, ...place });

const steps: Record<string, Step> = {
  async createCollection(root, [a]) {
    const parent = pick([root, ...collectionsIn(root)], a);
    const { id } = await box.call(api.createCollection, {
      ...organization(),
      title: 'C',
      ...(parent !== root && { parent: parent.id }),
    });
    parent.items.push({ kind: 'collection', id, items: [] });
  },

  async createSpace(root, [a]) {
    if (below(root).filter(({ kind }) => kind === 'space').length > 5) return;
    const parent = pick([root, ...collectionsIn(root)], a);
    const { id } = await box.call(createSpace, {
      ...organization(),
      ...(parent !== root && { parent: parent.id }),
    });
    parent.items.push({ kind: 'space', id, items: [] });
  },

  async move(root, [a, b, c]) {
    const item = pick(below(root), a);
    const target = pick([root, ...collectionsIn(root)], b);
    const siblings = target.items.filter(({ id }) => id !== item.id);
    const pointer = c % 3 === 0 || siblings.length === 0 ? undefined : pick(siblings, c);
    const side = c % 2 === 0 ? 'before' : 'after';
    const stays = parentOf(root, item.id) === target;
    const position: Position | undefined = pointer && { [side]: pointerOf(pointer) };
    const place = { parent: target === root ? null : target.id, ...(position && { position }) };
    const attempt = attemptMove(item, place);
    const intoItself = item === target || below(item).includes(target);
    await expectStatus(intoItself ? 409 : 200, attempt);
    if (intoItself || (stays && !pointer)) return;
    const list = parentOf(root, item.id).items;
    list.splice(list.indexOf(item), 1);
    putNextTo(target.items, item, pointer, side);
  },

  async deleteCollection(root, [a]) {
    const collection = pick(collectionsIn(root), a);
    const empty = collection.items.length === 0;
    await expectStatus(empty ? 205 : 409, box.answer(api.deleteCollection, { collectionId: collection.id }));
    if (!empty) return;
    const list = parentOf(root, collection.id).items;
    list.splice(list.indexOf(collection), 1);
    await expectStatus(204, box.answer(api.deleteCollection, { collectionId: collection.id }));
  },
};

const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id);
const spacesOf = ({ items }: Item) => idsOf(items.filter(({ kind }) => kind === 'space'));

/** Collections come right after the one they stand in, spaces in the order of their collection. */
async function compare(root: Item): Promise<void> {
  const { items, count } = await box.call(api.listCollections, { ...organization(), limit: 1000 });
  expect(items.map(({ id, parent }) => [id, parent ?? root.id])).toEqual(
    collectionsIn(root).map(({ id }) => [id, parentOf(root, id).id]),
  );
  expect(count).toBe(items.length);
  for (const collection of collectionsIn(root)) {
    const spaces = await box.call(api.listCollectionSpaces, { collectionId: collection.id, limit: 1000 });
    expect(idsOf(spaces.items)).toEqual(spacesOf(collection));
  }
  const all = await box.call(listSpaces, { ...organization(), limit: 1000 });
  expect(idsOf(all.items.filter(({ parent }) => parent === undefined))).toEqual(spacesOf(root));
}

it('collections and the spaces in them are what a simple model says', async () => {
  const numRuns = runs('L17', 'sequences for collections', 60);
  const start = async (): Promise<Item> => {
    for (const table of ['spaces', 'collections']) box.sandbox.db.run(`DELETE FROM ${table}`);
    return { kind: 'collection', id: 'root', items: [] };
  };
  await playModel({ numRuns, steps, choices: 11, length: 20, start, compare });
  reached('L17', 'sequences for collections', numRuns);
});

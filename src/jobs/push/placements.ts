// Where new and moved pages go in the space as it is now, in the order in which edits put them there.
import type { Page } from '../../api/content/content-shapes.ts';
import { allPages } from '../../domain/content/page-list.ts';
import { childrenByParent, type Key, type Placed, TOP, treeOf, type WantedOrder } from './page-order.ts';
import type { Conflict } from './three-way.ts';

/** `into` is the ID of the parent, or the key of a new page, or `TOP`; `at` counts among its pages without this one. */
export interface Placement {
  key: Key;
  into: Key;
  at: number;
}

export interface Placements {
  /** Each after the page that it goes into. */
  all: Placement[];
  conflicts: Conflict[];
  /** Pages below each page once all of it is done. */
  children: ReadonlyMap<Key, readonly Key[]>;
}

interface Asked {
  order: WantedOrder;
  base: readonly Page[];
  there: readonly Page[];
  /** Whether the folder, or the space, wins where both moved a page. */
  prefer: (id: string) => 'ours' | 'theirs' | undefined;
}

export function placements({ order, base, there, prefer }: Asked): Placements {
  const children = childrenByParent(treeOf(there));
  const parents = new Map(
    [...children].flatMap(([parent, keys]) => keys.map((key) => [key, parent] as const)),
  );
  const was = new Map(
    [...childrenByParent(treeOf(base))].flatMap(([parent, keys]) =>
      keys.map((key) => [key, parent] as const),
    ),
  );
  const titles = new Map([...allPages(base), ...allPages(there)].map(({ id, title }) => [id, title]));
  const nameOf = (key: Key) => (key === TOP ? 'the top level' : `below "${titles.get(key) ?? key}"`);
  const found: Placements = { all: [], conflicts: [], children };
  const siblings = (parent: Key) => children.get(parent) ?? [];
  const put = (key: Key, into: Key, previous: Key | undefined) => {
    const old = parents.get(key);
    const rest = siblings(into).filter((one) => one !== key);
    const at = previous === undefined ? 0 : rest.indexOf(previous) + 1;
    if (old === into && siblings(into).indexOf(key) === at) return;
    if (old !== undefined)
      children.set(
        old,
        siblings(old).filter((one) => one !== key),
      );
    children.set(into, [...rest.slice(0, at), key, ...rest.slice(at)]);
    if (!children.has(key)) children.set(key, []);
    parents.set(key, into);
    found.all.push({ key, into, at });
  };
  /** Where the space has moved it to, or what is below it there: it cannot go into that without a word. */
  const hindrance = (key: Key, into: Key): 'moved' | 'circle' | undefined => {
    const now = parents.get(key);
    if (now === undefined) return undefined;
    if (isBelow(parents, into, key)) return 'circle';
    return was.has(key) && now !== was.get(key) && now !== into ? 'moved' : undefined;
  };
  const move = (key: Key, into: Key, previous: Key | undefined) => {
    const why = hindrance(key, into);
    const side = why && prefer(key);
    if (why === undefined || (why === 'moved' && side === 'ours')) put(key, into, previous);
    else if (side === undefined)
      found.conflicts.push({
        ...{ file: 'SUMMARY.md', title: titles.get(key) ?? key, id: key, what: 'place' },
        ...{ here: nameOf(into), there: nameOf(parents.get(key) ?? TOP) },
      });
  };
  const walk = (level: readonly Placed[], into: Key) => {
    let previous: Key | undefined;
    for (const { key, children: below } of level) {
      const isThere = parents.has(key);
      if (key.startsWith('new:') || (isThere && order.moved.has(key))) move(key, into, previous);
      if (parents.get(key) === into) previous = key;
      // What is below a page that is gone goes where that page was.
      walk(below, parents.has(key) ? key : into);
    }
  };
  walk(order.tree, TOP);
  return found;
}

function isBelow(parents: ReadonlyMap<Key, Key>, key: Key, other: Key): boolean {
  for (let at: Key | undefined = key; at !== undefined && at !== TOP; at = parents.get(at))
    if (at === other) return true;
  return false;
}

// Brings every item of the navigation to its level, and puts each level in order.

import * as siteStructure from '../../api/sites/site-structure.ts';
import { allOn } from './live.ts';
import { isGroup, isLink, type NavItem } from './schema.ts';
import { NAV, type NavNode, propose, type Work } from './work.ts';

export const levelOf = ({ levels }: Work, parent: string): NavNode[] => {
  const level = levels.get(parent) ?? [];
  levels.set(parent, level);
  return level;
};

export function moveNode(work: Work, id: string, parent: string): void {
  for (const level of work.levels.values()) {
    const at = level.findIndex((node) => node.id === id);
    const [node] = at === -1 ? [] : level.splice(at, 1);
    if (node) return void levelOf(work, parent).push(node);
  }
}

const idOf = ({ sectionIds }: Work, item: NavItem): string => sectionIds.get(item) ?? '';

export function placeLevel(work: Work, items: readonly NavItem[], parent: string): void {
  const wanted = items.map((item) => idOf(work, item));
  for (const [at, item] of items.entries())
    if (!levelOf(work, parent).some(({ id }) => id === wanted[at])) bring(work, item, { parent, wanted, at });
  const level = levelOf(work, parent);
  const moves = arrange(
    level.map(({ id }) => id),
    wanted,
  );
  const titles = new Map(items.map((item) => [idOf(work, item), item]));
  for (const move of moves) send(work, move, parent, titles.get(move.id));
  for (const item of items) if (isGroup(item)) placeLevel(work, item.sections, idOf(work, item));
}

const TYPES = {
  section: 'site-section',
  group: 'site-section-group',
  link: 'site-external-link',
} as const;

interface Spot {
  parent: string;
  wanted: readonly string[];
  at: number;
}

/** From another level, beside what is next to it there. */
function bring(work: Work, item: NavItem, { parent, wanted, at }: Spot): void {
  const id = idOf(work, item);
  const level = levelOf(work, parent);
  const node = [...work.levels.values()].flat().find((one) => one.id === id);
  if (!node) return;
  const pointer = (to: string | undefined) => level.find((one) => one.id === to);
  const after = pointer(wanted[at - 1]);
  const before = after
    ? undefined
    : wanted
        .slice(at + 1)
        .map(pointer)
        .find(Boolean);
  const last = after ?? before ?? level.at(-1);
  if (last) {
    sort(work, node, { [before ? 'before' : 'after']: last.id }, item);
    moveNode(work, id, parent);
    const own = levelOf(work, parent);
    own.pop();
    own.splice(own.indexOf(last) + (before ? 0 : 1), 0, node);
    return;
  }
  append(work, node, parent, { item, home: homeOf(work, id) });
  moveNode(work, id, parent);
}

function send(work: Work, move: Move, parent: string, item: NavItem | undefined): void {
  const level = levelOf(work, parent);
  const at = level.findIndex(({ id }) => id === move.id);
  const [node] = level.splice(at, 1);
  if (!node) return;
  const pointer = 'after' in move ? move.after : move.before;
  sort(work, node, 'after' in move ? { after: pointer } : { before: pointer }, item);
  level.splice(level.findIndex(({ id }) => id === pointer) + ('after' in move ? 1 : 0), 0, node);
}

const titleOf = (item: NavItem | undefined): { title?: string } => {
  if (!item) return {};
  const title = isGroup(item) ? item.group : isLink(item) ? item.link : item.title;
  return title === undefined ? {} : { title };
};
const KINDS = { section: 'section', group: 'section group', link: 'external link' } as const;

function sort(work: Work, node: NavNode, to: { after?: string; before?: string }, item?: NavItem): void {
  const [side, pointer] = Object.entries(to)[0] ?? ['after', ''];
  const other = [...work.levels.values()].flat().find(({ id }) => id === pointer);
  const { items } = work.live;
  const groups = allOn(items).flatMap((one) =>
    one.kind === 'group' ? [{ items: one.items, group: one.id }] : [],
  );
  propose(work, {
    operation: siteStructure.sortSiteStructure,
    input: {
      item: { type: TYPES[node.kind], id: node.id },
      position: { [side]: { type: TYPES[other?.kind ?? 'section'], id: pointer } },
    },
    target: { kind: KINDS[node.kind], ...titleOf(item) },
    raw: neighborsIn([{ items }, ...groups], node.id),
    lanes: [NAV],
    item,
  });
}

interface SiteLevel {
  items: readonly { id: string; raw: { object: string } }[];
  /** The section group that they are in. */
  group?: string;
}

/** What is beside a thing now, as the platform tells it; of the only one in a group, that. */
export function neighborsIn(levels: readonly SiteLevel[], id: string): Readonly<Record<string, unknown>> {
  for (const { items, group } of levels) {
    const at = items.findIndex((one) => one.id === id);
    const pointer = (one: (typeof items)[number] | undefined) => one && { type: one.raw.object, id: one.id };
    if (at !== -1 && items.length === 1 && group !== undefined) return { parent: group };
    if (at !== -1) return { previous: pointer(items[at - 1]), next: pointer(items[at + 1]) };
  }
  return {};
}

interface From {
  item: NavItem | undefined;
  home: string;
}

const homeOf = ({ levels }: Work, id: string): string =>
  [...levels].find(([, level]) => level.some((node) => node.id === id))?.[0] ?? '';

/** To the end of a level, from another one. */
function append(work: Work, node: NavNode, parent: string, { item, home }: From): void {
  const about = {
    target: { kind: KINDS[node.kind], ...titleOf(item) },
    lanes: [NAV],
    ...{ item, raw: rawOf(work.live.items, node.id) },
  };
  if (node.kind === 'link')
    propose(work, {
      ...about,
      operation: siteStructure.updateExternalLink,
      input: { siteExternalLinkId: node.id, parent: parent === '' ? null : parent },
    });
  else if (node.kind === 'group') behindTemporary(work, node, parent, item);
  else if (parent === '')
    propose(work, {
      ...about,
      target: { kind: 'group membership', ...titleOf(item) },
      operation: siteStructure.removeFromSiteSectionGroup,
      input: { siteSectionGroupId: home, siteSectionId: node.id },
    });
  else
    propose(work, {
      ...about,
      operation: siteStructure.addToSiteSectionGroup,
      input: { siteSectionGroupId: parent, sectionId: node.id },
    });
}

export const rawOf = (items: Work['live']['items'], id: string): object | undefined =>
  allOn(items).find((one) => one.id === id)?.raw;

/** A group is created at the end of a level, and what is placed beside it is at the end, too. */
function behindTemporary(work: Work, node: NavNode, parent: string, item: NavItem | undefined): void {
  const about = { target: TEMPORARY, lanes: [NAV] };
  const temporary = propose(work, {
    ...about,
    operation: siteStructure.createSiteSectionGroup,
    input: { title: TEMPORARY.title, ...(parent !== '' && { parent }) },
  });
  const level = levelOf(work, parent);
  level.push({ kind: 'group', id: temporary });
  sort(work, node, { after: temporary }, item);
  level.splice(
    level.findIndex(({ id }) => id === temporary),
    1,
  );
  propose(work, {
    ...about,
    operation: siteStructure.deleteSiteSectionGroup,
    input: { siteSectionGroupId: temporary },
  });
}

const TEMPORARY = { kind: 'temporary group', title: 'docs: moving' };

// The fewest moves that bring the items of one level into an order. The platform places an item right before or after
// another one.

type Move = { id: string; after: string } | { id: string; before: string };

/** `now`: the level in its order; what is not in `wanted` stays where it is. */
export function arrange(now: readonly string[], wanted: readonly string[]): Move[] {
  const goal = withExtras(
    now,
    wanted.filter((id) => now.includes(id)),
  );
  const stay = longest(now, goal);
  const first = goal.find((id) => stay.has(id)) ?? '';
  const start = goal.indexOf(first);
  return goal.flatMap((id, at): Move[] => {
    if (stay.has(id)) return [];
    return [at < start ? { id, before: first } : { id, after: goal[at - 1] ?? '' }];
  });
}

/** What the file does not name goes where it is now: behind what is before it. */
function withExtras(now: readonly string[], wanted: readonly string[]): string[] {
  const named = new Set(wanted);
  const goal = [...wanted];
  let previous: string | undefined;
  for (const id of now) {
    if (!named.has(id)) goal.splice(previous === undefined ? 0 : goal.indexOf(previous) + 1, 0, id);
    previous = id;
  }
  return goal;
}

/** What is in both in the same order, as much of it as there can be. */
function longest(order: readonly string[], goal: readonly string[]): Set<string> {
  const place = new Map(order.map((id, at) => [id, at]));
  let best: readonly string[] = [];
  // The longest that ends with each of the goal, in its order.
  const chains: { at: number; ids: readonly string[] }[] = [];
  for (const id of goal) {
    const at = place.get(id) ?? -1;
    const before = chains.filter((one) => one.at < at).map(({ ids }) => ids);
    const ids = [...before.reduce((most, one) => (one.length > most.length ? one : most), []), id];
    chains.push({ at, ids });
    if (ids.length > best.length) best = ids;
  }
  return new Set(best);
}

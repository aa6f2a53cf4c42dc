// Which thing on a site an item of the file is: by the ID beside its title, else by what it is called, else by its first space.
import type { LiveGroup, LiveItem, LiveLink, LiveSection, LiveSpace } from './live.ts';
import type { Note } from './parse.ts';
import {
  type GroupItem,
  isGroup,
  isLink,
  isSection,
  type LinkItem,
  type NavItem,
  type SectionItem,
} from './schema.ts';

export interface Matches {
  sections: Map<SectionItem, LiveSection>;
  groups: Map<GroupItem, LiveGroup>;
  links: Map<LinkItem, LiveLink>;
}

interface Placed<T> {
  item: T;
  /** Of the file: the group that it is in. */
  parent: GroupItem | undefined;
}

interface Known<T> {
  item: T;
  parent: LiveGroup | undefined;
}

/** `homeOf`: the section that shows a space of the file now. */
export function matchItems(
  file: readonly NavItem[],
  live: readonly LiveItem[],
  notes: ReadonlyMap<object, Note>,
  firstSpaceOf: (item: SectionItem) => LiveSpace | undefined,
): Matches {
  const wanted = flatWanted(file);
  const known = flatKnown(live);
  const only = <T extends LiveItem>(kind: T['kind']) =>
    // Safe: the kind says which of them it is.
    known.filter(({ item }) => item.kind === kind) as unknown as Known<T>[];
  const of = <T extends NavItem>(is: (item: NavItem) => item is T) =>
    // Safe: filtered by the very guard.
    wanted.filter(({ item }) => is(item)) as Placed<T>[];
  const idOf = (item: object) => notes.get(item)?.id;
  const groups = new Map<GroupItem, LiveGroup>();
  const isAtHome = ({ parent }: Placed<NavItem>, home: LiveGroup | undefined) =>
    (parent === undefined ? undefined : groups.get(parent)) === home;
  matchBy(groups, of(isGroup), only<LiveGroup>('group'), [
    ({ item }, one) => idOf(item) === one.item.id,
    (placed, one) => placed.item.group === one.item.title && isAtHome(placed, one.parent),
    ({ item }, one) => item.group === one.item.title,
  ]);
  const sections = new Map<SectionItem, LiveSection>();
  matchBy(sections, of(isSection), only<LiveSection>('section'), [
    ({ item }, one) => idOf(item) === one.item.id,
    ({ item }, one) => item.title === one.item.title && item.path === one.item.path,
    (placed, one) => placed.item.title === one.item.title && isAtHome(placed, one.parent),
    ({ item }, one) => item.title === one.item.title,
    ({ item }, one) => {
      const first = firstSpaceOf(item);
      return first !== undefined && one.item.spaces.includes(first);
    },
  ]);
  const links = new Map<LinkItem, LiveLink>();
  matchBy(links, of(isLink), only<LiveLink>('link'), [
    ({ item }, one) => idOf(item) === one.item.id,
    (placed, one) => placed.item.link === one.item.title && isAtHome(placed, one.parent),
    ({ item }, one) => item.link === one.item.title,
  ]);
  return { sections, groups, links };
}

export const asItems = <T>(items: readonly T[]): { item: T }[] => items.map((item) => ({ item }));

/** Each rule over all items before the next one; nothing is claimed twice. */
export function matchBy<W extends { item: object }, K extends { item: object }>(
  found: Map<W['item'], K['item']>,
  wanted: readonly W[],
  known: readonly K[],
  rules: readonly ((wanted: W, known: K) => boolean)[],
): void {
  const free = new Set(known);
  for (const rule of rules)
    for (const one of wanted) {
      if (found.has(one.item)) continue;
      for (const candidate of free)
        if (rule(one, candidate)) {
          free.delete(candidate);
          found.set(one.item, candidate.item);
          break;
        }
    }
}

const flatWanted = (items: readonly NavItem[], parent?: GroupItem): Placed<NavItem>[] =>
  items.flatMap((item) => [{ item, parent }, ...(isGroup(item) ? flatWanted(item.sections, item) : [])]);

const flatKnown = (items: readonly LiveItem[], parent?: LiveGroup): Known<LiveItem>[] =>
  items.flatMap((item) => [{ item, parent }, ...(item.kind === 'group' ? flatKnown(item.items, item) : [])]);

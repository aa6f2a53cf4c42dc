// Groups, sections and links of a site: what is missing is created, and everything is brought to its level.

import { OTHER_FIELDS } from '../../api/operation.ts';
import * as siteStructure from '../../api/sites/site-structure.ts';
import { titleOnSite } from './describe.ts';
import { sectionsOn, spacesOn } from './live.ts';
import { sectionsIn } from './parse.ts';
import { arrange, levelOf, moveNode, neighborsIn, placeLevel, rawOf } from './placing.ts';
import {
  type GroupItem,
  isLink,
  isSection,
  type LinkItem,
  type NavItem,
  type SectionItem,
  type SpaceItem,
} from './schema.ts';
import {
  asDraft,
  firstSpaceOf,
  isReadNow,
  isRef,
  misfit,
  NAV,
  propose,
  type Shelf,
  type WantedSpace,
  type Work,
} from './work.ts';

// The spaces of each section: added, moved from section to section, put in order. A section is never left without any:
// what comes in comes first, and the last space of a section that goes is added again where it belongs.

const wantedIn = ({ spaces }: Work, items: readonly SpaceItem[]): WantedSpace[] =>
  items.flatMap((item) => spaces.get(item) ?? []);

/** A section that the file does not name, and that may go. */
const mayGo = (work: Work, { id }: Shelf): boolean =>
  work.prune &&
  ![...work.sectionIds.values(), ...[...work.matches.sections.values()].map((one) => one.id)].includes(id);

/**
 * The space that a new section begins with: one that the site does not show. Where it shows all of them, one is taken
 * off the site for a moment. Throws ValidationError.
 */
function firstFor(work: Work, item: SectionItem): WantedSpace {
  const wanted = wantedIn(work, item.spaces);
  const free = wanted.find((one) => one.id === undefined || !shelfWith(work, one.id));
  if (free) return free;
  const spare = wanted.find((one) => (shelfWith(work, one.id ?? '')?.spaces.length ?? 0) > 1);
  const chosen = spare ?? wanted.find((one) => mayGo(work, homeOf(work, one)));
  if (!chosen) throw onlyOne(work, wanted[0], item.title);
  const home = homeOf(work, chosen);
  chosen.off = spare ? removeFrom(work, home, chosen.id ?? '') : deleteShelf(work, home);
  return chosen;
}

const homeOf = (work: Work, one: WantedSpace): Shelf => {
  const home = shelfWith(work, one.id ?? '');
  if (!home) throw new Error(`space ${one.spaceId} is on no section`);
  return home;
};

const onlyOne = (work: Work, one: WantedSpace | undefined, title = '') => {
  const home = one && shelfWith(work, one.id ?? '');
  return misfit(
    `space "${one?.title}" is the only one in section "${home?.title}", and the file has it in "${title}"`,
    'add --prune to remove the sections that the file does not name, or name the section in the file',
  );
};

interface Transfer {
  one: WantedSpace;
  to: Shelf;
  wanted: readonly WantedSpace[];
}

/** Brings every space of the file to its section, in its order. Throws ValidationError. */
export function planSpaces(
  work: Work,
  sections: readonly { shelf: Shelf; items: readonly SpaceItem[] }[],
): void {
  let waiting = sections.flatMap(({ shelf, items }) => addMissing(work, shelf, wantedIn(work, items)));
  while (waiting.length > 0) {
    const next =
      waiting.find(({ one }) => homeOf(work, one).spaces.length > 1) ??
      waiting.find(({ one }) => mayGo(work, homeOf(work, one)));
    if (!next) throw onlyOne(work, waiting[0]?.one, waiting[0]?.to.title);
    waiting = waiting.filter((one) => one !== next);
    transfer(work, next);
  }
  for (const { shelf, items } of sections) order(work, shelf, wantedIn(work, items));
}

/** Returns what is in other sections, and is to be moved here. */
const addMissing = (work: Work, to: Shelf, wanted: readonly WantedSpace[]): Transfer[] =>
  wanted.flatMap((one) => {
    const home = one.id === undefined ? undefined : shelfWith(work, one.id);
    if (!home) addTo(work, to, one);
    return home && home !== to ? [{ one, to, wanted }] : [];
  });

function transfer(work: Work, { one, to, wanted }: Transfer): void {
  const home = homeOf(work, one);
  if (home.spaces.length === 1 || to.spaces.length === 0) {
    one.off = home.spaces.length === 1 ? deleteShelf(work, home) : removeFrom(work, home, one.id ?? '');
    addTo(work, to, one);
    return;
  }
  const at = wanted.indexOf(one);
  const here = (other: WantedSpace | undefined) =>
    other?.id !== undefined && to.spaces.includes(other.id) ? other.id : undefined;
  const after = here(wanted[at - 1]);
  const before =
    after === undefined
      ? wanted
          .slice(at + 1)
          .map(here)
          .find((id) => id !== undefined)
      : undefined;
  moveTo(work, to, one, before !== undefined ? { before } : { after: after ?? to.spaces.at(-1) ?? '' });
}

function order(work: Work, shelf: Shelf, wanted: readonly WantedSpace[]): void {
  const byId = new Map(wanted.map((one) => [one.id ?? '', one]));
  for (const move of arrange(shelf.spaces, [...byId.keys()])) {
    const one = byId.get(move.id) ?? { item: { space: '' }, spaceId: '', title: move.id, id: move.id };
    moveTo(work, shelf, one, 'after' in move ? { after: move.after } : { before: move.before });
  }
}

/** Creates what is missing, then puts every item on its level and in its order. */
export function planNavigation(work: Work): void {
  const { file, shelves } = work;
  const items = file.sections ?? [];
  const [first] = sectionsIn(items);
  // Links need a section beside them.
  if (shelves.size === 0 && first && isLink(items[0] ?? first)) idOfSection(work, first);
  createMissing(work, items, '');
  placeLevel(work, items, '');
}

function createMissing(work: Work, items: readonly NavItem[], parent: string): void {
  for (const item of items) {
    if (isSection(item)) idOfSection(work, item);
    else if (isLink(item)) idOfLink(work, item, parent);
    else createMissing(work, item.sections, idOfGroup(work, item, parent));
  }
}

/** The section of an item; a missing one is created, at the end of the top level. */
function idOfSection(work: Work, item: SectionItem): string {
  const { sectionIds, matches, shelves } = work;
  const known = sectionIds.get(item) ?? matches.sections.get(item)?.id;
  if (known !== undefined) {
    sectionIds.set(item, known);
    return known;
  }
  const first = firstFor(work, item);
  const { title = first.title, icon } = item;
  const id = propose(work, {
    operation: siteStructure.createSiteSection,
    input: { spaceId: first.spaceId, title, ...(icon !== undefined && { icon }), ...asDraft(work, item) },
    target: { kind: 'section', title },
    lanes: [NAV],
    ...(first.off !== undefined && { needs: [first.off] }),
    ...(first.live && {
      follows: 'its first space is removed and added again: overrides that the file does not name are lost',
    }),
    item,
  });
  first.id = firstSpaceOf(id);
  first.isNew = true;
  sectionIds.set(item, id);
  shelves.set(id, { id, title, spaces: [first.id], paths: new Map(), first: first.id });
  levelOf(work, '').push({ kind: 'section', id });
  return id;
}

/** A group takes along the sections that it begins with. */
function idOfGroup(work: Work, item: GroupItem, parent: string): string {
  // Sections, groups and links share the map.
  const ids: Map<object, string> = work.sectionIds;
  const known = ids.get(item) ?? work.matches.groups.get(item)?.id;
  if (known !== undefined) {
    ids.set(item, known);
    return known;
  }
  const end = item.sections.findIndex((one) => !isSection(one));
  const leading = item.sections.slice(0, end === -1 ? undefined : end).filter(isSection);
  const sections = leading.map((section) => idOfSection(work, section));
  const { group: title, icon } = item;
  const id = propose(work, {
    operation: siteStructure.createSiteSectionGroup,
    input: {
      title,
      ...(icon !== undefined && { icon }),
      ...(sections.length > 0 && { sections }),
      // What it holds is held back by itself: what is live already must not go with it.
      ...(item.draft === true && { draft: true }),
      ...(parent !== '' && { parent }),
    },
    target: { kind: 'section group', title },
    lanes: [NAV],
    item,
  });
  levelOf(work, parent).push({ kind: 'group', id });
  for (const section of sections) moveNode(work, section, id);
  ids.set(item, id);
  return id;
}

function idOfLink(work: Work, item: LinkItem, parent: string): void {
  const { matches, sectionIds } = work;
  const known = matches.links.get(item);
  if (known) {
    sectionIds.set(item, known.id);
    return;
  }
  const { link: title, other, ...fields } = item;
  const id = propose(work, {
    operation: siteStructure.createExternalLink,
    input: {
      ...{ title, ...fields },
      ...(parent !== '' && { parent }),
      ...(other && { [OTHER_FIELDS]: other }),
    },
    target: { kind: 'external link', title },
    lanes: [NAV],
    item,
  });
  sectionIds.set(item, id);
  levelOf(work, parent).push({ kind: 'link', id });
}

// Changes to what a section shows, each kept in step with the plan: added, removed, moved.

/** Changes in one section come one after the other. */
export const laneOf = ({ id }: Shelf): string => `spaces of ${id}`;

const shelfWith = ({ shelves }: Work, id: string): Shelf | undefined =>
  [...shelves.values()].find(({ spaces }) => spaces.includes(id));

function drop(shelf: Shelf, id: string): void {
  shelf.spaces = shelf.spaces.filter((one) => one !== id);
  shelf.paths.delete(id);
  // Which one is shown first then is for the platform to say.
  if (shelf.first === id) shelf.first = undefined;
}

export const about = ({ title, item }: WantedSpace) => ({ target: { kind: 'site space', title }, item });

function addTo(work: Work, shelf: Shelf, one: WantedSpace): void {
  // A section that is made by this plan holds back what is in it.
  const isHeld = one.item.draft === true || (isReadNow(work) && !isRef(shelf.id));
  const title = one.item.title ?? (one.live && titleOnSite(one.live.raw));
  one.id = propose(work, {
    ...about(one),
    operation: siteStructure.addSiteSpace,
    input: {
      spaceId: one.spaceId,
      ...(title !== undefined && { title }),
      ...(shelf.id !== '' && { sectionId: shelf.id }),
      ...(isHeld && { draft: true }),
    },
    lanes: [laneOf(shelf)],
    ...(one.off !== undefined && { needs: [one.off] }),
    ...(one.live && {
      follows: 'it is removed and added again: overrides that the file does not name are lost',
    }),
  });
  one.isNew = true;
  one.isTitled = true;
  one.madeDraft = isHeld;
  shelf.spaces.push(one.id);
  if (shelf.spaces.length === 1) shelf.first = one.id;
}

/** Returns the number of the change. */
export function removeFrom(work: Work, shelf: Shelf, id: string): number {
  const known = spacesOn(work.live).find((space) => space.id === id);
  propose(work, {
    operation: siteStructure.removeSiteSpace,
    input: { siteSpaceId: id },
    target: { kind: 'site space', ...(known && { title: known.title }) },
    raw: known?.raw,
    lanes: [laneOf(shelf)],
    follows: 'the space stays, and the site no longer shows it',
  });
  drop(shelf, id);
  return work.wishes.rows.length;
}

/** Its spaces leave the site with it. Returns the number of the change. */
export function deleteShelf(work: Work, shelf: Shelf): number {
  propose(work, {
    operation: siteStructure.deleteSiteSection,
    input: { siteSectionId: shelf.id },
    target: { kind: 'section', title: shelf.title },
    raw: rawOf(work.live.items, shelf.id),
    lanes: [NAV, laneOf(shelf)],
    follows: 'its spaces stay, and the site no longer shows them',
  });
  const path = sectionsOn(work.live.items).find(({ id }) => id === shelf.id)?.path;
  if (path !== undefined) work.freed.set(path, work.wishes.rows.length);
  work.shelves.delete(shelf.id);
  for (const level of work.levels.values()) {
    const at = level.findIndex(({ id }) => id === shelf.id);
    if (at !== -1) level.splice(at, 1);
  }
  return work.wishes.rows.length;
}

/** Beside another space of the section, out of the one that it is in. */
function moveTo(work: Work, shelf: Shelf, one: WantedSpace, to: { after?: string; before?: string }): void {
  const id = one.id ?? '';
  const from = shelfWith(work, id);
  const path = from?.paths.get(id);
  if (from && from !== shelf && path !== undefined && [...shelf.paths.values()].includes(path))
    makeWay(work, from, one);
  const [side, pointer] = Object.entries(to)[0] ?? ['after', ''];
  const levels = [work.live.spaces, ...sectionsOn(work.live.items).map(({ spaces }) => spaces)];
  propose(work, {
    ...about(one),
    operation: siteStructure.sortSiteStructure,
    input: {
      item: { type: 'site-space', id },
      position: { [side]: { type: 'site-space', id: pointer } },
    },
    raw: neighborsIn(
      levels.map((items) => ({ items })),
      id,
    ),
    lanes: [laneOf(shelf), ...(from && from !== shelf ? [laneOf(from)] : [])],
  });
  const kept = from?.paths.get(id);
  const first = shelf.first;
  if (from) drop(from, id);
  shelf.spaces.splice(shelf.spaces.indexOf(pointer) + (side === 'after' ? 1 : 0), 0, id);
  if (kept !== undefined) shelf.paths.set(id, kept);
  shelf.first = from === shelf ? first : shelf.first;
}

/** A path that is taken where the space goes: it gets another one on the way. */
function makeWay(work: Work, from: Shelf, one: WantedSpace): void {
  const path = `${`${from.paths.get(one.id ?? '') ?? 'space'}`.slice(0, 90)}-moving`;
  propose(work, {
    ...about(one),
    operation: siteStructure.updateSiteSpace,
    input: { siteSpaceId: one.id, path },
    raw: one.live?.raw,
    lanes: [laneOf(from)],
  });
  from.paths.set(one.id ?? '', path);
}

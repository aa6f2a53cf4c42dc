// Changes to what a section shows, each kept in step with the plan: added, removed, moved.
import { deleteSiteSection } from '../../api/sites/site-sections.ts';
import { addSiteSpace, removeSiteSpace, updateSiteSpace } from '../../api/sites/site-spaces.ts';
import { sortSiteStructure } from '../../api/sites/site-structure.ts';
import { isReadNow } from './going-live.ts';
import { sectionsOn, spacesOn } from './live.ts';
import { rawOf } from './placing.ts';
import { isRef } from './wishes.ts';
import { lineOf, NAV, type Shelf, type WantedSpace, type Work } from './work.ts';

/** Changes in one section come one after the other. */
export const laneOf = ({ id }: Shelf): string => `spaces of ${id}`;

export const shelfWith = ({ shelves }: Work, id: string): Shelf | undefined =>
  [...shelves.values()].find(({ spaces }) => spaces.includes(id));

function drop(shelf: Shelf, id: string): void {
  shelf.spaces = shelf.spaces.filter((one) => one !== id);
  shelf.paths.delete(id);
  // Which one is shown first then is for the platform to say.
  if (shelf.first === id) shelf.first = undefined;
}

export const about = (work: Work, one: WantedSpace) => ({
  target: { kind: 'site space', title: one.title },
  ...lineOf(work, one.item),
});

export function addTo(work: Work, shelf: Shelf, one: WantedSpace): void {
  // A section that is made by this plan holds back what is in it.
  const isHeld = one.item.draft === true || (isReadNow(work) && !isRef(shelf.id));
  one.id = work.wishes.add({
    ...about(work, one),
    operation: addSiteSpace,
    input: {
      ...{ ...work.place, spaceId: one.spaceId },
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
  one.madeDraft = isHeld;
  shelf.spaces.push(one.id);
  if (shelf.spaces.length === 1) shelf.first = one.id;
}

/** Returns the number of the change. */
export function removeFrom(work: Work, shelf: Shelf, id: string): number {
  const known = spacesOn(work.live).find((space) => space.id === id);
  work.wishes.add({
    operation: removeSiteSpace,
    input: { ...work.place, siteSpaceId: id },
    target: { kind: 'site space', ...(known && { title: known.title }) },
    ...(known && { live: { ...known.raw } }),
    lanes: [laneOf(shelf)],
    follows: 'the space stays, and the site no longer shows it',
  });
  drop(shelf, id);
  return work.wishes.rows.length;
}

/** Its spaces leave the site with it. Returns the number of the change. */
export function deleteShelf(work: Work, shelf: Shelf): number {
  const raw = rawOf(work.live.items, shelf.id);
  work.wishes.add({
    operation: deleteSiteSection,
    input: { ...work.place, siteSectionId: shelf.id },
    target: { kind: 'section', title: shelf.title },
    ...(raw && { live: raw }),
    lanes: [NAV, laneOf(shelf)],
    follows: 'its spaces stay, and the site no longer shows them',
  });
  work.shelves.delete(shelf.id);
  for (const level of work.levels.values()) {
    const at = level.findIndex(({ id }) => id === shelf.id);
    if (at !== -1) level.splice(at, 1);
  }
  return work.wishes.rows.length;
}

/** Beside another space of the section, out of the one that it is in. */
export function moveTo(
  work: Work,
  shelf: Shelf,
  one: WantedSpace,
  to: { after?: string; before?: string },
): void {
  const id = one.id ?? '';
  const from = shelfWith(work, id);
  const path = from?.paths.get(id);
  if (from && from !== shelf && path !== undefined && [...shelf.paths.values()].includes(path))
    makeWay(work, from, one);
  const [side, pointer] = Object.entries(to)[0] ?? ['after', ''];
  work.wishes.add({
    ...about(work, one),
    operation: sortSiteStructure,
    input: {
      ...work.place,
      item: { type: 'site-space', id },
      position: { [side]: { type: 'site-space', id: pointer } },
    },
    live: neighbors(work, id),
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
  const place = one.live;
  work.wishes.add({
    ...about(work, one),
    operation: updateSiteSpace,
    input: { ...work.place, siteSpaceId: one.id, path },
    ...(place && { live: { ...place.raw } }),
    lanes: [laneOf(from)],
  });
  from.paths.set(one.id ?? '', path);
}

/** What is beside it now, as the platform tells it. */
function neighbors({ live }: Work, id: string): Readonly<Record<string, unknown>> {
  for (const level of [live.spaces, ...sectionsOn(live.items).map(({ spaces }) => spaces)]) {
    const at = level.findIndex((one) => one.id === id);
    const pointer = (one: (typeof level)[number] | undefined) => one && { type: 'site-space', id: one.id };
    if (at !== -1) return { previous: pointer(level[at - 1]), next: pointer(level[at + 1]) };
  }
  return {};
}

// The spaces of each section: added, moved from section to section, put in order. A section is never left without any:
// what comes in comes first, and the last space of a section that goes is added again where it belongs.
import { arrange } from './arrange.ts';
import type { SectionItem, SpaceItem } from './schema.ts';
import { addTo, deleteShelf, moveTo, removeFrom, shelfWith } from './shelf.ts';
import { misfit, type Shelf, type WantedSpace, type Work } from './work.ts';

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
export function firstFor(work: Work, item: SectionItem): WantedSpace {
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
function addMissing(work: Work, to: Shelf, wanted: readonly WantedSpace[]): Transfer[] {
  return wanted.flatMap((one) => {
    const home = one.id === undefined ? undefined : shelfWith(work, one.id);
    if (!home) addTo(work, to, one);
    return home && home !== to ? [{ one, to, wanted }] : [];
  });
}

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
  const moves = arrange(
    shelf.spaces.map((id) => ({ id, movable: true })),
    [...byId.keys()],
  );
  for (const move of moves ?? []) {
    const one = byId.get(move.id) ?? { item: { space: '' }, spaceId: '', title: move.id, id: move.id };
    if (!('append' in move))
      moveTo(work, shelf, one, 'after' in move ? { after: move.after } : { before: move.before });
  }
}

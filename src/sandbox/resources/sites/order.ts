// Order on a site: sections and groups of one level share a list, and so do the site spaces of one section.
import type { SiteItem } from '../../../api/sites/site-structure.ts';
import type { Database } from '../../db/database.ts';
import { positionBetween } from '../../db/position.ts';
import {
  makeDefaultSection,
  makeDefaultSiteSpace,
  shownSiteSpaces,
  siteExternalLinks,
  siteRows,
  siteSectionGroups,
  siteSections,
  siteSpaces,
  siteSpacesIn,
} from '../../db/sites/sites.ts';
import { badRequest, notFound } from '../../wire-error.ts';

/** One list of the structure: what a group holds (null: the root), or the spaces of a section (null: root). */
export interface Level {
  site: string;
  of: 'navigation' | 'spaces';
  parent: string | null;
}

export interface Placed {
  type: SiteItem['type'];
  id: string;
  position: string;
}

/** What is on a level, in order. */
export function itemsOf(db: Database, { site, of, parent }: Level): Placed[] {
  if (of === 'spaces') {
    return siteSpacesIn(db, site, parent).map(({ id, position }) => ({ type: 'site-space', id, position }));
  }
  const { groups, sections, links } = siteRows(db, site);
  const found: Placed[] = [
    ...links.filter((row) => row.parent === parent).map((row) => placed('site-external-link', row)),
    ...groups.filter((row) => row.parent === parent).map((row) => placed('site-section-group', row)),
    ...sections.filter((row) => row.sectionGroup === parent).map((row) => placed('site-section', row)),
  ];
  return found.sort(byPosition);
}

const placed = (type: Placed['type'], { id, position }: Omit<Placed, 'type'>) => ({ type, id, position });

export const byPosition = (a: { position: string }, b: { position: string }): number =>
  a.position < b.position ? -1 : Number(a.position > b.position);

/** Ids of all sections, in the order in which the navigation shows them. */
const sectionsInOrder = (db: Database, site: string, parent: string | null = null): string[] =>
  itemsOf(db, { site, of: 'navigation', parent }).flatMap(({ type, id }) =>
    type === 'site-section' ? [id] : sectionsInOrder(db, site, id),
  );

/** A place at the end of a level. */
export const lastPosition = (db: Database, level: Level): string =>
  positionBetween(itemsOf(db, level).at(-1)?.position);

/** Puts what the navigation holds at a place of it. */
export function putItem(
  db: Database,
  { type, id }: Omit<Placed, 'position'>,
  { parent, position }: { parent: string | null; position: string },
): void {
  if (type === 'site-section') siteSections(db).update({ id }, { sectionGroup: parent, position });
  else if (type === 'site-external-link') siteExternalLinks(db).update({ id }, { parent, position });
  else siteSectionGroups(db).update({ id }, { parent, position });
}

export interface Position {
  before?: SiteItem | undefined;
  after?: SiteItem | undefined;
}

/** The level an item is on. 404 for what is not on the site. */
export function levelOf(db: Database, site: string, { type, id }: SiteItem): Level {
  const { groups, sections, siteSpaces, links } = siteRows(db, site);
  const group = type === 'site-section-group' ? groups.find((row) => row.id === id) : undefined;
  if (group) return { site, of: 'navigation', parent: group.parent };
  const section = type === 'site-section' ? sections.find((row) => row.id === id) : undefined;
  if (section) return { site, of: 'navigation', parent: section.sectionGroup };
  const link = type === 'site-external-link' ? links.find((row) => row.id === id) : undefined;
  if (link) return { site, of: 'navigation', parent: link.parent };
  const space = type === 'site-space' ? siteSpaces.find((row) => row.id === id) : undefined;
  if (space) return { site, of: 'spaces', parent: space.section };
  throw notFound(type.replaceAll('-', ' '), id);
}

/**
 * Where a `position` of the platform puts an item: its level, and the place on it. 404 for an unknown pointer;
 * 400 for itself, without a pointer, or for two pointers that are not neighbours in that order.
 */
export function placeOf(
  db: Database,
  site: string,
  item: SiteItem,
  position: Position,
): Level & { position: string } {
  const { before, after } = position;
  const pointer = before ?? after;
  if (!pointer) throw badRequest('position needs before or after');
  for (const one of [before, after]) {
    if (one?.id === item.id) throw badRequest(`position: "${item.id}" cannot be placed next to itself`);
  }
  const level = levelOf(db, site, pointer);
  const others = itemsOf(db, level).filter(({ id }) => id !== item.id);
  const at = others.findIndex(({ id }) => id === pointer.id) + (before ? 0 : 1);
  if (before && after && others[at - 1]?.id !== after.id) {
    levelOf(db, site, after);
    throw badRequest(`position: "${after.id}" is not right before "${before.id}"`);
  }
  return { ...level, position: positionBetween(others[at - 1]?.position, others[at]?.position) };
}

/** Gives a level of site spaces (null: the root) a default when it has lost its own. */
export function ensureDefaultSpace(db: Database, site: string, section: string | null): void {
  const places = siteSpacesIn(db, site, section);
  if (places.some(({ isDefault }) => isDefault === 1)) return;
  const shown = shownSiteSpaces(db, site);
  const next = shown.find((row) => row.section === section) ?? places[0];
  if (next) makeDefaultSiteSpace(db, next);
}

/** Gives a site a default section when it has lost its own: the first one of the navigation. */
export function ensureDefaultSection(db: Database, site: string): void {
  const { sections } = siteRows(db, site);
  if (sections.some(({ isDefault }) => isDefault === 1)) return;
  const [next] = sectionsInOrder(db, site);
  if (next !== undefined) makeDefaultSection(db, site, next);
}

/**
 * Takes the places of a space off all sites, for a space that is gone for good. A section that showed
 * nothing else goes with it; the last one makes way for a site without sections.
 */
export function takeOffSites(db: Database, space: string): void {
  for (const { id, site, section } of siteSpaces(db).all({ space })) {
    siteSpaces(db).remove({ id });
    if (section !== null && siteSpacesIn(db, site, section).length === 0)
      siteSections(db).remove({ id: section });
    else ensureDefaultSpace(db, site, section);
    ensureDefaultSection(db, site);
  }
}

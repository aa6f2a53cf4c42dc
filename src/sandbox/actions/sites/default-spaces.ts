// One default on each level: the section a site opens with, and the space each section opens with.
import type { Database } from '../../db/database.ts';
import {
  makeDefaultSection,
  makeDefaultSiteSpace,
  shownSiteSpaces,
  siteRows,
  siteSections,
  siteSpaces,
  siteSpacesIn,
} from '../../db/sites/sites.ts';
import { sectionsInOrder } from './order.ts';

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

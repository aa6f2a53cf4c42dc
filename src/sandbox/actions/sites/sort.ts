// Moving what stands on a site: among its siblings, and by the structure's own sort also to another level.
import type { SiteItem } from '../../../api/sites/site-structure.ts';
import type { Database } from '../../db/database.ts';
import {
  type SiteRow,
  shownSiteSpaces,
  siteExternalLinks,
  siteSectionGroups,
  siteSections,
  siteSpaces,
  siteSpacesIn,
} from '../../db/sites/sites.ts';
import type { Call } from '../../sandbox.ts';
import { badRequest, conflict } from '../../wire-error.ts';
import { ensureDefaultSpace } from './default-spaces.ts';
import { levelOf, type Position, placeOf } from './order.ts';
import { requireOthers, siteSpaceOf } from './site-spaces.ts';

/** Puts an item next to another one, wherever that stands. 400 where it cannot stand, 404 for what is not there. */
export function sortItem(call: Call, site: SiteRow, item: SiteItem, position: Position): void {
  const from = levelOf(call.db, site.id, item);
  const to = placeOf(call.db, site.id, item, position);
  if (to.of !== from.of) {
    const where = to.of === 'spaces' ? 'site spaces' : 'sections and groups';
    throw badRequest(`position: a ${item.type.replaceAll('-', ' ')} cannot be placed among ${where}`);
  }
  const { parent, position: place } = to;
  if (item.type === 'site-section') {
    siteSections(call.db).update({ id: item.id }, { sectionGroup: parent, position: place });
  } else if (item.type === 'site-section-group') {
    refuseInsideItself(call.db, item.id, parent, site.id);
    siteSectionGroups(call.db).update({ id: item.id }, { parent, position: place });
  } else if (item.type === 'site-external-link') {
    siteExternalLinks(call.db).update({ id: item.id }, { parent, position: place });
  } else moveSpace(call, site, item.id, { section: parent, position: place });
}

/** Moves among siblings only, as the deprecated moves do. 400 for a sibling that stands elsewhere. */
export function moveAmongSiblings(
  call: Call,
  site: SiteRow,
  item: SiteItem,
  position: Position | undefined,
): void {
  const own = levelOf(call.db, site.id, item);
  if (!position?.before && !position?.after) return;
  const to = placeOf(call.db, site.id, item, position);
  if (to.of !== own.of || to.parent !== own.parent) {
    throw badRequest('position: it is on another level, and this moves within one level');
  }
  sortItem(call, site, item, position);
}

function refuseInsideItself(db: Database, group: string, parent: string | null, site: string): void {
  for (let above = parent; above !== null; ) {
    if (above === group) throw badRequest(`position: group "${group}" cannot be moved into itself`);
    above = siteSectionGroups(db).find({ id: above, site })?.parent ?? null;
  }
}

function moveSpace(
  call: Call,
  site: SiteRow,
  id: string,
  { section, position }: { section: string | null; position: string },
): void {
  const row = siteSpaceOf(call, site, id);
  if (section === row.section) {
    siteSpaces(call.db).update({ id }, { position });
    return;
  }
  requireOthers(call, site, row, shownSiteSpaces(call.db, site.id));
  const taken = siteSpacesIn(call.db, site.id, section).find(({ path }) => path === row.path);
  if (taken) throw conflict(`path "${row.path}" is taken there by site space "${taken.title}" (${taken.id})`);
  siteSpaces(call.db).update({ id }, { section, position, isDefault: 0 });
  ensureDefaultSpace(call.db, site.id, row.section);
}

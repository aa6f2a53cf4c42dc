// Spaces on a site: added, changed, taken off.
import * as api from '../../../api/sites/site-structure.ts';
import { slugify, uniqueSlug } from '../../../markdown/heading-anchor.ts';
import { placedById } from '../../content/tree.ts';
import { revisionsStore } from '../../db/content/content.ts';
import { liveSpace, type SpaceRow } from '../../db/content/spaces.ts';
import type { Database } from '../../db/database.ts';
import {
  type SiteRow,
  type SiteSpaceRow,
  shownSiteSpaces,
  siteRows,
  siteSectionGroups,
  siteSections,
  siteSpaces,
  siteSpacesIn,
} from '../../db/sites/sites.ts';
import { created, deleted, type FidelityOf, handle, handleChange } from '../../handler.ts';
import { pageOfItems } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
import { newId, sitePartUrl } from '../../urls.ts';
import { visibleParts } from '../../who-sees.ts';
import { badRequest, conflict, notFound } from '../../wire-error.ts';
import { createSpace, duplicateSpace } from '../content/spaces-rules.ts';
import { ensureDefaultSpace, lastPosition, levelOf, type Position, placeOf, putItem } from './order.ts';
import { bitOf, readCondition, readSite, siteToChange } from './settings.ts';
import { siteSpaceView, viewOfSite } from './sites-view.ts';

/** A space of the organization that the caller sees and the site does not show yet. 404, 403, 409. */
export function spaceToShow(call: Call, site: SiteRow, id: string): SpaceRow {
  const space = liveSpace(call.db, id);
  if (space.organization !== site.organization) throw notFound('space', id);
  call.access.requireSpace(space, 'view');
  const place = siteSpaces(call.db).find({ space: id, site: site.id });
  if (place) {
    throw conflict(`site "${site.title}" shows space "${space.title}" already, at path "${place.path}"`);
  }
  return space;
}

interface ToShow {
  spaceId: string | null;
  title?: string | null | undefined;
  pageId?: string | null | undefined;
}

/** The space that is made for null; undefined where there is one. 400 for a page that it should open with. */
export async function newSpace(
  call: Call,
  { organization }: SiteRow,
  { spaceId, title, pageId }: ToShow,
): Promise<SpaceRow | undefined> {
  if (spaceId !== null) return undefined;
  if (pageId !== undefined && pageId !== null)
    throw badRequest('pageId: a new space has no page to open with');
  return createSpace(call, { organizationId: organization, ...(title && { title }) });
}

/** Puts a space at the end of a section (null: the root); the first one there is its default. */
export function placeSpace(
  call: Call,
  site: SiteRow,
  section: string | null,
  space: SpaceRow,
  settings: Partial<Pick<SiteSpaceRow, 'draft' | 'pageId' | 'title'>> = {},
): SiteSpaceRow {
  const places = siteSpacesIn(call.db, site.id, section);
  const row: SiteSpaceRow = {
    ...{ id: newId(), site: site.id, section, space: space.id, title: space.title },
    path: uniqueSlug(
      slugify(space.title),
      places.map(({ path }) => path),
    ),
    ...{ condition: null, draft: 0, hidden: 0, pageId: null },
    isDefault: places.length === 0 ? 1 : 0,
    position: lastPosition(call.db, { site: site.id, of: 'spaces', parent: section }),
    ...settings,
  };
  siteSpaces(call.db).insert(row);
  return row;
}

/** 400 for a page that the space does not have. */
export function requirePage(call: Call, space: string, page: string | null | undefined): void {
  if (page === null || page === undefined) return;
  const { revision } = liveSpace(call.db, space);
  if (!placedById(revisionsStore(call.db).tree(revision)).has(page))
    throw badRequest(`pageId: space "${space}" has no page "${page}"`);
}

function sectionFor(call: Call, site: SiteRow, wanted: string | undefined): string | null {
  if (wanted !== undefined)
    return siteSections(call.db).get({ id: wanted, site: site.id }, 'site section').id;
  const { sections } = siteRows(call.db, site.id);
  return sections.find(({ isDefault }) => isDefault === 1)?.id ?? null;
}

/** 404 for what the site does not show. */
export function siteSpaceOf(call: Call, site: SiteRow, id: string): SiteSpaceRow {
  const { siteSpaces } = visibleParts(call, siteRows(call.db, site.id));
  const row = siteSpaces.find((one) => one.id === id);
  if (!row) throw notFound('site space', id);
  return row;
}

function requireFreePath(call: Call, row: SiteSpaceRow, path: string): void {
  const taken = siteSpacesIn(call.db, row.site, row.section).find(
    (one) => one.path === path && one.id !== row.id,
  );
  if (taken)
    throw conflict(`path "${path}" is taken by site space "${taken.title}" (${taken.id}): choose another`);
}

/** 409 where a site or section would be left without anything to show. */
function requireOthers(call: Call, site: SiteRow, row: SiteSpaceRow, shown: SiteSpaceRow[]): void {
  if (shown.length === 1) {
    throw conflict(`"${row.title}" is the only space of site "${site.title}": add another one first`);
  }
  if (row.section === null || shown.filter(({ section }) => section === row.section).length > 1) return;
  const section = siteSections(call.db).find({ id: row.section, site: site.id })?.title;
  throw conflict(
    `"${row.title}" is the only space of section "${section}": delete the section, or add another space to it first`,
  );
}

/** Puts an item next to another one, wherever that stands. 400 where it cannot stand, 404 for what is not there. */
export function sortItem(call: Call, site: SiteRow, item: api.SiteItem, position: Position): void {
  const from = levelOf(call.db, site.id, item);
  const to = placeOf(call.db, site.id, item, position);
  if (to.of !== from.of) {
    const where = to.of === 'spaces' ? 'site spaces' : 'sections and groups';
    throw badRequest(`position: a ${item.type.replaceAll('-', ' ')} cannot be placed among ${where}`);
  }
  const { parent, position: place } = to;
  if (item.type === 'site-section-group') refuseInsideItself(call.db, item.id, parent, site.id);
  if (item.type === 'site-space') moveSpace(call, site, item.id, { section: parent, position: place });
  else putItem(call.db, item, { parent, position: place });
}

/** Moves among siblings only, as the deprecated moves do. 400 for a sibling that is elsewhere. */
export function moveAmongSiblings(
  call: Call,
  site: SiteRow,
  item: api.SiteItem,
  beside: { before?: string | undefined; after?: string | undefined },
): void {
  const own = levelOf(call.db, site.id, item);
  const named = (id: string | undefined) => (id === undefined ? undefined : { ...item, id });
  const position = { before: named(beside.before), after: named(beside.after) };
  if (!position.before && !position.after) return;
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

const show = (call: Call, site: SiteRow, row: SiteSpaceRow) => siteSpaceView(viewOfSite(call, site), row);

const showNew = (call: Call, site: SiteRow, row: SiteSpaceRow) =>
  created(show(call, site, row), sitePartUrl(call, site, `site-spaces/${row.id}`));

export default [
  handle(api.listSiteSpaces, readSite, (call, { shareKey, default: wanted, page, limit }, site) => {
    const view = viewOfSite(call, site, shareKey);
    const sections = new Map(view.rows.sections.map(({ id, position }) => [id, position]));
    /** Section by section, in the order of each. */
    const keyOf = ({ row }: { row: SiteSpaceRow }): string =>
      [sections.get(row.section ?? '') ?? '', row.section ?? '', row.position, row.id].join(' ');
    const all = view.rows.siteSpaces
      .map((row) => ({ row, shown: siteSpaceView(view, row) }))
      .filter(({ shown }) => wanted === undefined || shown.default === wanted);
    return pageOfItems(all, {
      list: `${api.listSiteSpaces.id} ${site.id}`,
      key: (one) => keyOf(one),
      query: { page, limit },
      item: ({ shown }) => shown,
    });
  }),

  // Adds a space, or for null a new one, to a section, the default one unless told, or to the root of a site without sections.
  handle(api.addSiteSpace, siteToChange, async (call, input, site) => {
    const { sectionId, draft = false, pageId = null, title } = input;
    // No space is made for a section that is not there.
    if (input.spaceId === null) sectionFor(call, site, sectionId);
    const made = await newSpace(call, site, input);
    return call.db.transaction(() => {
      const space = made ?? spaceToShow(call, site, String(input.spaceId));
      requirePage(call, space.id, pageId);
      const row = placeSpace(call, site, sectionFor(call, site, sectionId), space, {
        ...{ draft: draft ? 1 : 0, pageId },
        ...(title !== undefined && { title }),
      });
      return showNew(call, site, row);
    });
  }),

  // Changes what is given. 409 for a path that is taken on its level, or a space the site shows elsewhere.
  handleChange(api.updateSiteSpace, siteToChange, (call, input, site) => {
    const row = siteSpaceOf(call, site, input.siteSpaceId);
    const { path, condition, spaceId, pageId, draft, hidden } = input;
    if (path !== undefined) requireFreePath(call, row, path);
    const space =
      spaceId === undefined || spaceId === row.space ? undefined : spaceToShow(call, site, spaceId);
    requirePage(call, space?.id ?? row.space, pageId);
    siteSpaces(call.db).update(
      { id: row.id },
      {
        ...{ path, draft: bitOf(draft), hidden: bitOf(hidden), condition: readCondition(condition) },
        // The home page is one of the space that was.
        ...(space && { space: space.id, title: space.title, pageId: null }),
        ...(pageId !== undefined && { pageId }),
      },
    );
    return show(call, site, siteSpaceOf(call, site, row.id));
  }),

  // 409 for the last one of a site, or of a section.
  handleChange(api.removeSiteSpace, siteToChange, (call, input, site) => {
    const shown = shownSiteSpaces(call.db, site.id);
    const row = shown.find(({ id }) => id === input.siteSpaceId);
    if (!row) return deleted(false);
    requireOthers(call, site, row, shown);
    siteSpaces(call.db).remove({ id: row.id });
    ensureDefaultSpace(call.db, site.id, row.section);
    return deleted(true);
  }),

  // Copies the space, and shows the copy right behind the original. 404, 403.
  handle(api.duplicateSiteSpace, siteToChange, async (call, input, site) => {
    const original = siteSpaceOf(call, site, input.siteSpaceId);
    const space = await duplicateSpace(call, original.space);
    return call.db.transaction(() => {
      const draft = input.draft === true ? 1 : 0;
      const row = placeSpace(call, site, original.section, space, { draft });
      const { position } = placeOf(
        call.db,
        site.id,
        { type: 'site-space', id: row.id },
        { after: { type: 'site-space', id: original.id } },
      );
      const { condition } = original;
      siteSpaces(call.db).update({ id: row.id }, { position, condition });
      return showNew(call, site, siteSpaceOf(call, site, row.id));
    });
  }),

  handleChange(api.moveSiteSpace, siteToChange, (call, { siteSpaceId, position }, site) => {
    const { before, after } = position ?? {};
    moveAmongSiblings(
      call,
      site,
      { type: 'site-space', id: siteSpaceId },
      { before: before?.siteSpace, after: after?.siteSpace },
    );
    return show(call, site, siteSpaceOf(call, site, siteSpaceId));
  }),
];

export const fidelity: FidelityOf = {
  'siteSpaces.update': 'A condition decides only what the web pages of a served sandbox show.',
};

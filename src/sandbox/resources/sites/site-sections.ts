// Sections of sites, and groups of sections.
import * as api from '../../../api/sites/site-structure.ts';
import { slugify, uniqueSlug } from '../../../markdown/heading-anchor.ts';
import { positionBetween } from '../../db/position.ts';
import {
  makeDefaultSiteSpace,
  type SiteRow,
  type SiteSectionGroupRow,
  type SiteSectionRow,
  siteRows,
  siteSectionGroups,
  siteSections,
  siteSpaces,
  siteSpacesIn,
} from '../../db/sites/sites.ts';
import { created, deleted, type FidelityOf, handle, handleChange } from '../../handler.ts';
import { pageOfRows } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
import { newId, sitePartUrl } from '../../urls.ts';
import { badRequest, conflict } from '../../wire-error.ts';
import {
  ensureDefaultSection,
  ensureDefaultSpace,
  itemsOf,
  type Level,
  lastPosition,
  putItem,
} from './order.ts';
import { bitOf, readCondition, readSite, siteToChange } from './settings.ts';
import { moveAmongSiblings, newSpace, placeSpace, requirePage, spaceToShow } from './site-spaces.ts';
import { groupView, sectionView, textsIn, viewOfSite } from './sites-view.ts';

/** Spaces at the root become a section of their own, called like the one shown first. */
function gatherRoot(call: Call, site: SiteRow): void {
  const places = siteSpacesIn(call.db, site.id, null);
  const first = places.find(({ isDefault }) => isDefault === 1) ?? places[0];
  if (!first) return;
  const section = insertSection(call, site, { title: titleFrom(first.title), icon: null, draft: 0 });
  for (const { id } of places) siteSpaces(call.db).update({ id }, { section });
}

function insertSection(
  call: Call,
  site: SiteRow,
  { title, icon, draft }: Pick<SiteSectionRow, 'title' | 'icon' | 'draft'>,
): string {
  const { sections } = siteRows(call.db, site.id);
  const id = newId();
  siteSections(call.db).insert({
    ...{ id, site: site.id, title, icon, draft },
    path: uniqueSlug(
      slugify(title),
      sections.map(({ path }) => path),
    ),
    isDefault: sections.length === 0 ? 1 : 0,
    position: lastPosition(call.db, { site: site.id, of: 'navigation', parent: null }),
  });
  return id;
}

/** Titles of sections have at least two characters, those of spaces need not. */
const titleFrom = (title: string): string => (title.length < 2 ? `Section ${title}`.trim() : title);

/** 404 for what is not on the site. */
export const sectionOf = (call: Call, site: SiteRow, id: string): SiteSectionRow =>
  siteSections(call.db).get({ id, site: site.id }, 'site section');

/** Puts a section at the end of a group, or of the root. 404 for what is not on the site. */
function putIntoGroup(call: Call, site: SiteRow, group: string | null, id: string): void {
  if (group !== null) groupOf(call, site, group);
  const section = sectionOf(call, site, id);
  if (section.sectionGroup === group) return;
  const position = lastPosition(call.db, { site: site.id, of: 'navigation', parent: group });
  putItem(call.db, { type: 'site-section', id }, { parent: group, position });
}

/** Puts a group at the end of another one, or of the root. 404 for what is not on the site, 400 for a group inside it. */
function putGroupInto(call: Call, site: SiteRow, parent: string | null, id: string): void {
  for (let above = parent; above !== null; above = groupOf(call, site, above).parent)
    if (above === id) throw badRequest('a section group cannot be moved into itself or a group inside it');
  if (groupOf(call, site, id).parent === parent) return;
  const position = lastPosition(call.db, { site: site.id, of: 'navigation', parent });
  siteSectionGroups(call.db).update({ id }, { parent, position });
}

function requireFreePath(call: Call, section: SiteSectionRow, path: string): void {
  const { sections } = siteRows(call.db, section.site);
  const taken = sections.find((one) => one.path === path && one.id !== section.id);
  if (taken)
    throw conflict(`path "${path}" is taken by section "${taken.title}" (${taken.id}): choose another`);
}

function setDefaultSpace(call: Call, section: SiteSectionRow, id: string): void {
  const row = siteSpaces(call.db).get({ id, site: section.site }, 'site space');
  if (row.section !== section.id) {
    throw badRequest(`defaultSiteSpace: "${id}" is not in section "${section.title}"`);
  }
  makeDefaultSiteSpace(call.db, row);
}

/** 404 for what is not on the site. */
export const groupOf = (call: Call, site: SiteRow, id: string): SiteSectionGroupRow =>
  siteSectionGroups(call.db).get({ id, site: site.id }, 'site section group');

const showSection = (call: Call, site: SiteRow, row: SiteSectionRow) =>
  sectionView(viewOfSite(call, site), row);

const showGroup = (call: Call, site: SiteRow, row: SiteSectionGroupRow) =>
  groupView(viewOfSite(call, site), row);

/** What a list is narrowed to: these rows. */
const idsOf = (rows: readonly { id: string }[]) => ({
  where: ['id IN (SELECT value FROM json_each(?))'],
  params: [JSON.stringify(rows.map(({ id }) => id))],
});

export default [
  handle(api.listSiteSections, readSite, (call, { shareKey, page, limit }, site) => {
    const view = viewOfSite(call, site, shareKey);
    return pageOfRows(call.db, siteSections, {
      where: { site: site.id },
      also: idsOf(view.rows.sections),
      order: ['position', 'rowid'],
      query: { page, limit },
      item: (row) => sectionView(view, row),
    });
  }),

  // Adds a section that begins with a space, for null a new one. The first makes a section of what stood at the root before it.
  handle(api.createSiteSection, siteToChange, async (call, input, site) => {
    const made = await newSpace(call, site, input);
    return call.db.transaction(() => {
      const space = made ?? spaceToShow(call, site, String(input.spaceId));
      gatherRoot(call, site);
      const id = insertSection(call, site, {
        title: input.title ?? titleFrom(space.title),
        icon: input.icon ?? null,
        draft: input.draft ? 1 : 0,
      });
      const { pageId = null } = input;
      requirePage(call, space.id, pageId);
      placeSpace(call, site, id, space, { pageId });
      const section = showSection(call, site, sectionOf(call, site, id));
      return created(section, sitePartUrl(call, site, `sections/${section.id}`));
    });
  }),

  // Changes what is given. 409 for a path that is taken, 400 for a default space that is elsewhere.
  handleChange(api.updateSiteSection, siteToChange, (call, input, site) => {
    const section = sectionOf(call, site, input.siteSectionId);
    const { title, path, condition, icon, description, defaultSiteSpace, draft, siteSectionGroupId } = input;
    if (path !== undefined) requireFreePath(call, section, path);
    if (defaultSiteSpace !== undefined) setDefaultSpace(call, section, defaultSiteSpace);
    const changes = {
      title,
      path,
      icon,
      description,
      draft: bitOf(draft),
      condition: readCondition(condition),
    };
    siteSections(call.db).update({ id: section.id }, { ...changes, ...textsIn(input) });
    if (siteSectionGroupId !== undefined) putIntoGroup(call, site, siteSectionGroupId, section.id);
    return showSection(call, site, sectionOf(call, site, section.id));
  }),

  // Its spaces leave the site with it; those of the last section stay, at the root: the site has no sections then.
  handleChange(api.deleteSiteSection, siteToChange, (call, input, site) => {
    const section = siteSections(call.db).find({ id: input.siteSectionId, site: site.id });
    if (!section) return deleted(false);
    if (siteRows(call.db, site.id).sections.length === 1) {
      for (const { id } of siteSpacesIn(call.db, site.id, section.id))
        siteSpaces(call.db).update({ id }, { section: null });
    }
    siteSections(call.db).remove({ id: section.id });
    ensureDefaultSection(call.db, site.id);
    ensureDefaultSpace(call.db, site.id, null);
    return deleted(true);
  }),

  handleChange(api.moveSiteSection, siteToChange, (call, { siteSectionId, position }, site) => {
    const { before, after } = position ?? {};
    moveAmongSiblings(
      call,
      site,
      { type: 'site-section', id: siteSectionId },
      { before: before?.siteSection, after: after?.siteSection },
    );
    return showSection(call, site, sectionOf(call, site, siteSectionId));
  }),

  handle(api.listSiteSectionGroups, readSite, (call, { page, limit }, site) => {
    const view = viewOfSite(call, site);
    return pageOfRows(call.db, siteSectionGroups, {
      where: { site: site.id },
      also: idsOf(view.rows.groups),
      order: ['position', 'rowid'],
      query: { page, limit },
      item: (row) => groupView(view, row),
    });
  }),

  // Creates a group at the end of its level, with the given sections in the given order. 404 for what is not there.
  handleChange(api.createSiteSectionGroup, siteToChange, (call, input, site) => {
    const { title, icon = null, parent = null, sections = [], draft = false } = input;
    if (parent !== null) groupOf(call, site, parent);
    const position = lastPosition(call.db, { site: site.id, of: 'navigation', parent });
    const own = newId();
    const row = { id: own, site: site.id, parent, title, icon, position, draft: draft ? 1 : 0 } as const;
    siteSectionGroups(call.db).insert(row);
    for (const id of new Set(sections)) putIntoGroup(call, site, own, id);
    const made = showGroup(call, site, groupOf(call, site, own));
    return created(made, sitePartUrl(call, site, `section-groups/${made.id}`));
  }),

  handleChange(api.updateSiteSectionGroup, siteToChange, (call, input, site) => {
    const { id } = groupOf(call, site, input.siteSectionGroupId);
    const { title, icon, draft, parentSectionGroupId } = input;
    if (parentSectionGroupId !== undefined) putGroupInto(call, site, parentSectionGroupId, id);
    const { localizedTitle } = textsIn(input);
    siteSectionGroups(call.db).update({ id }, { title, icon, draft: bitOf(draft), localizedTitle });
    return showGroup(call, site, groupOf(call, site, id));
  }),

  // What it held takes its place on the level above.
  handleChange(api.deleteSiteSectionGroup, siteToChange, (call, input, site) => {
    const group = siteSectionGroups(call.db).find({ id: input.siteSectionGroupId, site: site.id });
    if (!group) return deleted(false);
    const above: Level = { site: site.id, of: 'navigation', parent: group.parent };
    const siblings = itemsOf(call.db, above);
    const next = siblings[siblings.findIndex(({ id }) => id === group.id) + 1];
    let position = group.position;
    for (const child of itemsOf(call.db, { ...above, parent: group.id })) {
      position = positionBetween(position, next?.position);
      putItem(call.db, child, { parent: group.parent, position });
    }
    siteSectionGroups(call.db).remove({ id: group.id });
    return deleted(true);
  }),

  // Puts a section at the end of a group, out of another one that it is in.
  handleChange(api.addToSiteSectionGroup, siteToChange, (call, { siteSectionGroupId, sectionId }, site) => {
    const group = groupOf(call, site, siteSectionGroupId);
    putIntoGroup(call, site, group.id, sectionId);
    const path = `section-groups/${group.id}/sections/${sectionId}`;
    return created(showGroup(call, site, group), sitePartUrl(call, site, path));
  }),

  // Takes a section out of a group, to the end of the root; returns whether it stood there.
  handleChange(api.removeFromSiteSectionGroup, siteToChange, (call, input, site) => {
    const section = siteSections(call.db).find({ id: input.siteSectionId, site: site.id });
    if (!section || section.sectionGroup !== input.siteSectionGroupId) return deleted(false);
    putIntoGroup(call, site, null, section.id);
    return deleted(true);
  }),
];

export const fidelity: FidelityOf = {
  'siteSections.update': 'A condition decides only what the web pages of a served sandbox show.',
};

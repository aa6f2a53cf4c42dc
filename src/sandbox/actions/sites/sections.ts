// Sections of a site. A site either has sections, which hold all its spaces, or shows its spaces at the root.
import type { InputOf } from '../../../api/operation.ts';
import type {
  createSiteSection as createOperation,
  deleteSiteSection as deleteOperation,
  updateSiteSection as updateOperation,
} from '../../../api/sites/site-sections.ts';
import { slugify, uniqueSlug } from '../../../markdown/slug.ts';
import { siteStructureStore } from '../../db/sites/site-structure.ts';
import { type NewSection, type SiteRow, type SiteSectionRow, siteStore } from '../../db/sites/sites.ts';
import { newId } from '../../ids.ts';
import type { Call } from '../../sandbox.ts';
import { badRequest, conflict, notFound } from '../../wire-error.ts';
import { readCondition } from './condition.ts';
import { ensureDefaultSection, ensureDefaultSpace } from './default-spaces.ts';
import { textsIn } from './localized.ts';
import { lastPosition } from './order.ts';
import { siteToChange } from './settings.ts';
import { placeSpace, requirePage, spaceToShow } from './site-spaces.ts';

/** Adds a section that begins with a space. The first one makes a section of what stood at the root before it. */
export function createSection(call: Call, input: InputOf<typeof createOperation>): SiteSectionRow {
  return call.db.transaction(() => {
    const site = siteToChange(call, input);
    const space = spaceToShow(call, site, input.spaceId);
    gatherRoot(call, site);
    const section = insertSection(call, site, {
      title: input.title ?? titleFrom(space.title),
      icon: input.icon ?? null,
      draft: input.draft ? 1 : 0,
    });
    const { pageId = null } = input;
    requirePage(call, space.id, pageId);
    placeSpace(call, site, section.id, space, { pageId });
    return sectionOf(call, site, section.id);
  });
}

/** Spaces at the root become a section of their own, called like the one shown first. */
function gatherRoot(call: Call, site: SiteRow): void {
  const store = siteStructureStore(call.db);
  const places = store.placesIn(site.id, null);
  const first = places.find(({ isDefault }) => isDefault === 1) ?? places[0];
  if (!first) return;
  const section = insertSection(call, site, { title: titleFrom(first.title), icon: null, draft: 0 });
  for (const { id } of places) store.updateSiteSpace(id, { section: section.id });
}

function insertSection(
  call: Call,
  site: SiteRow,
  { title, icon, draft }: Pick<SiteSectionRow, 'title' | 'icon' | 'draft'>,
): NewSection {
  const { sections } = siteStructureStore(call.db).rows(site.id);
  const section: NewSection = {
    id: newId(),
    site: site.id,
    sectionGroup: null,
    title,
    description: null,
    path: uniqueSlug(
      slugify(title),
      sections.map(({ path }) => path),
    ),
    condition: null,
    icon,
    draft,
    isDefault: sections.length === 0 ? 1 : 0,
    position: lastPosition(call.db, { site: site.id, of: 'navigation', parent: null }),
  };
  siteStore(call.db).insertSection(section);
  return section;
}

/** Titles of sections have at least two characters, those of spaces need not. */
const titleFrom = (title: string): string => (title.length < 2 ? `Section ${title}`.trim() : title);

/** 404 for what is not on the site. */
export function sectionOf(call: Call, site: SiteRow, id: string): SiteSectionRow {
  const section = siteStore(call.db).section(site.id, id);
  if (!section) throw notFound('site section', id);
  return section;
}

/** Changes what is given. 409 for a path that is taken, 400 for a default space that stands elsewhere. */
export function updateSection(call: Call, input: InputOf<typeof updateOperation>): SiteSectionRow {
  return call.db.transaction(() => {
    const site = siteToChange(call, input);
    const section = sectionOf(call, site, input.siteSectionId);
    const { title, path, condition, icon, description, defaultSiteSpace, draft, siteSectionGroupId } = input;
    if (path !== undefined) requireFreePath(call, section, path);
    if (defaultSiteSpace !== undefined) setDefaultSpace(call, section, defaultSiteSpace);
    siteStructureStore(call.db).updateSection(section.id, {
      ...(title !== undefined && { title }),
      ...(path !== undefined && { path }),
      ...(condition !== undefined && { condition: readCondition(condition) }),
      ...(icon !== undefined && { icon }),
      ...(description !== undefined && { description }),
      ...(draft !== undefined && { draft: draft ? 1 : 0 }),
      ...textsIn(input),
    });
    if (siteSectionGroupId !== undefined) putIntoGroup(call, site, siteSectionGroupId, section.id);
    return sectionOf(call, site, section.id);
  });
}

/** Puts a section at the end of a group, or of the root. 404 for what is not on the site. */
export function putIntoGroup(call: Call, site: SiteRow, group: string | null, id: string): void {
  if (group !== null && !siteStructureStore(call.db).group(site.id, group))
    throw notFound('site section group', group);
  const section = sectionOf(call, site, id);
  if (section.sectionGroup === group) return;
  const position = lastPosition(call.db, { site: site.id, of: 'navigation', parent: group });
  siteStructureStore(call.db).updateSection(id, { sectionGroup: group, position });
}

function requireFreePath(call: Call, section: SiteSectionRow, path: string): void {
  const { sections } = siteStructureStore(call.db).rows(section.site);
  const taken = sections.find((one) => one.path === path && one.id !== section.id);
  if (taken)
    throw conflict(`path "${path}" is taken by section "${taken.title}" (${taken.id}): choose another`);
}

function setDefaultSpace(call: Call, section: SiteSectionRow, id: string): void {
  const row = siteStore(call.db).siteSpace(section.site, id);
  if (!row) throw notFound('site space', id);
  if (row.section !== section.id) {
    throw badRequest(`defaultSiteSpace: "${id}" is not in section "${section.title}"`);
  }
  siteStore(call.db).setDefaultSiteSpace(row);
}

/**
 * Returns whether there was one. Its spaces leave the site with it; those of the last section stay, at the root:
 * the site has no sections then.
 */
export function deleteSection(call: Call, input: InputOf<typeof deleteOperation>): boolean {
  return call.db.transaction(() => {
    const site = siteToChange(call, input);
    const section = siteStore(call.db).section(site.id, input.siteSectionId);
    if (!section) return false;
    const store = siteStructureStore(call.db);
    if (store.rows(site.id).sections.length === 1) {
      for (const { id } of store.placesIn(site.id, section.id)) store.updateSiteSpace(id, { section: null });
    }
    store.removeSection(section.id);
    ensureDefaultSection(call.db, site.id);
    ensureDefaultSpace(call.db, site.id, null);
    return true;
  });
}

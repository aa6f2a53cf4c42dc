// Groups of sections. They order the navigation only: what stands in a deleted one moves up.
import type { InputOf } from '../../../api/operation.ts';
import type {
  addToSiteSectionGroup as addOperation,
  createSiteSectionGroup as createOperation,
  deleteSiteSectionGroup as deleteOperation,
  removeFromSiteSectionGroup as removeOperation,
  updateSiteSectionGroup as updateOperation,
} from '../../../api/sites/site-section-groups.ts';
import { positionBetween } from '../../db/position.ts';
import { siteExternalLinkStore } from '../../db/sites/site-external-links.ts';
import { siteStructureStore } from '../../db/sites/site-structure.ts';
import { type SiteRow, type SiteSectionGroupRow, siteStore } from '../../db/sites/sites.ts';
import { newId } from '../../ids.ts';
import type { Call } from '../../sandbox.ts';
import { notFound } from '../../wire-error.ts';
import { textsIn } from './localized.ts';
import { itemsOf, type Level, lastPosition, type Placed } from './order.ts';
import { putIntoGroup } from './sections.ts';
import { siteToChange } from './settings.ts';

/** Creates a group at the end of its level, with the given sections in the given order. 404 for what is not there. */
export function createGroup(call: Call, input: InputOf<typeof createOperation>): SiteSectionGroupRow {
  return call.db.transaction(() => {
    const site = siteToChange(call, input);
    const { title, icon = null, parent = null, sections = [], draft = false } = input;
    if (parent !== null) groupOf(call, site, parent);
    const position = lastPosition(call.db, { site: site.id, of: 'navigation', parent });
    const own = newId();
    const row = { id: own, site: site.id, parent, title, icon, position, draft: draft ? 1 : 0 } as const;
    siteStore(call.db).insertSectionGroup(row);
    for (const id of new Set(sections)) putIntoGroup(call, site, own, id);
    return groupOf(call, site, own);
  });
}

/** 404 for what is not on the site. */
export function groupOf(call: Call, site: SiteRow, id: string): SiteSectionGroupRow {
  const group = siteStructureStore(call.db).group(site.id, id);
  if (!group) throw notFound('site section group', id);
  return group;
}

export function updateGroup(call: Call, input: InputOf<typeof updateOperation>): SiteSectionGroupRow {
  return call.db.transaction(() => {
    const site = siteToChange(call, input);
    const { id } = groupOf(call, site, input.siteSectionGroupId);
    const { title, icon, draft } = input;
    siteStructureStore(call.db).updateGroup(id, {
      ...(title !== undefined && { title }),
      ...(draft !== undefined && { draft: draft ? 1 : 0 }),
      ...textsIn(input),
      ...(icon !== undefined && { icon }),
    });
    return groupOf(call, site, id);
  });
}

/** Puts a section at the end of a group, out of another one when it stands there. */
export function addToGroup(call: Call, input: InputOf<typeof addOperation>): SiteSectionGroupRow {
  return call.db.transaction(() => {
    const site = siteToChange(call, input);
    const group = groupOf(call, site, input.siteSectionGroupId);
    putIntoGroup(call, site, group.id, input.sectionId);
    return group;
  });
}

/** Takes a section out of a group, to the end of the root; returns whether it stood there. */
export function removeFromGroup(call: Call, input: InputOf<typeof removeOperation>): boolean {
  return call.db.transaction(() => {
    const site = siteToChange(call, input);
    const section = siteStore(call.db).section(site.id, input.siteSectionId);
    if (!section || section.sectionGroup !== input.siteSectionGroupId) return false;
    putIntoGroup(call, site, null, section.id);
    return true;
  });
}

/** Returns whether there was one. What stands in it takes its place on the level above. */
export function deleteGroup(call: Call, input: InputOf<typeof deleteOperation>): boolean {
  return call.db.transaction(() => {
    const site = siteToChange(call, input);
    const group = siteStructureStore(call.db).group(site.id, input.siteSectionGroupId);
    if (!group) return false;
    const above: Level = { site: site.id, of: 'navigation', parent: group.parent };
    const siblings = itemsOf(call.db, above);
    const next = siblings[siblings.findIndex(({ id }) => id === group.id) + 1];
    let position = group.position;
    for (const child of itemsOf(call.db, { ...above, parent: group.id })) {
      position = positionBetween(position, next?.position);
      moveUp(call, child, { parent: group.parent, position });
    }
    siteStructureStore(call.db).removeGroup(group.id);
    return true;
  });
}

function moveUp(
  call: Call,
  { type, id }: Placed,
  { parent, position }: { parent: string | null; position: string },
) {
  const store = siteStructureStore(call.db);
  if (type === 'site-section') store.updateSection(id, { sectionGroup: parent, position });
  else if (type === 'site-external-link') siteExternalLinkStore(call.db).update(id, { parent, position });
  else store.updateGroup(id, { parent, position });
}

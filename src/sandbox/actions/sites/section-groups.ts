// Groups of sections. They order the navigation only: what a deleted one held moves up.
import type { InputOf } from '../../../api/operation.ts';
import type {
  addToSiteSectionGroup as addOperation,
  createSiteSectionGroup as createOperation,
  deleteSiteSectionGroup as deleteOperation,
  removeFromSiteSectionGroup as removeOperation,
  updateSiteSectionGroup as updateOperation,
} from '../../../api/sites/site-section-groups.ts';
import { positionBetween } from '../../db/position.ts';
import {
  type SiteRow,
  type SiteSectionGroupRow,
  siteExternalLinks,
  siteSectionGroups,
  siteSections,
} from '../../db/sites/sites.ts';
import { newId } from '../../ids.ts';
import type { Call } from '../../sandbox.ts';
import { bitOf } from './condition.ts';
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
    siteSectionGroups(call.db).insert(row);
    for (const id of new Set(sections)) putIntoGroup(call, site, own, id);
    return groupOf(call, site, own);
  });
}

/** 404 for what is not on the site. */
export function groupOf(call: Call, site: SiteRow, id: string): SiteSectionGroupRow {
  return siteSectionGroups(call.db).get({ id, site: site.id }, 'site section group');
}

export function updateGroup(call: Call, input: InputOf<typeof updateOperation>): SiteSectionGroupRow {
  return call.db.transaction(() => {
    const site = siteToChange(call, input);
    const { id } = groupOf(call, site, input.siteSectionGroupId);
    const { title, icon, draft } = input;
    siteSectionGroups(call.db).update(
      { id },
      {
        ...{ title, icon, draft: bitOf(draft) },
        localizedTitle: textsIn(input).localizedTitle,
      },
    );
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
    const section = siteSections(call.db).find({ id: input.siteSectionId, site: site.id });
    if (!section || section.sectionGroup !== input.siteSectionGroupId) return false;
    putIntoGroup(call, site, null, section.id);
    return true;
  });
}

/** Returns whether there was one. What it held takes its place on the level above. */
export function deleteGroup(call: Call, input: InputOf<typeof deleteOperation>): boolean {
  return call.db.transaction(() => {
    const site = siteToChange(call, input);
    const group = siteSectionGroups(call.db).find({ id: input.siteSectionGroupId, site: site.id });
    if (!group) return false;
    const above: Level = { site: site.id, of: 'navigation', parent: group.parent };
    const siblings = itemsOf(call.db, above);
    const next = siblings[siblings.findIndex(({ id }) => id === group.id) + 1];
    let position = group.position;
    for (const child of itemsOf(call.db, { ...above, parent: group.id })) {
      position = positionBetween(position, next?.position);
      moveUp(call, child, { parent: group.parent, position });
    }
    siteSectionGroups(call.db).remove({ id: group.id });
    return true;
  });
}

function moveUp(
  call: Call,
  { type, id }: Placed,
  { parent, position }: { parent: string | null; position: string },
) {
  if (type === 'site-section') siteSections(call.db).update({ id }, { sectionGroup: parent, position });
  else if (type === 'site-external-link') siteExternalLinks(call.db).update({ id }, { parent, position });
  else siteSectionGroups(call.db).update({ id }, { parent, position });
}

// New sites, and the spaces they begin with.
import type { InputOf } from '../../../api/operation.ts';
import type { createSite as createSiteOperation } from '../../../api/sites/sites.ts';
import { slugify, uniqueSlug } from '../../../markdown/slug.ts';
import { type SpaceRow, spaceStore } from '../../db/content/spaces.ts';
import { positionBetween } from '../../db/position.ts';
import { type SiteRow, type SiteSpaceRow, siteStore } from '../../db/sites/sites.ts';
import { newId } from '../../ids.ts';
import type { Call } from '../../sandbox.ts';
import { conflict, notFound } from '../../wire-error.ts';
import { requirePaidPlan } from '../people/plan.ts';

/** Creates an unpublished site. 404 for a space the organization does not have, 409 for one named twice. */
export function createSite(call: Call, input: InputOf<typeof createSiteOperation>): SiteRow {
  return call.db.transaction(() => {
    const organization = input.organizationId;
    call.access.requireOrganization(organization, 'createContent');
    requireAudience(call, organization, input.visibility);
    const spaces = spacesOf(call, organization, input.spaces ?? []);
    const title = input.title ?? 'Docs';
    const store = siteStore(call.db);
    const site: SiteRow = {
      id: newId(),
      organization,
      type: input.type ?? 'basic',
      title,
      basename: uniqueSlug(slugify(title), store.basenames(organization)),
      hostname: null,
      proxy: null,
      visibility: input.visibility ?? 'public',
      published: 0,
      adaptiveContent: 0,
      agentsContext: 'included',
      ...{ defaultLevel: 'inherit', styleguide: null },
      icon: null,
      createdAt: call.now().toISOString(),
    };
    store.insert(site);
    for (const row of siteSpacesOf(site, spaces)) store.insertSiteSpace(row);
    return site;
  });
}

/** Who pays nothing publishes to everybody. 402. */
export function requireAudience(
  call: Call,
  organization: string,
  visibility: SiteRow['visibility'] | undefined,
): void {
  if (visibility === 'share-link' || visibility === 'visitor-auth')
    requirePaidPlan(call, organization, `sites with visibility ${visibility}`);
}

/** The first space is the one shown at the root. */
function siteSpacesOf(site: SiteRow, spaces: SpaceRow[]): SiteSpaceRow[] {
  const rows: SiteSpaceRow[] = [];
  for (const space of spaces) {
    const paths = rows.map(({ path }) => path);
    rows.push({
      id: newId(),
      site: site.id,
      section: null,
      space: space.id,
      title: space.title,
      path: uniqueSlug(slugify(space.title), paths),
      condition: null,
      ...{ draft: 0, hidden: 0, pageId: null },
      isDefault: rows.length === 0 ? 1 : 0,
      position: positionBetween(rows.at(-1)?.position),
    });
  }
  return rows;
}

function spacesOf(call: Call, organization: string, ids: string[]): SpaceRow[] {
  return ids.map((id, index) => {
    if (ids.indexOf(id) !== index) throw conflict(`spaces: "${id}" appears twice`);
    const space = spaceStore(call.db).live(id);
    if (space.organization !== organization) throw notFound('space', id);
    call.access.requireSpace(space, 'view');
    return space;
  });
}

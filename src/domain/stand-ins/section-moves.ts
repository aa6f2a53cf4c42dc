// Sections into and out of groups, for hosts that move them with the settings of the section.
import type { Operation } from '../../api/operation.ts';
import type { SiteSectionGroup } from '../../api/sites/site-structure.generated.ts';
import {
  listSiteSectionGroups,
  listSiteSections,
  removeFromSiteSectionGroup,
  updateSiteSection,
} from '../../api/sites/site-structure.ts';
import type { Client } from '../../client/client.ts';
import type { Answer } from '../../client/client-options.ts';
import { NotFoundError } from '../../errors.ts';

type Input = Readonly<Record<string, string | undefined>>;

/** Adds a section to a group, or removes it from there; answers as the operation of its own does. */
export async function moveSection(
  client: Client,
  operation: Operation,
  input: Input,
): Promise<Answer<unknown>> {
  const {
    organizationId = '',
    siteId = '',
    siteSectionGroupId = '',
    sectionId = '',
    siteSectionId = '',
  } = input;
  const site = { organizationId, siteId };
  if (operation.id === removeFromSiteSectionGroup.id) {
    if (!(await isIn(client, site, { siteSectionGroupId, siteSectionId }))) return answered(204);
    await client.call(updateSiteSection, { ...site, siteSectionId, siteSectionGroupId: null });
    return answered(205);
  }
  await client.call(updateSiteSection, { ...site, siteSectionId: sectionId, siteSectionGroupId });
  return answered(201, await groupOf(client, site, siteSectionGroupId));
}

interface Site {
  organizationId: string;
  siteId: string;
}

const answered = (status: number, result?: unknown): Answer<unknown> => ({ status, result, headers: {} });

async function isIn(
  client: Client,
  site: Site,
  { siteSectionGroupId, siteSectionId }: { siteSectionGroupId: string; siteSectionId: string },
): Promise<boolean> {
  for await (const { items } of client.pages(listSiteSections, site))
    for (const { id, sectionGroup } of items)
      if (id === siteSectionId) return sectionGroup === siteSectionGroupId;
  return false;
}

async function groupOf(client: Client, site: Site, id: string): Promise<SiteSectionGroup> {
  for await (const { items } of client.pages(listSiteSectionGroups, site)) {
    const found = groupIn(items, id);
    if (found) return found;
  }
  throw new NotFoundError(`section group "${id}" not found`, {
    details: { kind: 'section group', name: id },
  });
}

function groupIn(all: readonly { object: string; id: string }[], id: string): SiteSectionGroup | undefined {
  for (const one of all) {
    if (!isGroup(one)) continue;
    const found = one.id === id ? one : groupIn(one.children, id);
    if (found) return found;
  }
  return undefined;
}

const isGroup = (one: { object: string }): one is SiteSectionGroup => one.object === 'site-section-group';

// What is on a site already: as read from the platform, and as a plan goes through it.

import { listSiteSectionGroups, type SiteSectionGroup } from '../../api/sites/site-section-groups.ts';
import { listSiteSections, type SiteSection } from '../../api/sites/site-sections.ts';
import { listSiteSpaces, type SiteSpace } from '../../api/sites/site-spaces.ts';
import type { Site } from '../../api/sites/sites.ts';
import type { Client } from '../../client/client.ts';
import type { PlannedItem, PlannedSection, PlannedSpace, SiteDraft } from './plan.ts';

export interface LiveSpace {
  /** Empty for one that is only planned. */
  id: string;
  title: string;
  path?: string;
  spaceId: string;
  spaceTitle: string;
  section?: string;
  isDefault: boolean;
  draft?: boolean;
}

export interface LiveSection {
  id: string;
  title: string;
  path?: string;
  icon?: string;
  description?: string;
  group?: string;
  isDefault: boolean;
  draft?: boolean;
}

export interface LiveGroup {
  id: string;
  title: string;
  icon?: string;
  draft?: boolean;
}

export interface LiveSite {
  site: Site;
  /** The host says of what is on it whether it is a draft. */
  knowsDrafts: boolean;
  sections: LiveSection[];
  groups: LiveGroup[];
  /** All of them, those in sections too, in the order of the platform. */
  spaces: LiveSpace[];
}

/** A site that was just made, or will be. */
export const bareSite = (site: Site): LiveSite => ({
  site,
  knowsDrafts: false,
  sections: [],
  groups: [],
  spaces: [],
});

export async function readLiveSite(client: Client, organizationId: string, site: Site): Promise<LiveSite> {
  const place = { organizationId, siteId: site.id };
  const live = bareSite(site);
  for await (const { items } of client.pages(listSiteSections, place))
    live.sections.push(...items.map(liveSection));
  for await (const { items } of client.pages(listSiteSectionGroups, place))
    live.groups.push(...items.map(liveGroup));
  for await (const { items } of client.pages(listSiteSpaces, place))
    live.spaces.push(...items.map(liveSpace));
  live.knowsDrafts = [...live.spaces, ...live.sections].some(({ draft }) => draft !== undefined);
  return live;
}

export const liveSpace = ({
  id,
  title,
  path,
  space,
  section,
  default: first,
  draft,
}: SiteSpace): LiveSpace => ({
  id,
  title,
  path,
  spaceId: space.id,
  spaceTitle: space.title,
  ...(section !== undefined && { section }),
  ...(draft !== undefined && { draft }),
  isDefault: first === true,
});

export const liveSection = (section: SiteSection): LiveSection => {
  const { id, title, path, icon, description, sectionGroup, default: first, draft } = section;
  return {
    id,
    title,
    path,
    ...(icon !== undefined && { icon }),
    ...(description !== undefined && { description }),
    ...(sectionGroup !== undefined && { group: sectionGroup }),
    ...(draft !== undefined && { draft }),
    isDefault: first === true,
  };
};

export const liveGroup = ({ id, title, icon, draft }: SiteSectionGroup): LiveGroup => ({
  id,
  title,
  ...(icon !== undefined && { icon }),
  ...(draft !== undefined && { draft }),
});

// A site as a plan would describe it: where questions about a site that exists begin.

/** Carrying it out on the same site changes nothing. */
export function liveDraft(live: LiveSite, organization: SiteDraft['organization']): SiteDraft {
  const { site, sections } = live;
  const { title, type, visibility, basename, published } = site;
  const first = firstOf(live);
  return {
    organization,
    title,
    type,
    visibility,
    ...(basename !== undefined && { basename }),
    spaces:
      sections.length > 0
        ? []
        : live.spaces.map(({ spaceId, spaceTitle }) => ({ id: spaceId, title: spaceTitle })),
    items: itemsOf(live),
    ...(first !== undefined && { first }),
    publish: published,
  };
}

/** Title of what is shown first; undefined where another one bears it too. */
function firstOf({ sections, spaces }: LiveSite): string | undefined {
  const all =
    sections.length > 0
      ? sections
      : spaces.map(({ spaceTitle, isDefault }) => ({ title: spaceTitle, isDefault }));
  const first = all.find(({ isDefault }) => isDefault)?.title;
  return all.filter(({ title }) => title === first).length === 1 ? first : undefined;
}

/** Sections of one group are kept together, at the place of the first one. */
function itemsOf(live: LiveSite): PlannedItem[] {
  const { sections, groups } = live;
  return sections.flatMap((section, at): PlannedItem[] => {
    const group = groups.find(({ id }) => id === section.group);
    if (!group) return [plannedSection(live, section)];
    const within = sections.filter((one) => one.group === group.id);
    if (sections.indexOf(within[0] ?? section) !== at) return [];
    const { title, icon } = group;
    return [
      {
        group: title,
        ...(icon !== undefined && { icon }),
        sections: within.map((one) => plannedSection(live, one)),
      },
    ];
  });
}

function plannedSection({ spaces }: LiveSite, section: LiveSection): PlannedSection {
  const { id, title, icon, description, path } = section;
  return {
    title,
    ...(icon !== undefined && { icon }),
    ...(description !== undefined && { description }),
    ...(path !== undefined && { path }),
    spaces: spaces
      .filter((space) => space.section === id)
      .map(({ spaceId, spaceTitle }): PlannedSpace => ({ id: spaceId, title: spaceTitle })),
  };
}

// A site as a plan would describe it: where questions about a site that exists begin.
import type { LiveSection, LiveSite } from './live-site.ts';
import type { PlannedItem, PlannedSection, PlannedSpace, SiteDraft } from './plan.ts';

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

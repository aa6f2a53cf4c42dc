// What readers may have of a site: no draft, and nothing that stands in one.
import type { SiteRows } from '../../db/sites/sites.ts';

/** The parts of a site that are no drafts. Hidden site spaces are among them: they are at their addresses. */
export function liveParts(rows: SiteRows): SiteRows {
  const isLive = ({ draft }: { draft: 0 | 1 }) => draft === 0;
  const isIn = (parent: string | null): boolean => {
    if (parent === null) return true;
    const group = rows.groups.find(({ id }) => id === parent);
    return group === undefined || (isLive(group) && isIn(group.parent));
  };
  const sections = rows.sections.filter((one) => isLive(one) && isIn(one.sectionGroup));
  const ids = new Set<string | null>([null, ...sections.map(({ id }) => id)]);
  return {
    groups: rows.groups.filter((one) => isLive(one) && isIn(one.parent)),
    sections,
    siteSpaces: rows.siteSpaces.filter((one) => isLive(one) && ids.has(one.section)),
    links: rows.links.filter((one) => isLive(one) && isIn(one.parent)),
  };
}

// A site on the screen before anything is sent: as a tree where it is new, as changes where it exists.

import type { Site } from '../../api/sites/sites.generated.ts';
import { namesRead } from '../../engine/plan/named-values.ts';
import { linesOf } from '../../engine/plan/plan-lines.ts';
import type { OpenPlan } from '../../engine/plan/plan-task.ts';
import type { Io } from '../../output/io.ts';
import { ciSafe, safeLine } from '../../output/safe-text.ts';
import { drawTree, type TreeNode } from '../../output/tree.ts';
import { sectionsIn } from '../site-file/parse.ts';
import { isGroup, isLink, type NavItem, type SiteFile, type SpaceItem } from '../site-file/schema.ts';

type Screen = Pick<Io, 'accessible' | 'ci'>;

/** `Site "Partner portal" (live, share-link) in Tarnpost`. */
export function headerOf(site: Site, organization: string): string {
  const state = site.published ? 'live' : 'not published';
  return `Site "${site.title}" (${state}, ${site.visibility}) in ${organization}`;
}

/** What will be different about a site that exists. */
export async function changeLines(io: Screen, header: string, { run, plan }: OpenPlan): Promise<string> {
  const named = await namesRead(run, plan.rows);
  const lines = plan.rows.length === 0 ? ['nothing to change'] : linesOf(plan.rows, { named });
  return ciSafe(io, [safeLine(header), ...lines].map((line) => `${line}\n`).join(''));
}

/** A new site as a tree. `titleOf`: of a space by the name that the file has for it. */
export function treeLines(io: Screen, site: SiteFile, titleOf: (name: string) => string): string {
  const { title, type, visibility, basename, publish, organization } = site;
  const facts = [type, visibility, ...(basename === undefined ? [] : [`address ${basename}`])].join(', ');
  const end = publish ? 'published' : 'not published yet';
  const label = safeLine(`${title} (${facts}; ${end}) in ${organization}`);
  const lines = drawTree(nodesOf(site, titleOf), { plain: io.accessible });
  return ciSafe(io, `${[label, ...lines].join('\n')}\n`);
}

function nodesOf(
  { spaces = [], sections = [], default: first }: SiteFile,
  titleOf: (name: string) => string,
) {
  const shownFirst = first ?? spaces[0]?.space ?? sectionsIn(sections)[0]?.title;
  const marked = (text: string, name: string | undefined): string =>
    safeLine(name === shownFirst ? `${text} [shown first]` : text);
  const leaf = ({ space }: SpaceItem): TreeNode => ({
    label: `space ${safeLine(titleOf(space))}`,
    children: [],
  });
  const node = (item: NavItem): TreeNode => {
    if (isLink(item)) return { label: safeLine(`link ${item.link}`), children: [] };
    const icon = item.icon === undefined ? [] : [item.icon];
    if (isGroup(item))
      return { label: safeLine(`group ${item.group}${factsOf(icon)}`), children: item.sections.map(node) };
    const about = item.description ? `: ${item.description}` : '';
    const path = item.path === undefined ? [] : [`/${item.path}`];
    return {
      label: marked(`section ${item.title}${factsOf([...icon, ...path])}${about}`, item.title),
      children: item.spaces.map(leaf),
    };
  };
  return [
    ...spaces.map((item) => ({ label: marked(`space ${titleOf(item.space)}`, item.space), children: [] })),
    ...sections.map(node),
  ];
}

const factsOf = (facts: readonly string[]): string => (facts.length > 0 ? ` (${facts.join(', ')})` : '');

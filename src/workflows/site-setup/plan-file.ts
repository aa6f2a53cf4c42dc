// Plans as YAML.

import { check } from '../../api/check.ts';
import { safeLine } from '../../output/safe-text.ts';
import type { TreeNode } from '../../output/tree.ts';
import { parseYaml } from '../yaml-file.ts';
import {
  checkPlan,
  isGroup,
  type PlannedItem,
  type PlannedSection,
  type PlannedSpace,
  type SiteDraft,
  SitePlan,
} from './plan.ts';

const HEAD = '# A site: docs sites setup --from <this file>\n';

/** Takes the text of a plan file and its name. Throws UsageError, ValidationError. */
export const parsePlan = async (text: string, name: string): Promise<SitePlan> =>
  checkPlan(await parseYaml(text, name), name);

/**
 * The text of a plan file that makes the same site again. Spaces are named by title where no other bears it. `before`: a
 * site file that is there, of which everything else stays.
 */
export async function planText(
  draft: SiteDraft,
  isUnique: (title: string) => boolean,
  before?: string,
): Promise<string> {
  const plan = planOf(draft, isUnique);
  if (before !== undefined && (await isSiteFile(before))) {
    const { siteText } = await import('../site-file/write.ts');
    return siteText({ ...plan }, before, true);
  }
  const { stringify } = await import('yaml');
  return HEAD + stringify(plan, { lineWidth: 0 });
}

async function isSiteFile(text: string): Promise<boolean> {
  const { parseSite } = await import('../site-file/parse.ts');
  return parseSite(text, '').then(
    () => true,
    () => false,
  );
}

/** Whether a file says more than these plans can: settings of a site that docs sites pull writes. */
export async function saysMore(text: string, name: string): Promise<boolean> {
  const value = await parseYaml(text, name);
  if (check(SitePlan, value).length === 0) return false;
  const { SiteShape } = await import('../site-file/schema.ts');
  return check(SiteShape, value).length === 0;
}

function planOf(draft: SiteDraft, isUnique: (title: string) => boolean): SitePlan {
  const { organization, title, type, visibility, basename, spaces, items, first, publish } = draft;
  const nameOf = (space: { id: string; title: string }) => (isUnique(space.title) ? space.title : space.id);
  const section = ({ spaces: own, ...rest }: PlannedSection) => ({ ...rest, spaces: own.map(nameOf) });
  return {
    version: 1,
    organization: organization.title,
    title,
    type,
    visibility,
    ...(basename !== undefined && { basename }),
    ...(spaces.length > 0 && { spaces: spaces.map(nameOf) }),
    ...(items.length > 0 && {
      sections: items.map((item) =>
        isGroup(item) ? { ...item, sections: item.sections.map(section) } : section(item),
      ),
    }),
    ...(first !== undefined && { default: first }),
    publish,
  };
}

// A plan as people read it: a site that does not exist yet as a tree.

/** The site with its settings, and below it what it shows. Labels are safe to print. */
export function planTree(draft: SiteDraft): TreeNode {
  const { title, type, visibility, basename, spaces, items, first, publish, organization } = draft;
  const facts = [type, visibility, ...(basename === undefined ? [] : [`address ${basename}`])].join(', ');
  const end = publish ? 'published' : 'not published yet';
  const isFirst = (name: string, at: number) => (first === undefined ? at === 0 : name === first);
  return {
    label: safeLine(`${title} (${facts}; ${end}) in ${organization.title}`),
    children: [
      ...spaces.map((space, at) => spaceNode(space, isFirst(space.title, at))),
      ...items.map((item, at) => itemNode(item, (name) => isFirst(name, at))),
    ],
  };
}

const marked = (text: string, first: boolean): string => safeLine(first ? `${text} [shown first]` : text);

const spaceNode = ({ title }: PlannedSpace, first: boolean): TreeNode => ({
  label: marked(`space ${title}`, first),
  children: [],
});

function itemNode(item: PlannedItem, isFirst: (title: string) => boolean): TreeNode {
  if (!isGroup(item)) return sectionNode(item, isFirst(item.title));
  const icon = item.icon === undefined ? '' : ` (${item.icon})`;
  return {
    label: safeLine(`group ${item.group}${icon}`),
    children: item.sections.map((section, at) => sectionNode(section, at === 0 && isFirst(section.title))),
  };
}

function sectionNode({ title, icon, description, path, spaces }: PlannedSection, first: boolean): TreeNode {
  const facts = [icon, path && `/${path}`].filter(Boolean).join(', ');
  const about = description ? `: ${description}` : '';
  return {
    label: marked(`section ${title}${facts ? ` (${facts})` : ''}${about}`, first),
    children: spaces.map((space) => spaceNode(space, false)),
  };
}

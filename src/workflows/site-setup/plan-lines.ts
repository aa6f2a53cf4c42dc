// A plan as people read it: a site that does not exist yet as a tree.

import { safeLine } from '../../output/safe-text.ts';
import type { TreeNode } from '../../output/tree.ts';
import { isGroup, type PlannedItem, type PlannedSection, type PlannedSpace, type SiteDraft } from './plan.ts';

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

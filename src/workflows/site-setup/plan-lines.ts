// A plan as people read it: a tree, and the commands that do the same.

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

export interface CommandOptions {
  /** Whether a title leads to one space only; ids stand for the others. */
  isUnique: (title: string) => boolean;
  /** Named in each command where the context does not name it. */
  organization?: string | undefined;
}

/** The words of each command (after `docs`) that together make the same site on another host. */
export function planCommands(draft: SiteDraft, { isUnique, organization }: CommandOptions): string[][] {
  const { title, type, visibility, basename, spaces, items, first, publish } = draft;
  const org = organization === undefined ? [] : ['--org', organization];
  const site = ['--site', title, ...org];
  const nameOf = (space: PlannedSpace) => (isUnique(space.title) ? space.title : space.id);
  const sectionCommands = (section: PlannedSection): string[][] => [
    [
      'sites',
      'sections',
      'create',
      '--space',
      nameOf(section.spaces[0] ?? { id: '', title: '' }),
      '--title',
      section.title,
      ...flags(section),
      ...site,
    ],
    ...section.spaces
      .slice(1)
      .map((space) => ['sites', 'spaces', 'add', nameOf(space), '--section-id', section.title, ...site]),
  ];
  const itemCommands = (item: PlannedItem): string[][] => {
    if (!isGroup(item)) return sectionCommands(item);
    return [
      ...item.sections.flatMap(sectionCommands),
      [
        'sites',
        'groups',
        'create',
        item.group,
        ...(item.icon === undefined ? [] : ['--icon', item.icon]),
        ...site,
      ],
      ...item.sections.map((section) => ['sites', 'groups', 'add', item.group, section.title, ...site]),
    ];
  };
  const update = ['sites', 'update', title];
  const firstFlag = items.length > 0 ? '--default-site-section' : '--default-site-space';
  return [
    ['sites', 'create', title, '--type', type, '--visibility', visibility, ...org],
    ...(basename === undefined ? [] : [[...update, '--basename', basename, ...org]]),
    ...spaces.map((space) => ['sites', 'spaces', 'add', nameOf(space), ...site]),
    ...items.flatMap(itemCommands),
    ...(first === undefined ? [] : [[...update, firstFlag, first, ...org]]),
    ...(publish ? [['sites', 'publish', title, '--yes', ...org]] : []),
  ];
}

function flags({ icon, description, path }: PlannedSection): string[] {
  const given = { icon, description, path };
  return Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value]));
}

// What the dangers of changes to sites and spaces turn on: who can see them, what all may do, what leaves a group.

import type { SiteStructure } from '../../api/sites/site-structure.generated.ts';
import { getSiteStructure } from '../../api/sites/site-structure.ts';
import { type Change, moderateIf, saying } from './danger.ts';

/** A section that goes, and the group that it goes from. */
interface LeftGroup {
  section: string;
  group: string;
}

type Node = SiteStructure['structure'][number];

const FOUND = new WeakMap<Change, Promise<LeftGroup[]>>();

/** Read once for a change, and only where it names sections. */
export function leftGroups(change: Change): Promise<LeftGroup[]> {
  const known = FOUND.get(change) ?? findLeft(change);
  FOUND.set(change, known);
  return known;
}

async function findLeft({ client, input }: Change): Promise<LeftGroup[]> {
  const moved = sectionsOf(input);
  if (moved.length === 0) return [];
  const place = { organizationId: String(input.organizationId), siteId: String(input.siteId) };
  // A site that the same plan makes has no structure yet.
  const { structure = [] }: Partial<SiteStructure> = await (await client()).call(getSiteStructure, place);
  return structure.flatMap((node) => leftIn(node, moved, input.siteSectionGroupId));
}

/** What a new group begins with, or the one that is put into a group, or out of all of them. */
const sectionsOf = ({ sections, sectionId, siteSectionId, siteSectionGroupId }: Change['input']) =>
  [
    ...(Array.isArray(sections) ? sections : []),
    sectionId,
    siteSectionGroupId !== undefined && siteSectionId,
  ].filter((one): one is string => typeof one === 'string');

function leftIn(node: Node, moved: readonly unknown[], into: unknown): LeftGroup[] {
  if (node.object !== 'site-section-group') return [];
  return node.children.flatMap((child): LeftGroup[] => {
    if (child.object === 'site-section-group') return leftIn(child, moved, into);
    if (node.id === into || !moved.includes(child.id)) return [];
    return [{ section: child.title, group: node.title }];
  });
}

/** `section "API" leaves group "Resources"`. */
export const leavingWords = (left: readonly LeftGroup[], verb = 'leaves'): string =>
  left.map(({ section, group }) => `section "${section}" ${verb} group "${group}"`).join('; ');

export const takesFromGroups = saying(
  moderateIf(
    'a section leaves another group for it',
    async (change) => (await leftGroups(change)).length > 0,
  ),
  async (change) => leavingWords(await leftGroups(change)),
);

// How many can see something.

/** What is not listed, nobody sees without a key, a sign-in or an invitation. */
const WIDTH: Readonly<Record<string, number>> = { public: 2, unlisted: 1 };

export const visibilityWidth = (visibility: unknown): number => WIDTH[String(visibility)] ?? 0;

/** A published site that more people can read than before. */
export const opensSite = ({ input, target }: Change): boolean =>
  target?.published === true && visibilityWidth(input.visibility) > visibilityWidth(target.visibility);

// What a default level lets every member do, in words.

/** What a level lets everyone do. */
const EVERYONE: Readonly<Record<string, string>> = {
  admin: 'can change and delete it',
  create: 'can change and merge it',
  review: 'can review and merge changes to it',
  edit: 'can edit it',
  comment: 'can comment on it',
  read: 'can read it',
  inherit: 'gets the level of the collection above it, or else their role',
};

export const whatAllCan = ({ input }: Change): string =>
  `every member of the organization ${EVERYONE[String(input.defaultLevel)] ?? ''}`;

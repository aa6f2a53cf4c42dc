// Groups, sections and links of a site: what is missing is created, and everything is brought to its level.
import { OTHER_FIELDS } from '../../api/operation.ts';
import { createExternalLink } from '../../api/sites/site-external-links.ts';
import { createSiteSectionGroup } from '../../api/sites/site-section-groups.ts';
import { createSiteSection } from '../../api/sites/site-sections.ts';
import { asDraft } from './going-live.ts';
import { levelOf, moveNode, placeLevel } from './placing.ts';
import { sectionsIn } from './refuse.ts';
import {
  type GroupItem,
  isLink,
  isSection,
  type LinkItem,
  type NavItem,
  type SectionItem,
} from './schema.ts';
import { firstFor } from './site-spaces.ts';
import { firstSpaceOf } from './wishes.ts';
import { lineOf, NAV, type Work } from './work.ts';

/** Creates what is missing, then puts every item on its level and in its order. */
export function planNavigation(work: Work): void {
  const { file, shelves } = work;
  const items = file.sections ?? [];
  const [first] = sectionsIn(items);
  // Links need a section beside them.
  if (shelves.size === 0 && first && isLink(items[0] ?? first)) idOfSection(work, first);
  createMissing(work, items, '');
  placeLevel(work, items, '');
}

function createMissing(work: Work, items: readonly NavItem[], parent: string): void {
  for (const item of items) {
    if (isSection(item)) idOfSection(work, item);
    else if (isLink(item)) idOfLink(work, item, parent);
    else createMissing(work, item.sections, idOfGroup(work, item, parent));
  }
}

/** The section of an item; a missing one is created, at the end of the top level. */
function idOfSection(work: Work, item: SectionItem): string {
  const { sectionIds, matches, place, wishes, shelves } = work;
  const known = sectionIds.get(item) ?? matches.sections.get(item)?.id;
  if (known !== undefined) {
    sectionIds.set(item, known);
    return known;
  }
  const first = firstFor(work, item);
  const { title = first.title, icon } = item;
  const id = wishes.add({
    operation: createSiteSection,
    input: {
      ...{ ...place, spaceId: first.spaceId, title },
      ...(icon !== undefined && { icon }),
      ...asDraft(work, item),
    },
    target: { kind: 'section', title },
    lanes: [NAV],
    ...(first.off !== undefined && { needs: [first.off] }),
    ...(first.live && {
      follows: 'its first space is removed and added again: overrides that the file does not name are lost',
    }),
    ...lineOf(work, item),
  });
  first.id = firstSpaceOf(id);
  first.isNew = true;
  sectionIds.set(item, id);
  shelves.set(id, { id, title, spaces: [first.id], paths: new Map(), first: first.id });
  levelOf(work, '').push({ kind: 'section', id });
  return id;
}

/** A group takes along the sections that it begins with. */
function idOfGroup(work: Work, item: GroupItem, parent: string): string {
  const { matches, place, wishes } = work;
  const known = groupIds(work).get(item) ?? matches.groups.get(item)?.id;
  if (known !== undefined) return remember(work, item, known);
  const end = item.sections.findIndex((one) => !isSection(one));
  const leading = item.sections.slice(0, end === -1 ? undefined : end).filter(isSection);
  const sections = leading.map((section) => idOfSection(work, section));
  const { group: title, icon } = item;
  const id = wishes.add({
    operation: createSiteSectionGroup,
    input: {
      ...{ ...place, title },
      ...(icon !== undefined && { icon }),
      ...(sections.length > 0 && { sections }),
      // What it holds is held back by itself: what is live already must not go with it.
      ...(item.draft === true && { draft: true }),
      ...(parent !== '' && { parent }),
    },
    target: { kind: 'section group', title },
    lanes: [NAV],
    ...lineOf(work, item),
  });
  levelOf(work, parent).push({ kind: 'group', id });
  for (const section of sections) moveNode(work, section, id);
  return remember(work, item, id);
}

function remember(work: Work, item: GroupItem, id: string): string {
  groupIds(work).set(item, id);
  return id;
}

/** IDs of items of the file: sections, groups and links share the map. */
const groupIds = ({ sectionIds }: Work): Map<object, string> => sectionIds;

function idOfLink(work: Work, item: LinkItem, parent: string): void {
  const { matches, place, wishes, sectionIds } = work;
  const known = matches.links.get(item);
  if (known) {
    sectionIds.set(item, known.id);
    return;
  }
  const { link: title, other, ...fields } = item;
  const id = wishes.add({
    operation: createExternalLink,
    input: {
      ...{ ...place, title, ...fields },
      ...(parent !== '' && { parent }),
      ...(other && { [OTHER_FIELDS]: other }),
    },
    target: { kind: 'external link', title },
    lanes: [NAV],
    ...lineOf(work, item),
  });
  sectionIds.set(item, id);
  levelOf(work, parent).push({ kind: 'link', id });
}

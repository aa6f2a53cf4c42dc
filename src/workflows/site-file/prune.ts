// What a site has and its file does not name, with --prune: spaces leave the site, and are never deleted themselves.
import { deleteExternalLink } from '../../api/sites/site-external-links.ts';
import { deleteSiteSectionGroup } from '../../api/sites/site-section-groups.ts';
import type { LiveGroup, LiveItem, LiveLink } from './live.ts';
import { deleteShelf, removeFrom } from './shelf.ts';
import { NAV, type Work } from './work.ts';

/** Site spaces, then sections, links and groups, those inside first. */
export function pruneItems(work: Work): void {
  if (!work.prune) return;
  const named = new Set([...work.spaces.values()].map(({ id }) => id));
  const kept = new Set(work.sectionIds.values());
  const isRoot = ({ id }: { id: string }) => id === '';
  for (const shelf of [...work.shelves.values()]) {
    const extra = shelf.spaces.filter((one) => !named.has(one));
    if (!isRoot(shelf) && !kept.has(shelf.id)) deleteShelf(work, shelf);
    else for (const id of extra) removeFrom(work, shelf, id);
  }
  for (const item of deepestFirst(work.live.items)) if (!kept.has(item.id)) remove(work, item);
}

function remove(work: Work, item: LiveGroup | LiveLink): void {
  const isGroup = item.kind === 'group';
  work.wishes.add({
    operation: isGroup ? deleteSiteSectionGroup : deleteExternalLink,
    input: { ...work.place, [isGroup ? 'siteSectionGroupId' : 'siteExternalLinkId']: item.id },
    target: { kind: isGroup ? 'section group' : 'external link', title: item.title },
    live: { ...item.raw },
    lanes: [NAV],
  });
}

const deepestFirst = (items: readonly LiveItem[]): (LiveGroup | LiveLink)[] =>
  items.flatMap((item) => {
    if (item.kind === 'section') return [];
    return item.kind === 'group' ? [...deepestFirst(item.items), item] : [item];
  });

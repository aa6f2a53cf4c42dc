// The links of a revision with what they lead to, and the same the other way round.
import type { Static } from '@sinclair/typebox';
import type { ContentRef } from '../../../api/content/content-ref.ts';
import type { Backlinks, Link, LinkPage, LinkStats } from '../../../api/content/locations.ts';
import { findPage, type Placed } from '../../content/tree.ts';
import { revisionsStore } from '../../db/content/content.ts';
import type { PageQuery } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
import { snapshotOf } from '../../snapshot-paging.ts';
import { locationsIn } from '../../views/content/locations.ts';
import { mergeBase } from '../../views/review/change-requests.ts';
import { notFound } from '../../wire-error.ts';
import type { ContentTarget, TargetRef } from './content-target.ts';
import { visibleTarget } from './content-view.ts';
import { linksOfPage, type PageLink, resolvedLinks } from './resolved-links.ts';

interface LinksInput extends TargetRef, PageQuery {
  pageId?: string;
  status?: Link['status'];
}

/** Links of a whole revision or of one page. `stats` are of all of them, whatever the filter. Throws 404 for a page. */
export async function listLinks(call: Call, input: LinksInput): Promise<Static<typeof LinkPage>> {
  const target = visibleTarget(call, input);
  const { pageId, status } = input;
  const list = `links ${target.changeRequest?.id ?? target.space.id} ${pageId ?? ''} ${status ?? ''}`;
  const snapshot = snapshotOf(call, target, { list, query: input });
  if (pageId !== undefined) requirePage(call, snapshot.revision, pageId);
  const all = await linksOf(call, target, snapshot.revision, pageId);
  const { items, ...rest } = snapshot.page(
    status === undefined ? all : all.filter((link) => link.status === status),
  );
  const locations = locationsIn(call, target, snapshot.revision);
  return {
    ...rest,
    items: items.map((link) => locations.link(link)),
    stats: await statsOf(call, target, all, pageId),
  };
}

async function linksOf(
  call: Call,
  { space }: ContentTarget,
  revision: string,
  pageId?: string,
): Promise<readonly PageLink[]> {
  if (pageId !== undefined) return linksOfPage(call, space, { revision, pageId });
  return resolvedLinks(call, space, revision);
}

/** A change request answers for the broken links that main, as it knows it, does not have. */
async function statsOf(
  call: Call,
  target: ContentTarget,
  all: readonly PageLink[],
  pageId: string | undefined,
): Promise<LinkStats> {
  const broken = all.filter(({ status }) => status === 'broken');
  const stats = { total: all.length, broken: { total: broken.length } };
  const { changeRequest } = target;
  if (!changeRequest) return stats;
  const before = await linksOf(call, target, mergeBase(changeRequest), pageId);
  const known = new Set(before.filter(({ status }) => status === 'broken').map(keyOf));
  const own = broken.filter((link) => !known.has(keyOf(link))).length;
  return { ...stats, broken: { total: broken.length, changeRequest: own } };
}

const keyOf = ({ placed, href }: PageLink) => `${placed.page.id} ${href}`;

function requirePage(call: Call, revision: string, pageId: string): Placed {
  const placed = findPage(revisionsStore(call.db).tree(revision), pageId);
  if (!placed) throw notFound('page', pageId);
  return placed;
}

/** Every place that links to a page (or an anchor in it) or a file. Throws 404 when there is no such thing. */
export async function backlinksTo(
  call: Call,
  input: TargetRef & PageQuery,
  { kind, id }: { kind: 'page' | 'file'; id: string },
): Promise<Static<typeof Backlinks>> {
  const target = visibleTarget(call, input);
  const list = `backlinks ${target.changeRequest?.id ?? target.space.id} ${kind} ${id}`;
  const snapshot = snapshotOf(call, target, { list, query: input });
  const { files } = revisionsStore(call.db).tree(snapshot.revision);
  if (kind === 'page') requirePage(call, snapshot.revision, id);
  else if (!files.some((file) => file.id === id)) throw notFound('file', id);
  const all = await resolvedLinks(call, target.space, snapshot.revision);
  const places = all
    .filter((link) => leadsTo(link.target, kind, id))
    .flatMap(({ placed, places: own }) => own.map((anchor) => ({ placed, anchor })));
  const { items, ...rest } = snapshot.page(unique(places));
  const locations = locationsIn(call, target, snapshot.revision, { copies: items.length });
  return { ...rest, items: items.map(({ placed, anchor }) => locations.page(placed, anchor)) };
}

function leadsTo(ref: ContentRef | undefined, kind: 'page' | 'file', id: string): boolean {
  if (ref === undefined || ('space' in ref && ref.space !== undefined)) return false;
  if (kind === 'file') return ref.kind === 'file' && ref.file === id;
  return (ref.kind === 'page' || ref.kind === 'anchor') && ref.page === id;
}

interface Place {
  placed: Placed;
  anchor: string;
}

/** One section that links twice is one place. */
function unique(places: readonly Place[]): Place[] {
  return [...new Map(places.map((place) => [`${place.placed.page.id} ${place.anchor}`, place])).values()];
}

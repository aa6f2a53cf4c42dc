// All links of a revision, resolved against it. Kept as long as nothing was written, for lists that come in pages.
import type { ContentRef } from '../../../api/content/content-ref.ts';
import { type LinkIndex, type LinkWorld, linkIndex, type ResolvedLink } from '../../content/links.ts';
import type { Analysis, Link } from '../../content/markdown.ts';
import type { Hash, PageNode, Tree } from '../../content/model.ts';
import { findPage, type Placed, walk } from '../../content/tree.ts';
import { collectionStore } from '../../db/content/collections.ts';
import { revisionsStore } from '../../db/content/content.ts';
import { contentIndexStore } from '../../db/content/content-index.ts';
import { type SpaceRow, spaceStore } from '../../db/content/spaces.ts';
import type { Database } from '../../db/database.ts';
import { openApiStore } from '../../db/integrations/openapi.ts';
import { userStore } from '../../db/people/users.ts';
import type { Sandbox } from '../../sandbox.ts';
import { slices } from '../../slices.ts';
import { analyzeRevision } from './analyze.ts';

/** What one page links to; a target that it names more than once is one link with several places. */
export interface PageLink extends Pick<ResolvedLink, 'status' | 'relation' | 'href'> {
  placed: Placed;
  target?: ContentRef;
  /** Anchors of the sections it stands in; empty for the top. */
  places: string[];
}

interface Kept {
  revision: string;
  /** Another one as soon as anybody writes. */
  state: string;
  links: readonly PageLink[];
}

const kept = new WeakMap<Database, Kept>();

/** In reading order. */
export async function resolvedLinks(
  sandbox: Sandbox,
  space: SpaceRow,
  revision: string,
): Promise<readonly PageLink[]> {
  await analyzeRevision(sandbox, revision);
  const { db } = sandbox;
  const state = stateOf(db);
  const last = kept.get(db);
  if (last?.revision === revision && last.state === state) return last.links;
  const links = await resolveAll(sandbox, space, revisionsStore(db).tree(revision));
  kept.set(db, { revision, state, links });
  return links;
}

/** Counts the writes of others and our own. */
function stateOf(db: Database): string {
  const others = db.get<{ data_version: number }>('PRAGMA data_version')?.data_version;
  const own = db.get<{ n: number }>('SELECT total_changes() AS n')?.n;
  return `${others} ${own}`;
}

async function resolveAll(sandbox: Sandbox, space: SpaceRow, tree: Tree): Promise<PageLink[]> {
  const placed = [...walk(tree.pages)];
  const pause = slices();
  const index = linkIndex(tree, worldOf(sandbox, space));
  const found: PageLink[] = [];
  for (let start = 0; start < placed.length; start += AT_ONCE) {
    await pause();
    for (const links of resolveSome(sandbox, index, placed.slice(start, start + AT_ONCE)))
      found.push(...links);
  }
  return found;
}

const AT_ONCE = 200;

function resolveSome({ db }: Sandbox, index: LinkIndex, placed: readonly Placed[]): PageLink[][] {
  const hashes = placed.flatMap(({ page }) => page.markdown ?? []);
  const byHash = groupByHash(contentIndexStore(db).links([...new Set(hashes)]));
  return placed.map((one) => {
    const links = one.page.markdown === undefined ? undefined : byHash.get(one.page.markdown);
    const analysis: Analysis = { links: links ?? [], sections: [], anchors: [], text: '' };
    return joined(one, index.of(one, analysis));
  });
}

/** The links of one page: reads no other. */
export async function linksOfPage(
  sandbox: Sandbox,
  space: SpaceRow,
  { revision, pageId }: { revision: string; pageId: string },
): Promise<readonly PageLink[]> {
  await analyzeRevision(sandbox, revision);
  const tree = revisionsStore(sandbox.db).tree(revision);
  const placed = findPage(tree, pageId);
  if (!placed) return [];
  return resolveSome(sandbox, linkIndex(tree, worldOf(sandbox, space)), [placed]).flat();
}

function groupByHash(rows: readonly (Link & { hash: Hash })[]): Map<Hash, Link[]> {
  const groups = new Map<Hash, Link[]>();
  for (const row of rows) {
    const links = groups.get(row.hash);
    if (links) links.push(row);
    else groups.set(row.hash, [row]);
  }
  return groups;
}

function joined(placed: Placed, links: readonly ResolvedLink[]): PageLink[] {
  const byTarget = new Map<string, PageLink>();
  for (const { status, relation, target, href, anchor } of links) {
    const key = `${relation} ${href === '' ? JSON.stringify(target) : href}`;
    const known = byTarget.get(key);
    if (known?.places.includes(anchor)) continue;
    if (known) known.places.push(anchor);
    else byTarget.set(key, { placed, status, relation, href, ...(target && { target }), places: [anchor] });
  }
  return [...byTarget.values()];
}

function worldOf(sandbox: Sandbox, space: SpaceRow): LinkWorld {
  const { db, origin } = sandbox;
  const anchors = new Map<Hash, string[]>();
  const app = `${origin}/o/`;
  return {
    anchorsOf({ markdown }: PageNode) {
      if (markdown === undefined) return [];
      const known = anchors.get(markdown) ?? contentIndexStore(db).anchors(markdown);
      anchors.set(markdown, known);
      return known;
    },
    inApp: (url) => url.startsWith(app),
    exists: (ref) => isThere(sandbox, space, ref),
  };
}

/** Things outside of the revision, as they are now. */
function isThere({ db }: Sandbox, own: SpaceRow, ref: ContentRef): boolean {
  if ('space' in ref && ref.space !== undefined) {
    const space = spaceStore(db).row(ref.space);
    if (!space || space.deletedAt !== null) return false;
    if (!('page' in ref) || ref.page === undefined) return true;
    return findPage(revisionsStore(db).tree(space.revision), ref.page) !== undefined;
  }
  if (ref.kind === 'user') return userStore(db).row(ref.user) !== undefined;
  if (ref.kind === 'collection')
    return collectionStore(db).row(ref.collection)?.organization === own.organization;
  if (ref.kind === 'openapi') return openApiStore(db).byRef(own.organization, ref.spec) !== undefined;
  return true;
}

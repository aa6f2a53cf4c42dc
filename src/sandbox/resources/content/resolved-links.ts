// All links of a revision, resolved against it. Kept as long as nothing was written, for lists that come in pages.

import type { ContentRef } from '../../../api/content/content-ref.ts';
import { groupBy } from '../../../files/lists.ts';
import type { Analysis } from '../../../markdown/analyze.ts';
import { type Found, hasAnchor, joinedLinks, type ResolvedLink } from '../../../markdown/link-index.ts';
import { type AppLink, appLink, isUrl } from '../../../markdown/link-targets.ts';
import type { Hash, PageNode, Tree } from '../../content/model.ts';
import {
  findPage,
  findPageByPath,
  type LinkIndex,
  type LinkWorld,
  linkIndex,
  type Placed,
  walk,
} from '../../content/tree.ts';
import { contentStore, revisionsStore } from '../../db/content/content.ts';
import { contentIndexStore } from '../../db/content/content-index.ts';
import { collections, type SpaceRow, spaces } from '../../db/content/spaces.ts';
import { type Database, perDatabase } from '../../db/database.ts';
import { openApiSpecOf } from '../../db/integrations/openapi.ts';
import { users } from '../../db/people/organizations.ts';
import { whenFree } from '../../lock.ts';
import type { Sandbox } from '../../sandbox.ts';
import { slices } from '../../slices.ts';

/** How many contents are kept at once: other writers come in between, and no transaction holds anybody up. */
const BATCH = 200;

/** Trees that are read, so that nobody asks again, and those that are being read: who wants one waits with the others. */
const trees = perDatabase(() => ({ known: new Set<Hash>(), reading: new Map<Hash, Promise<void>>() }));

/**
 * After this, every page of a revision is in the index. A bulk of new pages is not read while it is written:
 * an import would take as long again.
 */
export async function analyzeRevision({ db }: Pick<Sandbox, 'db'>, revisionId: string): Promise<void> {
  const tree = revisionsStore(db).get(revisionId)?.tree;
  if (tree !== undefined) await analyzeTrees(db, [tree]);
}

/** The same for hashes of trees. */
export async function analyzeTrees(db: Database, wanted: readonly Hash[]): Promise<void> {
  const { known, reading } = trees(db);
  const left = [...new Set(wanted)].filter((tree) => !known.has(tree));
  const fresh = left.filter((tree) => !reading.has(tree));
  const read = readTrees(db, fresh).finally(() => {
    for (const tree of fresh) reading.delete(tree);
  });
  for (const tree of fresh) reading.set(tree, read);
  await Promise.all(left.map((tree) => reading.get(tree)));
  for (const tree of left) known.add(tree);
}

/** What was read and is to be kept: contents, and trees all of whose contents are read. */
interface Read {
  contents: Map<Hash, Analysis>;
  trees: Hash[];
}

/** Once there are at least so many. */
async function keep(db: Database, { contents, trees: whole }: Read, least: number): Promise<void> {
  if (Math.max(contents.size, whole.length) < least) return;
  const index = contentIndexStore(db);
  await whenFree(db);
  db.quickTransaction(() => {
    if (contents.size > 0) index.add([...contents]);
    for (const tree of whole) index.addTree(tree);
  });
  contents.clear();
  whole.length = 0;
}

/** Most spaces are small: what many of them hold is kept at once. */
async function readTrees(db: Database, wanted: readonly Hash[]): Promise<void> {
  const index = contentIndexStore(db);
  const left = wanted.filter((tree) => !index.hasTree(tree));
  if (left.length === 0) return;
  const { loadMarkdown } = await import('../../../markdown/analyze.ts');
  const { analyze } = await loadMarkdown();
  const pause = slices();
  const store = contentStore(db);
  const read: Read = { contents: new Map(), trees: [] };
  for (const tree of left) {
    const { pages } = revisionsStore(db).treeAt(tree);
    await pause();
    const hashes = [...walk(pages)].flatMap(({ page }) => page.markdown ?? []);
    await pause();
    for (let start = 0; start < hashes.length; start += BATCH) {
      await keep(db, read, BATCH);
      for (const hash of index.unread(hashes.slice(start, start + BATCH))) {
        if (!read.contents.has(hash)) read.contents.set(hash, analyze(store.text(hash)));
        await pause();
      }
      await pause();
    }
    read.trees.push(tree);
    await keep(db, read, BATCH);
  }
  await keep(db, read, 1);
}

/** What one page links to; a target that it names more than once is one link with several places. */
export interface PageLink extends Pick<ResolvedLink, 'status' | 'relation' | 'href'> {
  placed: Placed;
  target?: ContentRef;
  /** Anchors of the sections it is in; empty for the top. */
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
  const index = linkIndex(tree, worldOf(sandbox, space, tree));
  const found: PageLink[] = [];
  for (let start = 0; start < placed.length; start += AT_ONCE) {
    await pause();
    const some = placed.slice(start, start + AT_ONCE);
    await analyzeNamed(sandbox, some);
    for (const links of resolveSome(sandbox, index, some)) found.push(...links);
  }
  return found;
}

const AT_ONCE = 200;

/** Sections of other spaces that pages name: their text is read, too. */
async function analyzeNamed(sandbox: Sandbox, placed: readonly Placed[]): Promise<void> {
  const { db } = sandbox;
  const hashes = placed.flatMap(({ page }) => page.markdown ?? []);
  const named = contentIndexStore(db)
    .links([...new Set(hashes)])
    .flatMap(({ href }) => appLink(withoutOrigin(sandbox, href)) ?? [])
    .flatMap(({ space, anchor }) => (anchor === undefined ? [] : [space]));
  for (const id of new Set(named)) {
    const revision = spaces(db).find({ id })?.revision;
    if (revision !== undefined) await analyzeRevision(sandbox, revision);
  }
}

function resolveSome({ db }: Sandbox, index: LinkIndex, placed: readonly Placed[]): PageLink[][] {
  const hashes = placed.flatMap(({ page }) => page.markdown ?? []);
  const byHash = groupBy(contentIndexStore(db).links([...new Set(hashes)]), ({ hash }) => hash);
  return placed.map((one) => {
    const links = one.page.markdown === undefined ? undefined : byHash.get(one.page.markdown);
    const analysis: Analysis = { links: links ?? [], sections: [], anchors: [], text: '' };
    return joinedLinks(index.of(one, analysis)).map((link) => ({ placed: one, ...link }));
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
  await analyzeNamed(sandbox, [placed]);
  return resolveSome(sandbox, linkIndex(tree, worldOf(sandbox, space, tree)), [placed]).flat();
}

function worldOf(sandbox: Sandbox, space: SpaceRow, tree: Tree): LinkWorld {
  const { db, origin } = sandbox;
  const anchors = new Map<Hash, string[]>();
  const anchorsOf = ({ markdown }: PageNode) => {
    if (markdown === undefined) return [];
    const known = anchors.get(markdown) ?? contentIndexStore(db).anchors(markdown);
    anchors.set(markdown, known);
    return known;
  };
  return {
    anchorsOf,
    app(url) {
      const link = appLink(withoutOrigin(sandbox, url));
      const asWritten = { kind: 'url', url } as const;
      if (link) return toApp({ sandbox, space, tree, anchorsOf }, link, asWritten);
      return url.startsWith(`${origin}/o/`) ? { status: 'in-app', target: asWritten } : undefined;
    },
    exists: (ref) => isThere(sandbox, space, ref),
  };
}

/** The app of this sandbox has its own address. */
const withoutOrigin = ({ origin }: Sandbox, url: string): string =>
  url.startsWith(`${origin}/o/`) ? url.slice(origin.length) : url;

interface Neighborhood {
  sandbox: Sandbox;
  /** The space that the link is in, with the revision that is looked at. */
  space: SpaceRow;
  tree: Tree;
  anchorsOf: LinkWorld['anchorsOf'];
}

/** A page of another space counts as it is in main. A space that is not here may be one of another organization. */
function toApp(
  { sandbox: { db }, space: own, tree, anchorsOf }: Neighborhood,
  { space: id, path, anchor, isShort }: AppLink,
  asWritten: { kind: 'url'; url: string },
): Found {
  const space = spaces(db).find({ id });
  if (!space || space.deletedAt !== null)
    return isUrl(asWritten.url) ? { status: 'in-app', target: asWritten } : { status: 'broken' };
  const there = id === own.id ? tree : revisionsStore(db).tree(space.revision);
  const page = path === '' ? undefined : pageAt(there, path);
  const shown = path === '' && anchor !== undefined ? firstPage(there) : page;
  const isSection = anchor === undefined || (shown !== undefined && hasAnchor(anchorsOf(shown), anchor));
  if ((path !== '' && page === undefined) || !isSection) return { status: 'broken' };
  if (!isShort) return { status: 'in-app', target: asWritten };
  return { status: 'ok', target: refTo({ shown, anchor, space: id, isOwn: id === own.id }) };
}

interface Shown {
  shown: PageNode | undefined;
  anchor: string | undefined;
  space: string;
  isOwn: boolean;
}

function refTo({ shown, anchor, space, isOwn }: Shown): ContentRef {
  if (shown === undefined) return { kind: 'space', space };
  const at = { page: shown.id, ...(!isOwn && { space }) };
  return anchor === undefined ? { kind: 'page', ...at } : { kind: 'anchor', anchor, ...at };
}

const firstPage = (tree: Tree): PageNode | undefined =>
  [...walk(tree.pages)].find(({ page }) => page.type === 'document')?.page;

function pageAt(tree: Tree, path: string): PageNode | undefined {
  const id = /^pages\/([^/]+)$/.exec(path)?.[1];
  return (findPageByPath(tree, path) ?? (id === undefined ? undefined : findPage(tree, id)))?.page;
}

/** Things outside of the revision, as they are now. */
function isThere({ db }: Sandbox, own: SpaceRow, ref: ContentRef): boolean {
  if ('space' in ref && ref.space !== undefined) {
    const space = spaces(db).find({ id: ref.space });
    if (!space || space.deletedAt !== null) return false;
    if (!('page' in ref) || ref.page === undefined) return true;
    return findPage(revisionsStore(db).tree(space.revision), ref.page) !== undefined;
  }
  if (ref.kind === 'user') return users(db).find({ id: ref.user }) !== undefined;
  if (ref.kind === 'collection')
    return collections(db).find({ id: ref.collection })?.organization === own.organization;
  if (ref.kind === 'openapi') return openApiSpecOf(db, own.organization, ref.spec) !== undefined;
  return true;
}

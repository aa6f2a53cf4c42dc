// The links of a revision with what they lead to, and the same the other way round.

import type { ContentRef } from '../../../api/content/content-ref.ts';
import type { Page } from '../../../api/content/content-shapes.ts';
import type { listFileBacklinks } from '../../../api/content/files.ts';
import type {
  ContentReferenceUsage as Link,
  ContentLocation as Location,
} from '../../../api/content/links.generated.ts';
import type { listPageLinks } from '../../../api/content/links.ts';
import type { Space } from '../../../api/content/spaces.generated.ts';
import type { ResultOf } from '../../../api/operation.ts';
import type { Organization } from '../../../api/people/organizations.generated.ts';
import { placesLinking } from '../../../markdown/link-index.ts';
import type { FileNode, Tree } from '../../content/model.ts';
import { findPage, type Placed, placedById } from '../../content/tree.ts';
import { revisionsStore } from '../../db/content/content.ts';
import { collections, type SpaceRow } from '../../db/content/spaces.ts';
import { openApiSpecOf } from '../../db/integrations/openapi.ts';
import { organizations } from '../../db/people/organizations.ts';
import type { PageQuery } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
import { snapshotOf } from '../../snapshot-paging.ts';
import { seenSpace } from '../../who-sees.ts';
import { notFound } from '../../wire-error.ts';
import { openApiView } from '../integrations/integrations-view.ts';
import { userView } from '../people/members-view.ts';
import { organizationView } from '../people/organizations.ts';
import { changeRequestView, mergeBase } from '../review/comments-view.ts';
import { type ContentTarget, type TargetRef, viewOf, visibleTarget } from './content-target.ts';
import { fileView, pageView, smallRevisionView } from './pages-view.ts';
import { linksOfPage, type PageLink, resolvedLinks } from './resolved-links.ts';
import { collectionView, spaceView } from './spaces.ts';

// Places in content and links between them as the platform writes them.

type LinkPage = ResultOf<typeof listPageLinks>;

export interface Locations {
  link(link: PageLink): Link;
  page(placed: Placed, anchor: string): Location;
}

/** Pages and files that a list may repeat the whole revision for. */
const MOST_REPEATED = 20_000;

/** Views of one revision; what many places share is made once. `copies`: how often the revision itself would be told. */
function locationsIn(
  call: Call,
  target: ContentTarget,
  revision: string,
  { copies }: { copies?: number } = {},
): Locations {
  const tree = revisionsStore(call.db).tree(revision);
  const view = viewOf(call, target, {});
  const inSpace = { ...placeOf(call, target.space), ...contextOf(call, target, revision, tree, copies) };
  const placedPages = placedById(tree);
  let files: ReadonlyMap<string, FileNode> | undefined;
  const filesById = () => {
    files ??= new Map(tree.files.map((file) => [file.id, file]));
    return files;
  };
  const pages = new Map<string, Page>();
  const shownPage = ({ page, path }: Placed) => {
    // A reference names the page itself: with its children, links to the first page would tell the whole tree.
    const shown = pages.get(page.id) ?? pageView(view, { ...page, pages: [] }, path);
    pages.set(page.id, shown);
    return shown;
  };
  const pageAt = (placed: Placed, anchor: string): Location => ({
    kind: 'page',
    ...inSpace,
    page: shownPage(placed),
    ...(anchor !== '' && { internalLocation: { type: 'anchor' as const, anchor } }),
  });
  const here = (ref: ContentRef): Location | undefined => {
    if (ref.kind === 'page' || ref.kind === 'anchor') {
      const placed = placedPages.get(ref.page ?? '');
      return placed && pageAt(placed, ref.kind === 'anchor' ? ref.anchor : '');
    }
    if (ref.kind === 'file') {
      const file = filesById().get(ref.file);
      return file && { kind: 'file', ...inSpace, file: fileView(view, file) };
    }
    if (ref.kind !== 'reusable-content') return undefined;
    const content = tree.reusableContents.find(({ id }) => id === ref.reusableContent);
    return (
      content && {
        kind: 'reusable-content',
        ...inSpace,
        reusableContent: { id: content.id, title: content.title },
      }
    );
  };
  return {
    page: pageAt,
    link({ status, relation, target: ref, href, placed, places }) {
      const found = ref && (isElsewhere(ref) ? undefined : here(ref));
      // What leads nowhere is told as it is written: somebody has to find it.
      const targetReference =
        found ?? (ref ? outside(call, target.space, ref) : { kind: 'url' as const, url: href });
      return {
        status,
        relation,
        ...(targetReference && { targetReference }),
        locationReferences: places.map((anchor) => pageAt(placed, anchor)),
      };
    },
  };
}

const isElsewhere = (ref: ContentRef) => 'space' in ref && ref.space !== undefined;

const placeOf = (call: Call, row: SpaceRow): { organization: Organization; space: Space } => ({
  organization: organizationOf(call, row.organization),
  space: spaceView(call, row),
});

function organizationOf(call: Call, id: string): Organization {
  const row = organizations(call.db).find({ id });
  // A space cannot be without its organization: the table says so.
  if (!row) throw new Error(`no organization ${id}`);
  return organizationView(call, row);
}

function contextOf(
  call: Call,
  { space, changeRequest }: ContentTarget,
  revision: string,
  tree: Tree,
  copies: number | undefined,
): { versionContext?: NonNullable<Extract<Location, { kind: 'page' }>['versionContext']> } {
  if (changeRequest) {
    return {
      versionContext: { type: 'changeRequest', changeRequest: changeRequestView(call, changeRequest) },
    };
  }
  const size = placedById(tree).size + tree.files.length;
  const row =
    copies === undefined || copies * size > MOST_REPEATED ? undefined : revisionsStore(call.db).get(revision);
  return row
    ? { versionContext: { type: 'revision', revision: smallRevisionView(viewOf(call, { space }, {}), row) } }
    : {};
}

/** Things that no revision of this space holds. Absent where they are gone, or the caller may not see them. */
function outside(call: Call, own: SpaceRow, ref: ContentRef): Location | undefined {
  const organization = () => organizationOf(call, own.organization);
  switch (ref.kind) {
    case 'url':
      return { kind: 'url', url: ref.url };
    case 'user':
      return { kind: 'user', user: userView(call, ref.user) };
    case 'collection': {
      const row = collections(call.db).find({ id: ref.collection });
      return row && call.access.collectionRole(row.id) !== undefined
        ? { kind: 'collection', organization: organization(), collection: collectionView(call, row) }
        : undefined;
    }
    case 'openapi': {
      const row = openApiSpecOf(call.db, own.organization, ref.spec);
      return row && { kind: 'openapi', organization: organization(), openAPISpec: openApiView(call, row) };
    }
    case 'space':
    case 'page':
    case 'anchor':
      return ref.space === undefined ? undefined : inOtherSpace(call, ref.space, ref);
    default:
      return undefined;
  }
}

function inOtherSpace(call: Call, id: string, ref: ContentRef): Location | undefined {
  const row = seenSpace(call, id);
  if (!row) return undefined;
  if (ref.kind !== 'page' && ref.kind !== 'anchor') return { kind: 'space', ...placeOf(call, row) };
  const placed = placedById(revisionsStore(call.db).tree(row.revision)).get(ref.page ?? '');
  const page =
    placed && pageView(viewOf(call, { space: row }, {}), { ...placed.page, pages: [] }, placed.path);
  return page && { kind: 'page', ...placeOf(call, row), page };
}

interface LinksInput extends TargetRef, PageQuery {
  pageId?: string;
  status?: Link['status'];
}

/** Links of a whole revision or of one page. `stats` are of all of them, whatever the filter. Throws 404 for a page. */
export async function listLinks(call: Call, input: LinksInput): Promise<LinkPage> {
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
): Promise<LinkPage['stats']> {
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
): Promise<ResultOf<typeof listFileBacklinks>> {
  const target = visibleTarget(call, input);
  const list = `backlinks ${target.changeRequest?.id ?? target.space.id} ${kind} ${id}`;
  const snapshot = snapshotOf(call, target, { list, query: input });
  const { files } = revisionsStore(call.db).tree(snapshot.revision);
  if (kind === 'page') requirePage(call, snapshot.revision, id);
  else if (!files.some((file) => file.id === id)) throw notFound('file', id);
  const all = await resolvedLinks(call, target.space, snapshot.revision);
  const { items, ...rest } = snapshot.page(placesLinking(all, { kind, id }));
  const locations = locationsIn(call, target, snapshot.revision, { copies: items.length });
  return { ...rest, items: items.map(({ placed, anchor }) => locations.page(placed, anchor)) };
}

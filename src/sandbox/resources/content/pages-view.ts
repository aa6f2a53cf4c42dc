// Pages and files as the platform writes them.
import type { Static } from '@sinclair/typebox';
import type {
  RevisionPageDocumentCover as Cover,
  RevisionFile as File,
  RevisionPageLayoutOptions as Layout,
} from '../../../api/content/content-shapes.generated.ts';
import type { Page, Revision } from '../../../api/content/content-shapes.ts';
import type { RevisionReusableContent } from '../../../api/content/pages.generated.ts';
import { nonNull } from '../../../files/lists.ts';
import type { FileNode, PageNode, ReusableContentNode, Tree } from '../../content/model.ts';
import { type RevisionRow, revisionsStore } from '../../db/content/content.ts';
import { liveSpace, type SpaceRow } from '../../db/content/spaces.ts';
import { changeRequests } from '../../db/review/change-requests.ts';
import { downloadUrl } from '../../downloads.ts';
import type { Call, Sandbox } from '../../sandbox.ts';
import { slices } from '../../slices.ts';
import { appUrl } from '../../urls.ts';
import { notFound } from '../../wire-error.ts';
import { changeRequestView } from '../review/comments-view.ts';

/** Whose content is shown, and what of it. */
export interface ContentView {
  sandbox: Sandbox;
  /** Path of the space, change request or revision in the app: `/o/ORG/s/SPACE`. */
  base: string;
  space: string;
  /** False leaves out where pages and files lie in a repository. */
  metadata: boolean;
  /** False: computed pages are shown without what is computed for them. */
  computed?: boolean;
}

const LAYOUT_FLAGS = [
  'cover',
  'title',
  'description',
  'tableOfContents',
  'outline',
  'pagination',
  'metadata',
  'tags',
  'actions',
  'anchors',
] as const;

/** Pages with their children; `parentPath` is the path of the page they are under. */
const pageViews = (view: ContentView, pages: readonly PageNode[], parentPath = ''): Page[] =>
  pages.map((page) => pageView(view, page, parentPath ? `${parentPath}/${page.slug}` : page.slug));

/** As `pageViews`, of a whole tree however large. */
export async function allPageViews(
  view: ContentView,
  pages: readonly PageNode[],
  { parentPath = '', pause = slices() } = {},
): Promise<Page[]> {
  const shown: Page[] = [];
  for (const page of pages) {
    const path = parentPath ? `${parentPath}/${page.slug}` : page.slug;
    const own = pageView(view, { ...page, pages: [] }, path);
    await pause();
    if (!('pages' in own)) shown.push(own);
    else shown.push({ ...own, pages: await allPageViews(view, page.pages, { parentPath: path, pause }) });
  }
  return shown;
}

/** A page with its children. `path` is the slugs from the top, joined by `/`. Markdown is added by whoever shows one page. */
export function pageView(view: ContentView, page: PageNode, path: string): Page {
  switch (shownType(page, path)) {
    case 'document':
      return documentView(view, page, path);
    case 'group':
      return {
        ...commonFields(page),
        ...searchFields(page),
        type: 'group',
        kind: 'group',
        slug: page.slug,
        path,
        pages: pageViews(view, page.pages, path),
      };
    case 'link':
      return linkView(view, page);
    case 'computed':
      return { ...commonFields(page), type: 'computed', computed: computedField(page) };
  }
}

/**
 * Groups are at the top only (the platform's pages hold documents, links and computed pages). A folder of a repository
 * that is deeper and has no page of its own is shown as a document without content.
 */
export const shownType = ({ type }: PageNode, path: string): PageNode['type'] =>
  type === 'group' && path.includes('/') ? 'document' : type;

function documentView(view: ContentView, page: PageNode, path: string): Page {
  return {
    ...commonFields(page),
    ...searchFields(page),
    type: 'document',
    kind: 'sheet',
    urls: { app: appUrl(view.sandbox, `${view.base}/${path}`) },
    slug: page.slug,
    path,
    ...nonNull({ description: page.description }),
    pages: pageViews(view, page.pages, path),
    ...gitField(view, page),
    tags: [],
    layout: layoutOf(page.layout),
    // Safe: covers are checked against the same schema when they are read in.
    ...(page.cover && { cover: page.cover as Static<typeof Cover> }),
    ...(page.variables && { variables: page.variables }),
    // A page without content has no document.
    ...(page.computed && view.computed === false ? {} : documentField(page)),
    ...(page.computed && { computed: computedField(page) }),
  };
}

/** All of its keys; what a repository says of them in other words does not count. */
function layoutOf(given: Record<string, unknown> = {}): Static<typeof Layout> {
  const flags = Object.fromEntries(
    LAYOUT_FLAGS.map((key) => [key, typeof given[key] === 'boolean' ? given[key] : true]),
  );
  return {
    // Safe: every flag is in the list, with a boolean.
    ...(flags as Record<(typeof LAYOUT_FLAGS)[number], boolean>),
    width: given.width === 'wide' ? 'wide' : 'default',
    coverSize: given.coverSize === 'full' ? 'full' : 'hero',
    coverMask: given.coverMask === 'radial' ? 'radial' : 'none',
  };
}

/** SHA-256 of nothing: a page that was written empty is as empty as one that was never written. */
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

const documentField = ({ markdown }: PageNode) =>
  markdown === undefined || markdown === EMPTY ? {} : { documentId: markdown.slice(0, 20) };

function linkView(view: ContentView, page: PageNode): Page {
  const target = page.target ?? { kind: 'space', space: view.space };
  return {
    ...commonFields(page),
    type: 'link',
    kind: 'link',
    target,
    ...(target.kind === 'url' && { href: target.url }),
    hidden: page.hidden ?? false,
  };
}

const commonFields = ({ id, title, emoji, icon, createdAt, updatedAt, condition }: PageNode) => ({
  id,
  title,
  ...nonNull({ emoji, icon, createdAt, updatedAt, condition }),
});

const searchFields = ({ hidden = false, noIndex = false, noRobotsIndex = false }: PageNode) => ({
  hidden,
  noIndex,
  noRobotsIndex,
});

const computedField = ({ computed }: PageNode) => ({ type: 'builtin:openapi', ...computed });

const gitField = (view: ContentView, { git }: Pick<PageNode, 'git'>) =>
  view.metadata && git ? { git: { oid: git.oid, path: git.path } } : {};

/** A file, with an address that needs no token. */
export function fileView(view: ContentView, file: FileNode): File {
  const { id, name, contentType, size, hash } = file;
  return {
    id,
    name,
    contentType,
    downloadURL: downloadUrl(view.sandbox, { kind: 'file', hash, name, contentType }),
    size,
    ...(file.dimensions && { dimensions: file.dimensions }),
    ...gitField(view, file),
  };
}

/** A whole revision: its page tree without the pages' content, its files and where it came from. */
export async function revisionView(view: ContentView, row: RevisionRow): Promise<Revision> {
  const tree = revisionsStore(view.sandbox.db).tree(row.id);
  return withPages(view, row, await allPageViews(view, tree.pages));
}

/** As `revisionView`, at once: for a tree that is not large. */
export const smallRevisionView = (view: ContentView, row: RevisionRow): Revision =>
  withPages(view, row, pageViews(view, revisionsStore(view.sandbox.db).tree(row.id).pages));

function withPages(view: ContentView, row: RevisionRow, pages: Revision['pages']): Revision {
  const tree = revisionsStore(view.sandbox.db).tree(row.id);
  return {
    object: 'revision',
    id: row.id,
    parents: row.parents,
    pages,
    files: tree.files.map((file) => fileView(view, file)),
    reusableContents: tree.reusableContents.map((one) => reusableContentView(view, one)),
    variables: tree.variables,
    tags: [],
    createdAt: row.createdAt,
    ...(view.metadata && row.git && { git: row.git }),
    urls: { app: appUrl(view.sandbox, `${view.base}/~/revisions/${row.id}`) },
    ...origin(view, row),
  };
}

/** A merge names what was merged: where that is not here, as in a copy of a space, what came of it are edits. */
function origin(
  { sandbox }: ContentView,
  { id, type, parents, mergedFrom }: RevisionRow,
): Pick<Revision, 'type' | 'mergedFrom' | 'sourceRevision'> {
  const merged = mergedFrom === undefined ? undefined : changeRequests(sandbox.db).find({ id: mergedFrom });
  if (merged) return { type, mergedFrom: changeRequestView(sandbox, merged) };
  if (type === 'computed') return { type, sourceRevision: parents[0] ?? id };
  return { type: type === 'merge' ? 'edits' : type };
}

export const reusableContentView = (
  { metadata }: ContentView,
  { id, title, git, markdown }: ReusableContentNode,
): RevisionReusableContent => ({
  id,
  title,
  ...(metadata && git && { git }),
  ...(markdown !== undefined && { document: markdown.slice(0, 20) }),
});

// A revision of a space by its id, as a caller may see it.

export interface RevisionTarget {
  space: SpaceRow;
  row: RevisionRow;
  tree: Tree;
  view: ContentView;
}

interface RevisionRef {
  spaceId: string;
  revisionId: string;
  metadata?: boolean;
  computed?: boolean;
}

/** Throws 404 for a revision that is none of this space's or of a space the caller may not see. */
export function revisionTarget(
  call: Call,
  { spaceId, revisionId, metadata = true, computed = true }: RevisionRef,
): RevisionTarget {
  const space = liveSpace(call.db, spaceId);
  call.access.requireSpace(space, 'view');
  const row = revisionsStore(call.db).get(revisionId);
  if (row?.space !== space.id) throw notFound('revision', revisionId);
  const base = `/o/${space.organization}/s/${space.id}/~/revisions/${row.id}`;
  return {
    space,
    row,
    tree: revisionsStore(call.db).treeAt(row.tree),
    view: { sandbox: call, base, space: space.id, metadata, computed },
  };
}

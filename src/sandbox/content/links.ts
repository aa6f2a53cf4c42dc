// What the links of a page lead to, in the revision they stand in.
import { posix } from 'node:path';
import type { ContentRef } from '../../api/content/content-ref.ts';
import { isRecord } from '../../files/is-record.ts';
import type { Analysis } from '../../markdown/analyze.ts';
import { mayBeAnchor } from '../../markdown/heading-anchor.ts';
import type { PageNode, Tree } from './model.ts';
import { targetWithIds } from './repository/page-fields.ts';
import { isUrl } from './repository/summary.ts';
import { type Placed, walk } from './tree.ts';

export type LinkStatus = 'ok' | 'broken' | 'in-app';

export interface ResolvedLink {
  status: LinkStatus;
  /** `dependsOn`: the page cannot be shown whole without it. */
  relation: 'reference' | 'dependsOn';
  /** Absent where nothing is there. A page without the anchor that was asked for is told with the anchor. */
  target?: ContentRef;
  /** The section the link stands in; empty for the top of the page. */
  anchor: string;
  text: string;
  href: string;
}

/** What lies outside the tree. */
export interface LinkWorld {
  anchorsOf(page: PageNode): readonly string[];
  /** What an address of the app leads to; undefined for other addresses. */
  app?(address: string): Found | undefined;
  /** Whether there is such a space, user, collection, specification, or page of another space. */
  exists?(ref: ContentRef): boolean;
}

export interface LinkIndex {
  /** All links of a page: those of its Markdown (if it is given), of its covers, of a link page, of computed content. */
  of(placed: Placed, analysis?: Analysis): ResolvedLink[];
}

export interface Found {
  status: LinkStatus;
  target?: ContentRef;
}

/** Reads the tree once; every link after that is a few look-ups. */
export function linkIndex(tree: Tree, world: LinkWorld): LinkIndex {
  const places = placesOf(tree);
  return {
    of(placed, analysis) {
      const written = (analysis?.links ?? []).map((link): ResolvedLink => {
        const found = resolve(places, world, placed, link.href);
        const relation = found.target?.kind === 'reusable-content' ? 'dependsOn' : 'reference';
        return { ...found, relation, anchor: link.anchor, text: link.text, href: link.href };
      });
      const fields = refsOf(placed.page).map(({ ref, relation }): ResolvedLink => {
        return { ...ofRef(places, world, ref), relation, anchor: '', text: '', href: '' };
      });
      return [...written, ...fields];
    },
  };
}

interface Places {
  pages: Map<string, PageNode>;
  pageByPath: Map<string, PageNode>;
  pageByGitPath: Map<string, PageNode>;
  files: Set<string>;
  fileByGitPath: Map<string, string>;
  fileByName: Map<string, string>;
  includes: Set<string>;
  includeByGitPath: Map<string, string>;
}

const known = new WeakMap<Tree, Places>();

/** Trees never change: each is read once, as long as anybody has it. */
function placesOf(tree: Tree): Places {
  const places = known.get(tree) ?? indexPlaces(tree);
  known.set(tree, places);
  return places;
}

function indexPlaces(tree: Tree): Places {
  const placed = [...walk(tree.pages)];
  const gitPath = (node: { git?: { path: string } }) => node.git?.path ?? '';
  return {
    pages: new Map(placed.map(({ page }) => [page.id, page])),
    pageByPath: new Map(placed.map(({ page, path }) => [path, page])),
    pageByGitPath: new Map(placed.map(({ page }) => [gitPath(page), page])),
    files: new Set(tree.files.map(({ id }) => id)),
    fileByGitPath: new Map(tree.files.map((file) => [gitPath(file), file.id])),
    fileByName: new Map(tree.files.map((file) => [file.name, file.id])),
    includes: new Set(tree.reusableContents.map(({ id }) => id)),
    includeByGitPath: new Map(tree.reusableContents.map((one) => [gitPath(one), one.id])),
  };
}

function resolve(places: Places, world: LinkWorld, placed: Placed, href: string): Found {
  if (isUrl(href)) return ofUrl(world, href);
  if (href === '') return { status: 'broken' };
  const [, path = '', anchor] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/s.exec(href) ?? [];
  const page = path === '' ? placed.page : findPageTarget(places, placed, path);
  if (page) return toPage(world, page, anchor);
  const file = findFile(places, placed, path);
  if (file !== undefined) return { status: 'ok', target: { kind: 'file', file } };
  const include = candidates(placed, path)
    .map((one) => places.includeByGitPath.get(one))
    .find(Boolean);
  if (include) return { status: 'ok', target: { kind: 'reusable-content', reusableContent: include } };
  return world.app?.(href) ?? { status: 'broken' };
}

const ofUrl = (world: LinkWorld, url: string): Found =>
  world.app?.(url) ?? { status: 'ok', target: { kind: 'url', url } };

function toPage(world: LinkWorld, page: PageNode, anchor: string | undefined): Found {
  if (!anchor) return { status: 'ok', target: { kind: 'page', page: page.id } };
  const status = hasAnchor(world.anchorsOf(page), anchor) ? 'ok' : 'broken';
  return { status, target: { kind: 'anchor', anchor, page: page.id } };
}

export const hasAnchor = (anchors: readonly string[], anchor: string): boolean =>
  anchors.includes(anchor) || anchors.some((one) => mayBeAnchor(anchor, one));

/** By file in the repository, by path below the page's folder, by path from the top, by id. */
function findPageTarget(places: Places, placed: Placed, path: string): PageNode | undefined {
  const files = candidates(placed, path).flatMap((one) => [one, `${one}.md`, posix.join(one, 'README.md')]);
  for (const file of files) {
    const page = places.pageByGitPath.get(file);
    if (page && file !== '') return page;
  }
  const bare = path.replace(/\.md$/i, '').replace(/\/(?:README)?$/i, '');
  const near = posix.join(posix.dirname(placed.path), bare);
  const fromTop = bare.replace(/^\/+/, '');
  const byPath =
    places.pageByPath.get(path.startsWith('/') ? fromTop : near) ?? places.pageByPath.get(fromTop);
  // Between files of a repository a file is meant: a page that has another file there is not it.
  const isOther = /\.md$/i.test(path) && placed.page.git !== undefined && byPath?.git !== undefined;
  return (isOther ? undefined : byPath) ?? places.pages.get(idOf(path, 'pages?'));
}

function findFile(places: Places, placed: Placed, path: string): string | undefined {
  const byPath = candidates(placed, path).map((one) =>
    one === '' ? undefined : places.fileByGitPath.get(one),
  );
  const id = idOf(path, 'files?');
  const found = byPath.find((one) => one !== undefined) ?? (places.files.has(id) ? id : undefined);
  // A file that no repository holds yet is named alone, or where the export will put it.
  const name = /^(?:.*\.gitbook\/assets\/)?([^/]+)$/.exec(path)?.[1];
  return found ?? (name === undefined ? undefined : places.fileByName.get(name));
}

/** `ID`, `/files/ID`, `files/ID`. */
const idOf = (path: string, folder: string) => path.replace(new RegExp(`^/?(?:${folder}/)?`), '');

/** Paths in the repository that a relative path can mean. */
function candidates({ page, parents }: Placed, path: string): string[] {
  if (path.startsWith('/')) return [path.slice(1)];
  const own = page.git?.path ?? parents.findLast((parent) => parent.git)?.git?.path;
  return own === undefined ? [path] : [posix.join(posix.dirname(own), path).replace(/\/$/, ''), path];
}

function ofRef(places: Places, world: LinkWorld, ref: ContentRef): Found {
  if (ref.kind === 'url') return ofUrl(world, ref.url);
  const isElsewhere = 'space' in ref && ref.space !== undefined;
  if (!isElsewhere && (ref.kind === 'page' || ref.kind === 'anchor')) return ofPageRef(places, world, ref);
  return isThere(places, world, ref, isElsewhere) ? { status: 'ok', target: ref } : { status: 'broken' };
}

function ofPageRef(places: Places, world: LinkWorld, ref: { page?: string; anchor?: string }): Found {
  const page = ref.page === undefined ? undefined : places.pages.get(ref.page);
  return page ? toPage(world, page, ref.anchor) : { status: 'broken' };
}

function isThere(places: Places, world: LinkWorld, ref: ContentRef, isElsewhere: boolean): boolean {
  if (ref.kind === 'file') return places.files.has(ref.file);
  if (ref.kind === 'reusable-content' && !isElsewhere) return places.includes.has(ref.reusableContent);
  return world.exists?.(ref) ?? true;
}

/** References that stand in fields of the page. */
function refsOf(page: PageNode): { ref: ContentRef; relation: ResolvedLink['relation'] }[] {
  const found: { ref: ContentRef; relation: ResolvedLink['relation'] }[] = [];
  const add = (data: unknown, relation: ResolvedLink['relation']) => {
    const ref = targetWithIds(data, NO_IDS);
    if (ref) found.push({ ref, relation });
  };
  if (page.target) add(page.target, 'reference');
  add(page.cover?.ref, 'reference');
  add(page.cover?.refDark, 'reference');
  const { dependencies } = page.computed ?? {};
  for (const one of isRecord(dependencies) ? Object.values(dependencies) : []) {
    if (isRecord(one)) add(one.ref, 'dependsOn');
  }
  return found;
}

const NO_IDS = { page: () => undefined, file: () => undefined };

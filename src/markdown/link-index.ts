// What the links of a page lead to, in the revision that the page is in.

import { posix } from 'node:path';
import type { ContentRef } from '../api/content/content-ref.ts';
import type { Analysis } from './analyze.ts';
import { mayBeAnchor } from './heading-anchor.ts';
import { isUrl } from './link-targets.ts';

/** What is in a repository, perhaps. */
interface Kept {
  id: string;
  git?: { path: string } | undefined;
}

/** A page of the content and where it is. `path` is of slugs; `parents` starts at the top. */
export interface PlacedPage<P extends Kept> {
  page: P;
  path: string;
  parents: readonly Kept[];
}

/** What a revision holds, as far as links can lead to it. It never changes. */
export interface LinkedContent<P extends Kept> {
  pages: readonly PlacedPage<P>[];
  files: readonly (Kept & { name: string })[];
  reusableContents: readonly Kept[];
}

export type LinkStatus = 'ok' | 'broken' | 'in-app';

export interface ResolvedLink {
  status: LinkStatus;
  /** `dependsOn`: the page cannot be shown whole without it. */
  relation: 'reference' | 'dependsOn';
  /** Absent where nothing is there. A page without the anchor that was asked for is told with the anchor. */
  target?: ContentRef;
  /** The section the link is in; empty for the top of the page. */
  anchor: string;
  text: string;
  href: string;
}

/** What the content does not tell by itself. */
export interface LinkWorld<P> {
  anchorsOf(page: P): readonly string[];
  /** References that are in fields of a page. */
  refsOf(page: P): readonly FieldRef[];
  /** What an address of the app leads to; undefined for other addresses. */
  app?(address: string): Found | undefined;
  /** Whether there is such a space, user, collection, specification, or page of another space. */
  exists?(ref: ContentRef): boolean;
}

export interface FieldRef {
  ref: ContentRef;
  relation: ResolvedLink['relation'];
}

export interface LinkIndex<P extends Kept> {
  /** All links of a page: those of its Markdown (if it is given), and of its fields. */
  of(placed: PlacedPage<P>, analysis?: { links: readonly WrittenLink[] }): ResolvedLink[];
}

/** `anchor`: the section that holds the link, where a caller needs it. */
export type WrittenLink = Pick<Analysis['links'][number], 'href' | 'text'> & { anchor?: string };

export interface Found {
  status: LinkStatus;
  target?: ContentRef;
}

/** Reads the content once; every link after that is a few look-ups. */
export function linkIndex<P extends Kept>(content: LinkedContent<P>, world: LinkWorld<P>): LinkIndex<P> {
  const places = placesOf(content);
  return {
    of(placed, analysis) {
      const written = (analysis?.links ?? []).map((link): ResolvedLink => {
        const found = resolve(places, world, placed, link.href);
        const relation = found.target?.kind === 'reusable-content' ? 'dependsOn' : 'reference';
        return { ...found, relation, anchor: link.anchor ?? '', text: link.text, href: link.href };
      });
      const fields = world.refsOf(placed.page).map(({ ref, relation }): ResolvedLink => {
        return { ...ofRef(places, world, ref), relation, anchor: '', text: '', href: '' };
      });
      return [...written, ...fields];
    },
  };
}

interface Places<P> {
  pages: Map<string, P>;
  pageByPath: Map<string, P>;
  pageByGitPath: Map<string, P>;
  files: Set<string>;
  fileByGitPath: Map<string, string>;
  fileByName: Map<string, string>;
  includes: Set<string>;
  includeByGitPath: Map<string, string>;
}

const known = new WeakMap<object, Places<unknown>>();

/** Content never changes: each is read once, as long as anybody has it. */
function placesOf<P extends Kept>(content: LinkedContent<P>): Places<P> {
  // Safe: what is kept under content was made of it.
  const places = (known.get(content) as Places<P> | undefined) ?? indexPlaces(content);
  known.set(content, places);
  return places;
}

function indexPlaces<P extends Kept>({ pages, files, reusableContents }: LinkedContent<P>): Places<P> {
  const gitPath = (one: Kept) => one.git?.path ?? '';
  const kept = <O extends Kept>(all: readonly O[]) =>
    new Map(
      all.flatMap((one) => [keptPath(gitPath(one)), gitPath(one)].map((path) => [path, one.id] as const)),
    );
  return {
    pages: new Map(pages.map(({ page }) => [page.id, page])),
    pageByPath: new Map(pages.map(({ page, path }) => [path, page])),
    pageByGitPath: new Map(pages.map(({ page }) => [gitPath(page), page])),
    files: new Set(files.map(({ id }) => id)),
    fileByGitPath: kept(files),
    fileByName: new Map(files.flatMap(({ git, name, id }) => (git ? [] : [[name, id] as const]))),
    includes: new Set(reusableContents.map(({ id }) => id)),
    includeByGitPath: kept(reusableContents),
  };
}

/** What is kept beside the settings is named from there on every page, wherever in the repository they are. */
export const keptPath = (path: string): string => /(?:^|\/)(\.gitbook\/.+)$/.exec(path)?.[1] ?? path;

/** A target that a page names more than once, as one link with several places. */
export function joinedLinks(
  links: readonly ResolvedLink[],
): (Omit<ResolvedLink, 'anchor' | 'text'> & { places: string[] })[] {
  const byTarget = new Map<string, Omit<ResolvedLink, 'anchor' | 'text'> & { places: string[] }>();
  for (const { status, relation, target, href, anchor } of links) {
    const key = `${relation} ${href === '' ? JSON.stringify(target) : href}`;
    const known = byTarget.get(key);
    if (known?.places.includes(anchor)) continue;
    if (known) known.places.push(anchor);
    else byTarget.set(key, { status, relation, href, ...(target && { target }), places: [anchor] });
  }
  return [...byTarget.values()];
}

/** Every place of these links that leads to a page (or a section of it) or file; one section that links twice is one place. */
export function placesLinking<P extends { page: { id: string } }>(
  links: readonly (Pick<ReturnType<typeof joinedLinks>[number], 'target' | 'places'> & { placed: P })[],
  { kind, id }: { kind: 'page' | 'file'; id: string },
): { placed: P; anchor: string }[] {
  const all = links
    .filter(({ target }) => leadsTo(target, kind, id))
    .flatMap(({ placed, places }) => places.map((anchor) => ({ placed, anchor })));
  return [...new Map(all.map((place) => [`${place.placed.page.id} ${place.anchor}`, place])).values()];
}

function leadsTo(ref: ContentRef | undefined, kind: 'page' | 'file', id: string): boolean {
  if (ref === undefined || ('space' in ref && ref.space !== undefined)) return false;
  if (kind === 'file') return ref.kind === 'file' && ref.file === id;
  return (ref.kind === 'page' || ref.kind === 'anchor') && ref.page === id;
}

function resolve<P extends Kept>(
  places: Places<P>,
  world: LinkWorld<P>,
  placed: PlacedPage<P>,
  href: string,
): Found {
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

const ofUrl = (world: Pick<LinkWorld<never>, 'app'>, url: string): Found =>
  world.app?.(url) ?? { status: 'ok', target: { kind: 'url', url } };

function toPage<P extends Kept>(world: LinkWorld<P>, page: P, anchor: string | undefined): Found {
  if (!anchor) return { status: 'ok', target: { kind: 'page', page: page.id } };
  const status = hasAnchor(world.anchorsOf(page), anchor) ? 'ok' : 'broken';
  return { status, target: { kind: 'anchor', anchor, page: page.id } };
}

/** Anchors of a page as a set; apart, those of which a link may have another spelling. */
interface AnchorSet {
  all: ReadonlySet<string>;
  foreign: readonly string[];
}

const anchorSets = new WeakMap<readonly string[], AnchorSet>();

/** Whether a link may mean one of the anchors of a page. Thousands of links to one page ask for the same list. */
export function hasAnchor(anchors: readonly string[], anchor: string): boolean {
  const known = anchorSets.get(anchors) ?? setOf(anchors);
  return known.all.has(anchor) || known.foreign.some((one) => mayBeAnchor(anchor, one));
}

function setOf(anchors: readonly string[]): AnchorSet {
  const foreign = anchors.filter((one) => /[^\p{ASCII}]/u.test(one));
  const set = { all: new Set(anchors), foreign };
  anchorSets.set(anchors, set);
  return set;
}

/** By file in the repository, by path below the page's folder, by path from the top, by id. */
function findPageTarget<P extends Kept>(
  places: Places<P>,
  placed: PlacedPage<P>,
  path: string,
): P | undefined {
  const inGit = (file: string) => (file === '' ? undefined : places.pageByGitPath.get(file));
  for (const one of candidates(placed, path)) {
    const page = inGit(one) ?? inGit(`${one}.md`) ?? inGit(posix.join(one, 'README.md'));
    if (page) return page;
  }
  const bare = path.replace(/\.md$/i, '').replace(/\/(?:README)?$/i, '');
  const near = posix.join(posix.dirname(placed.path), bare);
  const fromTop = bare.replace(/^\/+/, '');
  const isFile = /\.md$/i.test(path);
  // A file is looked for where it would be: `readme.md` far below is not the page at the top.
  const byPath =
    places.pageByPath.get(path.startsWith('/') ? fromTop : near) ??
    (isFile ? undefined : places.pageByPath.get(fromTop));
  // Between files of a repository a file is meant: a page that has another file there is not it.
  const isOther = isFile && placed.page.git !== undefined && byPath?.git !== undefined;
  return (isOther ? undefined : byPath) ?? places.pages.get(idOf(path, 'pages?'));
}

function findFile<P extends Kept>(
  places: Places<P>,
  placed: PlacedPage<P>,
  path: string,
): string | undefined {
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
function candidates({ page, parents }: PlacedPage<Kept>, path: string): string[] {
  if (path.startsWith('/')) return [path.slice(1)];
  const own = page.git?.path ?? parents.findLast((parent) => parent.git)?.git?.path;
  return own === undefined ? [path] : [posix.join(posix.dirname(own), path).replace(/\/$/, ''), path];
}

function ofRef<P extends Kept>(places: Places<P>, world: LinkWorld<P>, ref: ContentRef): Found {
  if (ref.kind === 'url') return ofUrl(world, ref.url);
  const isElsewhere = 'space' in ref && ref.space !== undefined;
  if (!isElsewhere && (ref.kind === 'page' || ref.kind === 'anchor')) return ofPageRef(places, world, ref);
  return isThere(places, world, ref, isElsewhere) ? { status: 'ok', target: ref } : { status: 'broken' };
}

function ofPageRef<P extends Kept>(
  places: Places<P>,
  world: LinkWorld<P>,
  ref: { page?: string; anchor?: string },
): Found {
  const page = ref.page === undefined ? undefined : places.pages.get(ref.page);
  return page ? toPage(world, page, ref.anchor) : { status: 'broken' };
}

function isThere<P>(places: Places<P>, world: LinkWorld<P>, ref: ContentRef, isElsewhere: boolean): boolean {
  if (ref.kind === 'file') return places.files.has(ref.file);
  if (ref.kind === 'reusable-content' && !isElsewhere) return places.includes.has(ref.reusableContent);
  return world.exists?.(ref) ?? true;
}

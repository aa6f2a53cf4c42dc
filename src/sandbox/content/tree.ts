// Reading and changing a page tree. Nothing here is changed in place: every edit returns a new tree that shares the rest.
import { isDeepStrictEqual } from 'node:util';
import { NotFoundError } from '../../errors.ts';
import { isRecord } from '../../files/texts.ts';
import type { Analysis } from '../../markdown/analyze.ts';
import { slugBook, slugify, uniqueSlug } from '../../markdown/heading-anchor.ts';
import * as index from '../../markdown/link-index.ts';
import type { FileNode, PageNode, Tree } from './model.ts';
import { targetWithIds } from './repository/page-fields.ts';

/** A page and where it is. `path` is the slugs from the top joined by `/`; `parents` starts at the top. */
export interface Placed {
  page: PageNode;
  path: string;
  parents: readonly PageNode[];
  index: number;
}

export interface Place {
  /** Absent: the top level. */
  parentId?: string | undefined;
  /** Position among the siblings; absent: the last. */
  index?: number | undefined;
}

/** Yields every page depth first, in the order a reader meets them. */
export function* walk(
  pages: readonly PageNode[],
  parents: readonly PageNode[] = [],
  prefix = '',
): Generator<Placed> {
  for (const [index, page] of pages.entries()) {
    const path = `${prefix}${page.slug}`;
    yield { page, path, parents, index };
    if (page.pages.length > 0) yield* walk(page.pages, [...parents, page], `${path}/`);
  }
}

const placedIn = new WeakMap<Tree, ReadonlyMap<string, Placed>>();

/** Every page of a tree by its id, in reading order. Made once a tree: for trees that are read again and again. */
export function placedById(tree: Tree): ReadonlyMap<string, Placed> {
  const known =
    placedIn.get(tree) ?? new Map([...walk(tree.pages)].map((placed) => [placed.page.id, placed]));
  placedIn.set(tree, known);
  return known;
}

export function findPage(tree: Tree, id: string): Placed | undefined {
  for (const placed of walk(tree.pages)) if (placed.page.id === id) return placed;
  return undefined;
}

/** Takes `guides/install`; slashes at the ends do not matter. */
export function findPageByPath(tree: Tree, path: string): Placed | undefined {
  const wanted = path.replace(/^\/+|(?<!\/)\/+$/g, '');
  for (const placed of walk(tree.pages)) if (placed.path === wanted) return placed;
  return undefined;
}

export const fileById = (tree: Tree, id: string): FileNode | undefined =>
  tree.files.find((file) => file.id === id);

/** Puts pages behind those at the top; their slugs are made unique there. */
export function appendPages(tree: Tree, pages: readonly PageNode[]): Tree {
  const unique = slugBook(tree.pages.map(({ slug }) => slug));
  const added = pages.map((page) => ({ ...page, slug: unique(page.slug || slugify(page.title)) }));
  return { ...tree, pages: [...tree.pages, ...added] };
}

/** Throws NotFoundError for an unknown parent. The slug is made unique among the new siblings. */
export const insertPage = (tree: Tree, page: PageNode, { parentId, index }: Place = {}): Tree => ({
  ...tree,
  pages: editSiblings(tree.pages, parentId, (siblings) => placeIn(siblings, page, index)),
});

/** Throws NotFoundError for an unknown page. A changed slug is made unique among the siblings. */
export function replacePage(tree: Tree, id: string, change: (page: PageNode) => PageNode): Tree {
  const parentId = parentOf(tree, id);
  const pages = editSiblings(tree.pages, parentId, (siblings) => {
    const others = siblings.filter((page) => page.id !== id).map((page) => page.slug);
    return siblings.map((page) => (page.id === id ? withSlug(change(page), others) : page));
  });
  return { ...tree, pages };
}

/** Takes the page out with all its children. Throws NotFoundError. */
export function removePage(tree: Tree, id: string): Tree {
  const parentId = parentOf(tree, id);
  const pages = editSiblings(tree.pages, parentId, (siblings) => siblings.filter((page) => page.id !== id));
  return { ...tree, pages };
}

function parentOf(tree: Tree, id: string): string | undefined {
  const placed = findPage(tree, id);
  if (!placed) throw noSuchPage(id);
  return placed.parents.at(-1)?.id;
}

function editSiblings(
  pages: PageNode[],
  parentId: string | undefined,
  edit: (siblings: PageNode[]) => PageNode[],
): PageNode[] {
  if (parentId === undefined) return edit(pages);
  let found = false;
  const descend = (list: PageNode[]): PageNode[] =>
    list.map((page) => {
      if (found) return page;
      if (page.id === parentId) {
        found = true;
        return { ...page, pages: edit(page.pages) };
      }
      return page.pages.length > 0 ? keepSame(page, descend(page.pages)) : page;
    });
  const edited = descend(pages);
  if (!found) throw noSuchPage(parentId);
  return edited;
}

/** Untouched branches stay the same objects, so that later comparisons are cheap. */
const keepSame = (page: PageNode, pages: PageNode[]): PageNode =>
  pages.every((child, index) => child === page.pages[index]) ? page : { ...page, pages };

function placeIn(siblings: PageNode[], page: PageNode, index = siblings.length): PageNode[] {
  const placed = withSlug(
    page,
    siblings.map((sibling) => sibling.slug),
  );
  return siblings.toSpliced(Math.max(0, Math.min(index, siblings.length)), 0, placed);
}

function withSlug(page: PageNode, taken: string[]): PageNode {
  const slug = uniqueSlug(page.slug || slugify(page.title), taken);
  return slug === page.slug ? page : { ...page, slug };
}

function noSuchPage(id: string): NotFoundError {
  return new NotFoundError(`no page "${id}" in this revision`, { hint: 'docs pages list' });
}

/** Whether two trees say the same, whatever the order of their keys. */
export function* sameTrees(a: Tree, b: Tree): Steps<boolean> {
  const { pages: ours, ...rest } = a;
  const { pages: theirs, ...others } = b;
  return (yield* samePages(ours, theirs)) && isDeepStrictEqual(rest, others);
}

function* samePages(ours: readonly PageNode[], theirs: readonly PageNode[]): Steps<boolean> {
  if (ours.length !== theirs.length) return false;
  for (const [at, { pages, ...page }] of ours.entries()) {
    const { pages: others = [], ...other } = theirs[at] ?? {};
    if (!isDeepStrictEqual(page, other)) return false;
    yield;
    if (!(yield* samePages(pages, others))) return false;
  }
  return true;
}

// What the links of a page lead to, in the tree that the page is in.

export interface LinkIndex {
  /** All links of a page: those of its Markdown (if it is given), of its covers, of a link page, of computed content. */
  of(placed: Placed, analysis?: Analysis): index.ResolvedLink[];
}

/** What lies outside the tree. */
export type LinkWorld = Omit<index.LinkWorld<PageNode>, 'refsOf'>;

const known = new WeakMap<Tree, index.LinkedContent<PageNode>>();

/** Reads the tree once; every link after that is a few look-ups. */
export function linkIndex(tree: Tree, world: LinkWorld): LinkIndex {
  const content = known.get(tree) ?? { ...tree, pages: [...placedById(tree).values()] };
  known.set(tree, content);
  return index.linkIndex(content, { ...world, refsOf });
}

/** References that are in fields of the page. */
function refsOf(page: PageNode): index.FieldRef[] {
  const found: index.FieldRef[] = [];
  const add = (data: unknown, relation: index.FieldRef['relation']) => {
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

// Long computations as steps: who runs them decides what happens between two of them.

/** Yields between its steps; what it reads may change no more than between two calls. */
export type Steps<T> = Generator<undefined, T, undefined>;

/**
 * Runs all steps at once.
 * @internal For what is small: tests.
 */
export function atOnce<T>(steps: Steps<T>): T {
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}

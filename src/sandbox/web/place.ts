// A revision of a space as pages of a website: which pages there are, and where each of them is.

import type { PageNode, Tree } from '../content/model.ts';
import { type Placed, walk } from '../content/tree.ts';
import { pathIn } from '../urls.ts';
import type { Shows } from './visitor.ts';

/** The pages of a space below an address. */
export interface Book {
  space: string;
  revision: string;
  tree: Tree;
  /** Path below which its pages are, with a slash at its end. */
  root: string;
  shows: Shows;
  /** The page that it opens with, where that is not its first one. */
  home?: string | null;
  /** Where files are that no sandbox keeps. */
  fileHref?: ((path: string) => string) | undefined;
  /** Where a link leads that leads to nothing in this space. */
  beyond?: ((from: string, href: string) => string | undefined) | undefined;
}

/** The path of a page in a URL; the first page is at the root itself. */
export const pageHref = (book: Book, { page, path }: Pick<Placed, 'page' | 'path'>): string =>
  firstPage(book)?.page.id === page.id ? book.root : book.root + pathIn(path.split('/')).replace(/\/$/, '');

/** Pages that a visitor may open, in the order of reading. */
export function* openPages({ tree, shows }: Book): Generator<Placed> {
  for (const placed of walk(tree.pages)) {
    const { page, parents } = placed;
    if (![...parents, page].every((one) => shows(one.condition))) continue;
    yield placed;
  }
}

const isRead = ({ type }: PageNode): boolean => type === 'document' || type === 'computed';

/** Whether lists of pages show it: hidden ones and those below them are left out. */
export const isListed = ({ page, parents }: Placed): boolean =>
  page.hidden !== true && parents.every(({ hidden }) => hidden !== true);

export function firstPage(book: Book): Placed | undefined {
  let first: Placed | undefined;
  for (const placed of openPages(book)) {
    if (placed.page.id === book.home) return placed;
    if (!first && isRead(placed.page) && isListed(placed)) first = placed;
    if (first && (book.home ?? undefined) === undefined) return first;
  }
  return first;
}

export function pageAt(book: Book, path: string): Placed | undefined {
  if (path === '') return firstPage(book);
  const found = placedAt(book, path);
  return found?.page.type === 'group' ? undefined : found;
}

/** What is at a path: found level by level, however many pages there are. */
function placedAt(book: Book, path: string): Placed | undefined {
  const parents: PageNode[] = [];
  let level = book.tree.pages;
  for (const slug of path.split('/')) {
    const page = level.find((one) => one.slug === slug && book.shows(one.condition));
    if (!page) return undefined;
    parents.push(page);
    level = page.pages;
  }
  const page = parents.pop();
  if (!page) return undefined;
  return { page, path, parents, index: (parents.at(-1)?.pages ?? book.tree.pages).indexOf(page) };
}

/** The first page in the group of a path. */
export function groupAt(book: Book, path: string): Placed | undefined {
  const group = placedAt(book, path);
  if (!group) return undefined;
  for (const below of walk(group.page.pages, [...group.parents, group.page], `${path}/`))
    if (isRead(below.page) && book.shows(below.page.condition)) return below;
  return undefined;
}

/** The pages before and after a page, as one reads on: found from its place, not by reading all. */
export function neighbors(book: Book, at: Placed): { before?: Placed; after?: Placed } {
  const isShown = ({ hidden, condition }: PageNode) => hidden !== true && book.shows(condition);
  const below = ({ page, path, parents }: Placed): Placed[] =>
    page.pages
      .map((one, index) => ({ page: one, path: `${path}/${one.slug}`, parents: [...parents, page], index }))
      .filter(({ page: one }) => isShown(one));
  const siblings = ({ parents, path }: Placed): Placed[] => {
    const list = parents.at(-1)?.pages ?? book.tree.pages;
    const prefix = path.includes('/') ? path.slice(0, path.lastIndexOf('/') + 1) : '';
    return list.map((one, index) => ({ page: one, path: prefix + one.slug, parents, index }));
  };
  const first = (one: Placed): Placed | undefined => (isRead(one.page) ? one : firstOf(below(one)));
  const firstOf = (list: readonly Placed[]): Placed | undefined => {
    for (const one of list) {
      const found = first(one);
      if (found) return found;
    }
    return undefined;
  };
  const last = (one: Placed): Placed | undefined =>
    lastOf(below(one)) ?? (isRead(one.page) ? one : undefined);
  const lastOf = (list: readonly Placed[]): Placed | undefined => {
    for (const one of list.toReversed()) {
      const found = last(one);
      if (found) return found;
    }
    return undefined;
  };
  const others = (one: Placed, from: number, to?: number) =>
    siblings(one)
      .slice(from, to)
      .filter(({ page }) => isShown(page));
  const above = ({ parents, path }: Placed): Placed | undefined => {
    const page = parents.at(-1);
    if (!page) return undefined;
    const up = parents.slice(0, -1);
    const index = (up.at(-1)?.pages ?? book.tree.pages).indexOf(page);
    return { page, path: path.slice(0, path.lastIndexOf('/')), parents: up, index };
  };
  let after = firstOf(below(at));
  for (let one: Placed | undefined = at; one && !after; one = above(one))
    after = firstOf(others(one, one.index + 1));
  let before: Placed | undefined;
  for (let one: Placed | undefined = at; one && !before; ) {
    before = lastOf(others(one, 0, one.index));
    one = above(one);
    if (!before && one && isRead(one.page) && isShown(one.page)) before = one;
  }
  return { ...(before && { before }), ...(after && { after }) };
}

/** Those with an address of their own: hidden ones, too. */
export const readPages = (book: Book): Placed[] => [...openPages(book)].filter(({ page }) => isRead(page));

/** Whether machines and search results list it. */
export const isIndexed = (placed: Placed): boolean => isListed(placed) && placed.page.noIndex !== true;

/** A list of pages for machines and search results. */
export const listedPages = (book: Book): Placed[] => readPages(book).filter(isIndexed);

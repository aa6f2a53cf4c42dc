// A revision of a space as pages of a website: which pages there are, and where each of them is.

import type { PageNode, Tree } from '../content/model.ts';
import { type Placed, walk } from '../content/tree.ts';
import { pathIn } from '../published-url.ts';
import type { Shows } from './visitor.ts';

/** The pages of a space below an address. */
export interface Book {
  space: string;
  revision: string;
  tree: Tree;
  /** Path below which its pages are, with a slash at its end. */
  root: string;
  shows: Shows;
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

/** Whether it stands in lists of pages: hidden ones and those below them do not. */
export const isListed = ({ page, parents }: Placed): boolean =>
  page.hidden !== true && parents.every(({ hidden }) => hidden !== true);

export function firstPage(book: Book): Placed | undefined {
  for (const placed of openPages(book)) if (isRead(placed.page) && isListed(placed)) return placed;
  return undefined;
}

/** The page of a path. */
export function pageAt(book: Book, path: string): Placed | undefined {
  if (path === '') return firstPage(book);
  for (const placed of openPages(book)) {
    if (placed.path === path) return placed.page.type === 'group' ? undefined : placed;
  }
  return undefined;
}

/** The first page in the group of a path. */
export function groupAt(book: Book, path: string): Placed | undefined {
  for (const placed of openPages(book))
    if (placed.path.startsWith(`${path}/`) && isRead(placed.page)) return placed;
  return undefined;
}

/** The pages before and after a page, as one reads on. */
export function neighbors(book: Book, id: string): { before?: Placed; after?: Placed } {
  let before: Placed | undefined;
  let found = false;
  for (const placed of openPages(book)) {
    if (!isRead(placed.page)) continue;
    if (found && isListed(placed)) return { ...(before && { before }), after: placed };
    if (placed.page.id === id) found = true;
    else if (!found && isListed(placed)) before = placed;
  }
  return before ? { before } : {};
}

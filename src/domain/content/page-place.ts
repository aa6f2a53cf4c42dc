// Where pages are in a tree: for edits that put one next to another, and for undoing them.
import type { Page } from '../../api/content/content-shapes.ts';

/** `into` is the parent's ID, null for the top level; `at` counts from 0. */
export interface PagePlace {
  into: string | null;
  at: number;
}

/** The page with its place; undefined when the tree has no such page. */
export function placeIn(
  pages: readonly Page[],
  id: string,
  into: string | null = null,
): (PagePlace & { page: Page; siblings: readonly Page[] }) | undefined {
  for (const [at, page] of pages.entries()) {
    if (page.id === id) return { page, into, at, siblings: pages };
    const found = placeIn(childrenOf(page), id, page.id);
    if (found) return found;
  }
  return undefined;
}

export const childrenOf = (page: Page): readonly Page[] => ('pages' in page ? page.pages : []);

/** What a person calls it: its path, or the title of a link, which has none. */
export const pathOf = (page: Page): string => ('path' in page && page.path) || page.title;

/** `below install, position 2`. `parent`: what it is called; none at the top level. */
export const placeText = (parent: string | undefined, at: number): string =>
  `${parent === undefined ? 'top level' : `below ${parent}`}, position ${at + 1}`;

/** How many pages are below it, at any depth. */
export const countBelow = (page: Page): number =>
  childrenOf(page).reduce((count, child) => count + 1 + countBelow(child), 0);

/**
 * The place right before or after another page, as the platform counts: among its siblings without the page that moves.
 */
export function nextTo(
  pages: readonly Page[],
  neighbor: string,
  { after, moving }: { after: boolean; moving?: string },
): PagePlace | undefined {
  const found = placeIn(pages, neighbor);
  if (!found) return undefined;
  const others = found.siblings.filter(({ id }) => id !== moving);
  const at = others.findIndex(({ id }) => id === neighbor);
  return { into: found.into, at: after ? at + 1 : at };
}

// All pages of a tree, in reading order.

/** A page with those under it after it. */
export function* walkPages(pages: readonly Page[]): Generator<Page> {
  for (const page of pages) {
    yield page;
    if ('pages' in page) yield* walkPages(page.pages);
  }
}

export const allPages = (pages: readonly Page[]): Page[] => [...walkPages(pages)];

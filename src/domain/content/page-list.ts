// All pages of a tree, in reading order.
import type { Page } from '../../api/content/content-shapes.ts';

/** A page with those under it after it. */
export function* walkPages(pages: readonly Page[]): Generator<Page> {
  for (const page of pages) {
    yield page;
    if ('pages' in page) yield* walkPages(page.pages);
  }
}

export const allPages = (pages: readonly Page[]): Page[] => [...walkPages(pages)];

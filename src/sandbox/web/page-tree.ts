// The list of pages beside a text: small spaces whole, with parts that fold; large ones open where the reader is.
import type { PageNode } from '../content/model.ts';
import type { Placed } from '../content/tree.ts';
import { html, icon, type Markup } from './html.ts';
import { link } from './layout.ts';
import { type Book, pageHref } from './place.ts';

/** Pages of one level that a list shows at most; the others are found by search. */
const MOST_SIBLINGS = 300;
/** A space with more pages shows only what is open. */
const MOST_WHOLE = 300;

/** With more, groups where the reader is not are one line each. */
const MOST_IN_GROUPS = 1500;

/** What the tree says of a page beside its title: `added`. */
export type Badge = (page: PageNode) => string | undefined;

interface Wanted {
  badge?: Badge;
  linkOf: (page: PageNode) => string | undefined;
}

/** The tree of pages, open where the reader is. */
export function pageTree(book: Book, current: Placed | undefined, { badge, linkOf }: Wanted): Markup {
  const open = new Set([...(current?.parents ?? []), ...(current ? [current.page] : [])].map(({ id }) => id));
  const count = countUpTo(book.tree.pages, MOST_IN_GROUPS);
  const [isWhole, areGroupsShown] = [count < MOST_WHOLE, count < MOST_IN_GROUPS];
  const level = (pages: readonly PageNode[], prefix: string): Markup | undefined => {
    const listed = pages.filter((page) => page.hidden !== true && book.shows(page.condition));
    if (listed.length === 0) return undefined;
    const at = Math.max(0, listed.findIndex(({ id }) => open.has(id)) - MOST_SIBLINGS / 2);
    const some = listed.slice(at, at + MOST_SIBLINGS);
    const left = listed.length - some.length;
    const items = some.map((page) => item(page, `${prefix}${page.slug}`));
    return html`<ul>${items}${left > 0 && html`<li class="soft">and ${left} more: use the search</li>`}</ul>`;
  };
  const item = (page: PageNode, path: string): Markup => {
    const isGroup = page.type === 'group';
    const isShown = isWhole || open.has(page.id) || (isGroup && areGroupsShown);
    const below = isShown ? level(page.pages, `${path}/`) : undefined;
    if (isGroup || below === undefined)
      return html`<li${isGroup ? html` class="part"` : ''}>${entry(page, path)}${below}</li>`;
    const fold = html`<input type="checkbox" class="fold" aria-label="Pages below ${page.title}"${open.has(page.id) ? html` checked` : ''}>`;
    return html`<li class="parent">${entry(page, path)}${fold}${icon('chevron-right')}${below}</li>`;
  };
  const entry = (page: PageNode, path: string): Markup => {
    const said = badge?.(page);
    const label = html`${pageMark(page)}${page.title}`;
    const mark = said !== undefined && html` <span class="badge">${said}</span>`;
    if (page.type === 'group') {
      const isFolded = !(isWhole || areGroupsShown || open.has(page.id));
      const title = isFolded ? link(pageHref(book, { page, path }), label, false) : label;
      return html`<span class="group">${title}${mark}</span>`;
    }
    const href = page.type === 'link' ? linkOf(page) : pageHref(book, { page, path });
    const isCurrent = current?.page.id === page.id;
    return html`${href === undefined ? html`<span>${label}</span>` : link(href, label, isCurrent)}${mark}`;
  };
  return html`<nav aria-label="Pages">${level(book.tree.pages, '')}</nav>`;
}

/** The emoji or icon of a page, before its title. */
export function pageMark({ emoji, icon: name }: Pick<PageNode, 'emoji' | 'icon'>): Markup | undefined {
  if (emoji !== undefined) return html`<span class="emoji" aria-hidden="true">${emoji}</span>`;
  return name === undefined ? undefined : icon(name);
}

function countUpTo(pages: readonly PageNode[], most: number): number {
  let count = 0;
  for (const page of pages) {
    count += 1 + (count < most ? countUpTo(page.pages, most - count) : 0);
    if (count >= most) break;
  }
  return count;
}

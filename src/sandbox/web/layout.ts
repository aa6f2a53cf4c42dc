// The frame of every page: head, navigation, text. Plain HTML that works without scripts, with a keyboard and read aloud.

import type { PageNode } from '../content/model.ts';
import type { Placed } from '../content/tree.ts';
import { html, type Markup } from './html.ts';
import { type Book, isListed, openPages, pageHref } from './place.ts';

export const STYLE_PATH = '/~sandbox/style.css';

/** A place beside the one that is shown: a section, a group of them, a variant. */
export interface Tab {
  title: string;
  href?: string;
  current: boolean;
  below?: readonly Tab[];
}

export interface Frame {
  /** Of the page, for the window. */
  title: string;
  /** Of the site, with the address of its first page. */
  site: { title: string; href: string };
  language?: string | undefined;
  description?: string | undefined;
  /** Search engines are told to leave it out. */
  hidden: boolean;
  sections: readonly Tab[];
  variants: readonly Tab[];
  /** Where the search form leads; absent where there is none. */
  search?: string | undefined;
  query?: string;
  side?: Markup | undefined;
  main: Markup;
}

export function frame({
  title,
  site,
  sections,
  variants,
  side,
  main,
  search,
  query = '',
  ...rest
}: Frame): Markup {
  const whole = title === site.title ? title : `${title} | ${site.title}`;
  return html`<html lang="${rest.language ?? 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${rest.hidden && html`<meta name="robots" content="noindex">`}
${rest.description !== undefined && html`<meta name="description" content="${rest.description}">`}
<title>${whole}</title>
<link rel="stylesheet" href="${STYLE_PATH}">
</head>
<body>
<a class="skip" href="#text">Skip to the text</a>
<header class="top">
<a class="title" href="${site.href}">${site.title}</a>
${side && html`<a class="menu" href="#pages">Pages</a>`}
${sections.length > 0 && html`<nav aria-label="Sections">${tabs(sections)}</nav>`}
${
  search !== undefined &&
  html`<form action="${search}" role="search"><input type="search" name="q" value="${query}" aria-label="Search"><button>Search</button></form>`
}
</header>
<div class="frame">
<div class="side" id="pages">
${variants.length > 1 && html`<nav class="variants" aria-label="Variants">${tabs(variants)}</nav>`}
${side}
</div>
<main id="text" tabindex="-1">
${main}
</main>
</div>
</body>
</html>
`;
}

function tabs(list: readonly Tab[]): Markup {
  return html`<ul>${list.map(
    ({ title, href, current, below }) =>
      html`<li>${href === undefined ? html`<span class="soft">${title}</span>` : link(href, title, current)}${below && tabs(below)}</li>`,
  )}</ul>`;
}

export const link = (href: string, title: string, current: boolean): Markup =>
  current ? html`<a href="${href}" aria-current="page">${title}</a>` : html`<a href="${href}">${title}</a>`;

/** Pages of one level that a list shows at most; the others are found by search. */
const MOST_SIBLINGS = 300;

/** What the tree says of a page beside its title: `added`. */
export type Badge = (page: PageNode) => string | undefined;

/** The tree of pages, open where the reader is. */
export function pageTree(
  book: Book,
  current: Placed | undefined,
  { badge, linkOf }: { badge?: Badge; linkOf: (page: PageNode) => string | undefined },
): Markup {
  const open = new Set([...(current?.parents ?? []), ...(current ? [current.page] : [])].map(({ id }) => id));
  const level = (pages: readonly PageNode[], prefix: string): Markup | undefined => {
    const listed = pages.filter((page) => page.hidden !== true && book.shows(page.condition));
    if (listed.length === 0) return undefined;
    const at = Math.max(0, listed.findIndex(({ id }) => open.has(id)) - MOST_SIBLINGS / 2);
    const some = listed.slice(at, at + MOST_SIBLINGS);
    const left = listed.length - some.length;
    const items = some.map((page) => {
      const path = `${prefix}${page.slug}`;
      const isOpen = page.type === 'group' || open.has(page.id);
      return html`<li>${entry(page, path)}${isOpen && level(page.pages, `${path}/`)}</li>`;
    });
    return html`<ul>${items}${left > 0 && html`<li class="soft">and ${left} more: use the search</li>`}</ul>`;
  };
  const entry = (page: PageNode, path: string): Markup => {
    const said = badge?.(page);
    const label = [page.emoji, page.title].filter(Boolean).join(' ');
    const mark = said !== undefined && html` <span class="badge">${said}</span>`;
    if (page.type === 'group') return html`<span class="group">${label}${mark}</span>`;
    const href = page.type === 'link' ? linkOf(page) : pageHref(book, { page, path });
    const isCurrent = current?.page.id === page.id;
    return html`${href === undefined ? html`<span>${label}</span>` : link(href, label, isCurrent)}${mark}`;
  };
  return html`<nav aria-label="Pages">${level(book.tree.pages, '')}</nav>`;
}

/** A list of pages for machines and search results. */
export const listedPages = (book: Book): Placed[] =>
  [...openPages(book)].filter(
    (placed) =>
      isListed(placed) &&
      placed.page.noIndex !== true &&
      (placed.page.type === 'document' || placed.page.type === 'computed'),
  );

export const message = (title: string, text: Markup): Markup => html`<h1>${title}</h1><p>${text}</p>`;

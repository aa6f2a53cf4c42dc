// The frame of every page: head, navigation, text. Plain HTML that works without scripts, with a keyboard and read aloud.

import type { PageNode } from '../content/model.ts';
import type { Placed } from '../content/tree.ts';
import { type PageAnswer, page, SCRIPT } from './answer.ts';
import type { Heading } from './content.ts';
import { html, icon, Markup } from './html.ts';
import { type Book, pageHref } from './place.ts';

export const STYLE_PATH = '/~sandbox/style.css';

/** A place beside the one that is shown: a section, a group of them, a variant. */
export interface Tab {
  title: string;
  href?: string;
  icon?: string | undefined;
  current: boolean;
  below?: readonly Tab[];
}

/** How a site looks beside its style sheet. */
export interface Look {
  /** Address of a style sheet of its own. */
  style?: string | undefined;
  /** Colors that it begins with; absent where the reader's machine decides. */
  start?: 'light' | 'dark' | undefined;
  /** Whether readers may change them. */
  switches: boolean;
  logo?: { light: string; dark: string } | undefined;
  favicon?: string | undefined;
  emoji?: string | undefined;
  links: readonly { title: string; href: string; isButton: boolean }[];
  announcement?: { text: string; style: string; href?: string | undefined } | undefined;
  footer: readonly { title: string; links: readonly { title: string; href: string }[] }[];
  copyright?: string | undefined;
}

const PLAIN: Look = { switches: true, links: [], footer: [] };

export interface Search {
  /** Where its form leads. */
  action: string;
  /** Where all pages are listed, for a site without a server; the addresses in it are relative to `root`. */
  index?: string | undefined;
  root?: string | undefined;
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
  sections?: readonly Tab[];
  variants?: readonly Tab[];
  search?: Search | undefined;
  query?: string;
  side?: Markup | undefined;
  outline?: readonly Heading[] | undefined;
  look?: Look | undefined;
  isWide?: boolean | undefined;
  main: Markup;
  /** What is below the text: findings. */
  below?: Markup | undefined;
  /** Where changes are told. */
  live?: string | undefined;
}

export function frame(given: Frame): Markup {
  const { title, site, side, main, variants = [], outline = [], look = PLAIN } = given;
  const hasSide = side !== undefined || variants.length > 1;
  const shape = [!hasSide && 'no-side', given.isWide && 'wide'].filter(Boolean).join(' ');
  return html`<html lang="${given.language ?? 'en'}"${attribute('data-start', look.start)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${given.hidden && html`<meta name="robots" content="noindex">`}
${given.description !== undefined && html`<meta name="description" content="${given.description}">`}
<title>${title === site.title ? title : `${title} | ${site.title}`}</title>
<link rel="stylesheet" href="${STYLE_PATH}">
${look.style !== undefined && html`<link rel="stylesheet" href="${look.style}">`}
<link rel="icon" href="${favicon(look)}">
<script>${new Markup(SCRIPT)}</script>
</head>
<body${attribute('data-live', given.live)}>
<a class="skip" href="#-text">Skip to the text</a>
${announcement(look)}
${top(given, look, hasSide)}
<div class="frame${shape === '' ? '' : ` ${shape}`}">
${hasSide && html`<div class="side" id="-pages">${variantMenu(variants)}${side}</div>`}
${outline.length > 1 ? outlineOf(outline) : ''}
<main id="-text" tabindex="-1">
${main}
</main>
</div>
${given.below}
${foot(look)}
</body>
</html>
`;
}

const attribute = (name: string, value: string | undefined): Markup | undefined =>
  value === undefined ? undefined : html` ${new Markup(name)}="${value}"`;

/** An open book, which needs no font. */
const BOOK =
  '<rect width="100" height="100" rx="22" fill="#2b6cb0"/><path fill="#fff" d="M20 27q16-4 27 4v46q-11-8-27-4zM80 27q-16-4-27 4v46q11-8 27-4z"/>';

/** The site's own, or a mark that needs no letters: without one a browser asks for a file that is not there. */
function favicon({ favicon: href, emoji }: Look): string {
  if (href !== undefined) return href;
  const drawn =
    emoji === undefined ? BOOK : `<text y=".9em" font-size="90">${emoji.replace(/[<&]/g, '')}</text>`;
  const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${drawn}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(text)}`;
}

function announcement({ announcement: said }: Look): Markup | undefined {
  if (!said) return undefined;
  const text = said.href === undefined ? html`${said.text}` : html`<a href="${said.href}">${said.text}</a>`;
  return html`<div class="announcement hint-${said.style}" role="region" aria-label="Announcement">${text}</div>`;
}

function top({ site, sections = [], search, query = '' }: Frame, look: Look, hasSide: boolean): Markup {
  const links = look.links.map(
    ({ title, href, isButton }) =>
      html`<a${isButton ? html` class="button primary"` : ''} href="${href}">${title}</a>`,
  );
  const title = look.logo
    ? html`<img class="light-only" src="${look.logo.light}" alt="${site.title}"><img class="dark-only" src="${look.logo.dark}" alt="${site.title}">`
    : html`${look.emoji !== undefined && html`<span aria-hidden="true">${look.emoji}</span> `}<span>${site.title}</span>`;
  return html`<header class="top">
<div class="bar">
${hasSide && html`<input class="menu-box" type="checkbox" id="-menu" aria-label="Show the list of pages"><label class="menu" for="-menu" aria-hidden="true">${icon('bars')}</label>`}
<a class="title" href="${site.href}">${title}</a>
${search && searchForm(search, query)}
${links.length > 0 && html`<nav class="links" aria-label="Links">${links}</nav>`}
${look.switches && html`<button class="colors" type="button" aria-label="Dark colors" aria-pressed="false">${icon('circle-half-stroke')}</button>`}
</div>
${sections.length > 0 && html`<nav class="sections" aria-label="Sections">${tabs(sections)}</nav>`}
</header>`;
}

const searchForm = ({ action, index, root }: Search, query: string): Markup =>
  html`<form action="${action}" role="search"${attribute('data-index', index)}${attribute('data-root', root)}><button aria-label="Search" tabindex="-1">${icon('magnifying-glass')}</button><input type="search" name="q" value="${query}" aria-label="Search" placeholder="Search" autocomplete="off"><kbd aria-hidden="true">/</kbd><div class="hits" id="-hits" role="listbox" aria-label="Pages found" hidden></div></form>`;

const tabs = (list: readonly Tab[]): Markup =>
  html`<ul>${list.map(({ title, href, current, below, icon: name }) => {
    const mark = name === undefined ? undefined : icon(name);
    if (below)
      return html`<li><details class="group"><summary${hasCurrent(below) ? html` class="current"` : ''}>${mark}${title}${icon('chevron-down')}</summary>${tabs(below)}</details></li>`;
    return html`<li>${href === undefined ? html`<span class="soft">${title}</span>` : link(href, html`${mark}${title}`, current)}</li>`;
  })}</ul>`;

const hasCurrent = (list: readonly Tab[]): boolean =>
  list.some(({ current, below }) => current || (below !== undefined && hasCurrent(below)));

function variantMenu(variants: readonly Tab[]): Markup | undefined {
  if (variants.length < 2) return undefined;
  const current = variants.find((one) => one.current) ?? variants[0];
  return html`<nav class="variants" aria-label="Variants"><details><summary>${current?.title}${icon('chevron-down')}</summary>${tabs(variants)}</details></nav>`;
}

export const link = (href: string, title: string | Markup, current: boolean): Markup =>
  current ? html`<a href="${href}" aria-current="page">${title}</a>` : html`<a href="${href}">${title}</a>`;

const outlineOf = (headings: readonly Heading[]): Markup =>
  html`<nav class="outline" aria-label="On this page"><input type="checkbox" id="-outline" aria-label="Show what is on this page"><label for="-outline" aria-hidden="true">${icon('list')}On this page${icon('chevron-down')}</label><ul>${headings.map(
    ({ anchor, title, level }) =>
      html`<li${level > 2 ? html` class="deep"` : ''}><a href="#${encodeURIComponent(anchor)}">${title}</a></li>`,
  )}</ul></nav>`;

function foot({ footer, copyright }: Look): Markup | undefined {
  if (footer.length === 0 && copyright === undefined) return undefined;
  const groups = footer.map(
    ({ title, links }) =>
      html`<div><p>${title}</p><ul>${links.map((one) => html`<li><a href="${one.href}">${one.title}</a></li>`)}</ul></div>`,
  );
  return html`<footer class="foot"><div class="groups">${groups}</div>${copyright !== undefined && html`<p class="soft">${copyright}</p>`}</footer>`;
}

/** What a reader gets in place of a page. */
export const messagePage = (
  status: number,
  title: string,
  text: Markup,
  { heading = title, ...given }: Partial<Frame> & { heading?: string } = {},
): PageAnswer => {
  const main = html`<h1>${heading}</h1><p>${text}</p>`;
  return page(status, frame({ title, site: { title: 'Sandbox', href: '#' }, hidden: true, main, ...given }));
};

// The list of pages beside a text: small spaces whole, with parts that fold; large ones open where the reader is.

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

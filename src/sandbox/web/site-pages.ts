// What a published site answers: pages, their Markdown, the list for language models, and its search.
import { analyzeRevision } from '../actions/content/analyze.ts';
import { excerptOf } from '../actions/content/excerpt.ts';
import { searchIn, type Wanted, wantedOf } from '../actions/content/search.ts';
import type { PageNode } from '../content/model.ts';
import type { Placed } from '../content/tree.ts';
import { contentIndexStore } from '../db/content/content-index.ts';
import { spaceStore } from '../db/content/spaces.ts';
import type { SiteSpaceRow } from '../db/sites/sites.ts';
import { type PageAnswer, page, redirect, text } from './answer.ts';
import { type Heading, markdownOf, renderPage, safeUrl } from './content.ts';
import { html, type Markup } from './html.ts';
import { frame, link, pageTree } from './layout.ts';
import { LISTS, twinOf } from './machine-lists.ts';
import { type Book, groupAt, isListed, neighbors, pageAt, pageHref } from './place.ts';
import {
  bookOf,
  elsewhereOn,
  type OpenSite,
  type PageRequest,
  placeAt,
  placesOf,
  sectionTabs,
  variantTabs,
} from './site-places.ts';

/** Undefined where the site has nothing at this path. */
export async function answerInSite(
  site: OpenSite,
  words: readonly string[],
  { url }: PageRequest,
): Promise<PageAnswer | undefined> {
  const [first] = words;
  const list = words.length === 1 ? LISTS.get(first ?? '') : undefined;
  if (list) return list(site);
  if (words.length === 1 && first === '~search') return searchPage(site, url.searchParams.get('q') ?? '');
  const found = placeAt(site, words);
  if (!found) return undefined;
  const { place, path } = found;
  const book = bookOf(site, place);
  const placed = pageAt(book, path);
  if (placed)
    return placed.page.type === 'link' ? leave(site, placed.page) : contentPage(site, place, book, placed);
  const twin = /^(.+)\.md$/.exec(path)?.[1];
  const source = twin === undefined ? undefined : pageAt(book, twin);
  if (!source || source.path !== twin) return undefined;
  return text('text/markdown', await twinOf(site.sandbox, book, source));
}

/** From the path of a group to its first page. */
export function intoGroup(site: OpenSite, words: readonly string[]): PageAnswer | undefined {
  const found = placeAt(site, words);
  if (!found || found.path === '') return undefined;
  const book = bookOf(site, found.place);
  const placed = groupAt(book, found.path);
  return placed && redirect(307, pageHref(book, placed));
}

/** A page that is a link to elsewhere. */
function leave(site: OpenSite, node: PageNode): PageAnswer | undefined {
  const href = linkOf(site)(node);
  return href === undefined ? undefined : redirect(307, href);
}

function linkOf(site: OpenSite): (page: PageNode) => string | undefined {
  const elsewhere = elsewhereOn(site);
  return ({ target }) => {
    if (target?.kind === 'url') return safeUrl(target.url);
    if (target?.kind === 'page' && target.space !== undefined) return elsewhere(target.space, target.page);
    return target?.kind === 'space' ? elsewhere(target.space, undefined) : undefined;
  };
}

function siteFrame(
  site: OpenSite,
  {
    place,
    book,
    current,
    ...rest
  }: {
    place: SiteSpaceRow | undefined;
    book: Book | undefined;
    current: Placed | undefined;
    title: string;
    description?: string | undefined;
    hidden: boolean;
    query?: string;
    main: Markup;
  },
): Markup {
  const { sandbox, site: row, root } = site;
  return frame({
    ...rest,
    site: { title: row.title, href: root },
    language: (book && spaceStore(sandbox.db).row(book.space)?.language) ?? undefined,
    sections: sectionTabs(site, place?.section ?? null),
    variants: place ? variantTabs(site, place) : [],
    search: `${root}~search`,
    side: book && pageTree(book, current, { linkOf: linkOf(site) }),
  });
}

async function contentPage(
  site: OpenSite,
  place: SiteSpaceRow,
  book: Book,
  placed: Placed,
): Promise<PageAnswer> {
  const { sandbox, site: row } = site;
  const { title, description, emoji, noIndex, noRobotsIndex, hidden } = placed.page;
  const markdown = await markdownOf(sandbox, book, placed);
  const { body, outline } = await renderPage(sandbox, book, placed, markdown, elsewhereOn(site));
  const main = html`${crumbs(book, placed)}<h1>${emoji !== undefined && html`<span aria-hidden="true">${emoji} </span>`}${title}</h1>
${description !== undefined && html`<p class="lead">${description}</p>`}
${outline.length > 1 && outlineOf(outline)}
${body}
${nextPages(book, placed)}`;
  const isHidden = [noIndex, noRobotsIndex, hidden].includes(true) || row.visibility !== 'public';
  return page(
    200,
    siteFrame(site, { ...{ place, book, title, description, main }, current: placed, hidden: isHidden }),
  );
}

/** What the page stands below. */
function crumbs(book: Book, { parents, path }: Placed): Markup | undefined {
  if (parents.length === 0) return undefined;
  const slugs = path.split('/');
  const items = parents.map((page, at) => {
    const href = pageHref(book, { page, path: slugs.slice(0, at + 1).join('/') });
    return html`<li>${page.type === 'group' ? page.title : link(href, page.title, false)}</li>`;
  });
  return html`<nav class="crumbs" aria-label="Breadcrumb"><ol>${items}</ol></nav>`;
}

const outlineOf = (headings: readonly Heading[]): Markup =>
  html`<nav class="outline" aria-label="On this page"><p>On this page</p><ul>${headings.map(
    ({ anchor, title }) => html`<li><a href="#${encodeURIComponent(anchor)}">${title}</a></li>`,
  )}</ul></nav>`;

function nextPages(book: Book, placed: Placed): Markup | undefined {
  const { before, after } = neighbors(book, placed);
  if (!before && !after) return undefined;
  const to = (word: string, one: Placed | undefined) =>
    html`<span>${one && html`${word}: ${link(pageHref(book, one), one.page.title, false)}`}</span>`;
  return html`<nav class="next" aria-label="Read on">${to('Previous', before)}${to('Next', after)}</nav>`;
}

/** Pages of each space that a search shows. */
const MOST_HITS = 10;

async function searchPage(site: OpenSite, query: string): Promise<PageAnswer> {
  const wanted = wantedOf(query.slice(0, LONGEST_QUERY));
  const results: Markup[] = [];
  if (wanted) for (const place of placesOf(site)) results.push(...(await hitsIn(site, place, wanted)));
  const [first] = placesOf(site);
  const book = first && bookOf(site, first);
  const count = results.length === 1 ? '1 page' : `${results.length} pages`;
  const said = query === '' ? 'Type what you are looking for.' : html`${count} for “${query}”`;
  const main = html`<h1>Search</h1><p role="status">${said}</p><ol>${results}</ol>`;
  return page(
    200,
    siteFrame(site, {
      ...{ place: first, book, current: undefined, title: 'Search', hidden: true, query, main },
    }),
  );
}

const LONGEST_QUERY = 200;

async function hitsIn(site: OpenSite, place: SiteSpaceRow, wanted: Wanted): Promise<Markup[]> {
  const { db } = site.sandbox;
  const book = bookOf(site, place);
  await analyzeRevision(site.sandbox, book.revision);
  const search = await searchIn(db, book.revision, wanted);
  const isShown = (placed: Placed) =>
    isListed(placed) && [...placed.parents, placed.page].every(({ condition }) => site.shows(condition));
  return search
    .hits(0, MOST_HITS)
    .filter(({ placed }) => isShown(placed))
    .map(({ placed, sections }) => {
      const [section] = contentIndexStore(db).sections(sections.slice(0, 1));
      const excerpt = section ? excerptOf(section.body, wanted.words) : '';
      const anchor = section && section.anchor !== '' ? `#${encodeURIComponent(section.anchor)}` : '';
      const to = html`<a href="${pageHref(book, placed)}${anchor}">${placed.page.title}</a>`;
      return html`<li>${to} <span class="soft">${place.title}</span>${excerpt !== '' && html`<br>${excerpt}`}</li>`;
    });
}

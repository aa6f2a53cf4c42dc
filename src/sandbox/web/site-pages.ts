// What a published site answers: pages, their Markdown, the list for language models, and its search.
import { escapeHtml, isRecord } from '../../files/texts.ts';
import type { PageNode } from '../content/model.ts';
import type { Placed } from '../content/tree.ts';
import { contentIndexStore } from '../db/content/content-index.ts';
import { spaces } from '../db/content/spaces.ts';
import type { SiteSpaceRow } from '../db/sites/sites.ts';
import { analyzeRevision } from '../resources/content/resolved-links.ts';
import { excerptOf, searchIn, type Wanted, wantedOf } from '../resources/content/search-rules.ts';
import type { Sandbox } from '../sandbox.ts';
import { type PageAnswer, page, redirect, text } from './answer.ts';
import { fileAddress, type Heading, markdownOf, renderPage, safeUrl } from './content.ts';
import { html, icon, type Markup } from './html.ts';
import { frame, link, pageMark, pageTree } from './layout.ts';
import { type Book, groupAt, isListed, listedPages, neighbors, pageAt, pageHref } from './place.ts';
import { STYLE_NAME, siteLook, siteStyle } from './site-look.ts';
import {
  addressOn,
  bookOf,
  elsewhereOn,
  type OpenSite,
  type PageRequest,
  placeAt,
  placesOf,
  sectionTabs,
  variantTabs,
} from './site-places.ts';

// What a published site has for machines: lists for language models and search engines, and pages as Markdown.

/** Pages of a space that such a list holds at most. */
const MOST_LISTED = 5000;
/** Of their texts, fewer. */
const MOST_TEXTS = 500;

/** By name, at the root of the site. */
const LISTS: ReadonlyMap<string, (site: OpenSite) => Promise<PageAnswer>> = new Map([
  ['llms.txt', async (site) => text('text/plain', modelList(site))],
  ['llms-full.txt', async (site) => text('text/plain', await modelTexts(site))],
  ['sitemap.xml', async (site) => text('application/xml', siteMap(site))],
  ['robots.txt', async (site) => text('text/plain', robots(site))],
]);

/** A page as Markdown. */
async function twinOf(sandbox: Sandbox, book: Book, placed: Placed): Promise<string> {
  const { title, description } = placed.page;
  const lead = description === undefined ? '' : `${description}\n\n`;
  return `# ${title}\n\n${lead}${await markdownOf(sandbox, book, placed)}`;
}

/** What there is, with the address of each page as Markdown. */
function modelList(site: OpenSite): string {
  const { origin } = site.sandbox;
  const parts = placesOf(site).map((place) => {
    const book = bookOf(site, place);
    const pages = listedPages(book).slice(0, MOST_LISTED);
    const lines = pages.map((one) => {
      const address = `${origin}${book.root}${one.path.split('/').map(encodeURIComponent).join('/')}.md`;
      const { title, description } = one.page;
      return `- [${title}](${address})${description === undefined ? '' : `: ${description}`}`;
    });
    return [`## ${place.title}`, '', ...lines].join('\n');
  });
  return `# ${site.site.title}\n\n${parts.join('\n\n')}\n`;
}

async function modelTexts(site: OpenSite): Promise<string> {
  const texts: string[] = [];
  for (const place of placesOf(site)) {
    const book = bookOf(site, place);
    for (const placed of listedPages(book).slice(0, MOST_TEXTS))
      texts.push((await twinOf(site.sandbox, book, placed)).trimEnd());
  }
  return `${texts.join('\n\n')}\n`;
}

function siteMap(site: OpenSite): string {
  const { origin } = site.sandbox;
  const urls = placesOf(site).flatMap((place) => {
    const book = bookOf(site, place);
    return listedPages(book)
      .filter(({ page }) => page.noRobotsIndex !== true)
      .slice(0, MOST_LISTED)
      .map((placed) => `<url><loc>${escapeHtml(origin + pageHref(book, placed))}</loc></url>`);
  });
  const lines = urls.map((line) => `${line}\n`).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines}</urlset>\n`;
}

const robots = ({ site, root, sandbox }: OpenSite): string =>
  site.visibility === 'public'
    ? `User-agent: *\nAllow: /\nSitemap: ${sandbox.origin}${root}sitemap.xml\n`
    : 'User-agent: *\nDisallow: /\n';

/** Undefined where the site has nothing at this path. */
export async function answerInSite(
  site: OpenSite,
  words: readonly string[],
  { url }: PageRequest,
): Promise<PageAnswer | undefined> {
  const [first] = words;
  const list = words.length === 1 ? LISTS.get(first ?? '') : undefined;
  if (list) return list(site);
  if (words.length === 1 && first === STYLE_NAME)
    return text('text/css', siteStyle(site, url.searchParams.get('place')));
  if (words.length === 1 && first === '~search') return searchAnswer(site, url.searchParams);
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
  const address = addressOn(site);
  return ({ target }) => address(target);
}

interface Framed {
  place: SiteSpaceRow | undefined;
  book: Book | undefined;
  current: Placed | undefined;
  title: string;
  description?: string | undefined;
  hidden: boolean;
  query?: string;
  outline?: readonly Heading[];
  isWide?: boolean;
  hasTree?: boolean;
  main: Markup;
}

function siteFrame(site: OpenSite, { place, book, current, hasTree = true, ...rest }: Framed): Markup {
  const { sandbox, site: row, root, extras } = site;
  return frame({
    ...rest,
    site: { title: row.title, href: root },
    language: (book && spaces(sandbox.db).find({ id: book.space })?.language) ?? undefined,
    sections: sectionTabs(site, place?.section ?? null),
    variants: place ? variantTabs(site, place) : [],
    search: extras.search ?? { action: `${root}~search` },
    side: book && hasTree ? pageTree(book, current, { linkOf: linkOf(site) }) : undefined,
    look: siteLook(site, place),
    live: extras.live,
    below: current && extras.below?.(current),
  });
}

/** Parts of a page that its author may have turned off. */
const LAYOUT_PARTS = ['title', 'description', 'tableOfContents', 'outline', 'pagination', 'cover'] as const;

function layoutOf({ layout = {} }: PageNode) {
  const isOn = (name: string) => {
    const part = layout[name];
    return !(isRecord(part) && part.visible === false);
  };
  const parts = Object.fromEntries(LAYOUT_PARTS.map((name) => [name, isOn(name)] as const));
  return {
    isWide: layout.width === 'wide',
    has: (name: (typeof LAYOUT_PARTS)[number]) => parts[name] === true,
  };
}

async function contentPage(
  site: OpenSite,
  place: SiteSpaceRow,
  book: Book,
  placed: Placed,
): Promise<PageAnswer> {
  const { sandbox, site: row } = site;
  const { title, description, noIndex, noRobotsIndex, hidden } = placed.page;
  const markdown = await markdownOf(sandbox, book, placed);
  const rendered = await renderPage(sandbox, book, placed, markdown, { elsewhere: elsewhereOn(site) });
  const { has, isWide } = layoutOf(placed.page);
  const main = html`${has('cover') && coverOf(sandbox, book, placed.page)}<div class="page-head">${crumbs(book, placed)}${has('title') && html`<h1>${pageMark(placed.page)}${title}</h1>`}
${has('description') && description !== undefined && html`<p class="lead">${description}</p>`}</div>
${rendered.body}
${has('pagination') && nextPages(book, placed)}`;
  const isHidden = [noIndex, noRobotsIndex, hidden].includes(true) || row.visibility !== 'public';
  const shown = { place, book, title, description, main, isWide, current: placed, hidden: isHidden };
  const outline = has('outline') && !isWide ? rendered.outline : [];
  return page(200, siteFrame(site, { ...shown, outline, hasTree: has('tableOfContents') }));
}

/** The picture above a page. */
function coverOf(sandbox: Sandbox, book: Book, { cover }: PageNode): Markup | undefined {
  const address = (ref: unknown): string | undefined => {
    if (!isRecord(ref)) return undefined;
    if (ref.kind === 'url' && typeof ref.url === 'string') return safeUrl(ref.url);
    return ref.kind === 'file' && typeof ref.file === 'string'
      ? fileAddress(sandbox, book, ref.file)
      : undefined;
  };
  const [light, dark] = [address(cover?.ref), address(cover?.refDark)];
  if (light === undefined) return undefined;
  if (dark === undefined) return html`<img class="cover" src="${light}" alt="">`;
  return html`<img class="cover light-only" src="${light}" alt=""><img class="cover dark-only" src="${dark}" alt="">`;
}

/** What the page is below. */
function crumbs(book: Book, { parents, path }: Placed): Markup | undefined {
  if (parents.length === 0) return undefined;
  const slugs = path.split('/');
  const items = parents.map((page, at) => {
    const href = pageHref(book, { page, path: slugs.slice(0, at + 1).join('/') });
    return html`<li>${page.type === 'group' ? page.title : link(href, page.title, false)}</li>`;
  });
  return html`<nav class="crumbs" aria-label="Breadcrumb"><ol>${items}</ol></nav>`;
}

function nextPages(book: Book, placed: Placed): Markup | undefined {
  const { before, after } = neighbors(book, placed);
  if (!before && !after) return undefined;
  const to = (rel: 'prev' | 'next', word: string, mark: string, one: Placed | undefined) =>
    one &&
    html`<a rel="${rel}" href="${pageHref(book, one)}"><span><small>${word}</small>${one.page.title}</span>${icon(mark)}</a>`;
  return html`<nav class="next" aria-label="Read on">${to('prev', 'Previous', 'arrow-left', before)}${to('next', 'Next', 'arrow-right', after)}</nav>`;
}

/** Pages of each space that a search shows. */
const MOST_HITS = 10;

interface Hit {
  title: string;
  href: string;
  /** The space it is in. */
  where: string;
  text: string;
}

/** A page, or what a page shows while somebody types. */
async function searchAnswer(site: OpenSite, asked: URLSearchParams): Promise<PageAnswer> {
  const query = (asked.get('q') ?? '').slice(0, LONGEST_QUERY);
  const wanted = wantedOf(query);
  const hits: Hit[] = [];
  if (wanted) for (const place of placesOf(site)) hits.push(...(await hitsIn(site, place, wanted)));
  if (asked.get('as') === 'json') return text('application/json', JSON.stringify(hits));
  return searchPage(site, query, hits);
}

function searchPage(site: OpenSite, query: string, hits: readonly Hit[]): PageAnswer {
  const [first] = placesOf(site);
  const book = first && bookOf(site, first);
  const count = hits.length === 1 ? '1 page' : `${hits.length} pages`;
  const said = query === '' ? 'Type what you are looking for.' : html`${count} for “${query}”`;
  const results = hits.map(
    ({ title, href, where, text }) =>
      html`<li><a href="${href}">${title}</a> ${where !== '' && html`<span class="badge">${where}</span>`}${text !== '' && html`<p>${text}</p>`}</li>`,
  );
  const main = html`<div class="page-head"><h1>Search</h1><p class="lead" role="status">${said}</p></div><ol class="results">${results}</ol>`;
  return page(
    200,
    siteFrame(site, {
      ...{ place: first, book, current: undefined, title: 'Search', hidden: true, query, main },
    }),
  );
}

const LONGEST_QUERY = 200;

async function hitsIn(site: OpenSite, place: SiteSpaceRow, wanted: Wanted): Promise<Hit[]> {
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
      const anchor = section && section.anchor !== '' ? `#${encodeURIComponent(section.anchor)}` : '';
      const text = section ? excerptOf(section.body, wanted.words) : '';
      const where = site.rows.siteSpaces.length === 1 ? '' : place.title;
      return { title: placed.page.title, href: pageHref(book, placed) + anchor, where, text };
    });
}

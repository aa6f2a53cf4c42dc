// Imports a page of a website, the pages below its address that it leads to, and their images.
import { posix } from 'node:path';
import { ValidationError } from '../../../errors.ts';
import { extensionOf } from '../../../files/content-type.ts';
import { decoded } from '../../../files/texts.ts';
import { slugify, uniqueSlug } from '../../../markdown/heading-anchor.ts';
import type { FileNode, PageNode } from '../model.ts';
import { mapLinks } from '../repository/repo-links.ts';
import { type HtmlPage, htmlToMarkdown } from './html-to-markdown.ts';
import {
  type BoundedImport,
  type Fetched,
  fetchFirst,
  fileNode,
  htmlText,
  type ImportedContent,
} from './import-source.ts';

interface SitePage extends HtmlPage {
  key: string;
  slug: string;
}

interface Crawl {
  pages: Map<string, SitePage>;
  /** Addresses that lead to another one, by redirects. */
  aliases: Map<string, string>;
  /** Addresses that were asked for, whatever came of it. */
  asked: number;
  bytes: number;
  /** Why the first page that could not be read could not. */
  reason?: string;
}

/** The first page becomes the parent of the others. Pages and images that cannot be had are left out and counted. */
export async function importWebsite(options: BoundedImport): Promise<ImportedContent> {
  const first = await fetchFirst(options.fetch, options.url);
  if (!isHtml(first))
    throw new ValidationError(
      `nothing to import: ${options.url} is ${first.contentType || 'no page'}, not HTML`,
    );
  const crawl = await crawlPages(first, options);
  const { files, asked } = await fetchImages(crawl, options);
  const pages = [...crawl.pages.values()];
  if (pages.length === 0) {
    const why = crawl.reason ? `: ${crawl.reason}` : '';
    throw new ValidationError(`nothing to import: ${options.url} cannot be read${why}`);
  }
  const [root, ...others] = pages.map((page) => pageNode(page, options, { crawl, files }));
  return {
    pages: root ? [{ ...root, pages: others }] : [],
    files: [...files.values()],
    importedResources: pages.length + files.size,
    totalResources: crawl.asked + asked,
  };
}

async function crawlPages(first: Fetched, options: BoundedImport): Promise<Crawl> {
  const start = keyOf(first.url);
  const aliases = new Map([[keyOf(options.url), start]]);
  const crawl: Crawl = { pages: new Map(), aliases, asked: 0, bytes: 0 };
  const queue = [start];
  const known = new Set([start, keyOf(options.url)]);
  for (
    let key = queue.shift();
    key !== undefined && crawl.asked < options.limits.pages;
    key = queue.shift()
  ) {
    const answer = key === start ? first : await fetchQuietly(options, key);
    crawl.asked += 1;
    const page = answer && takePage({ crawl, start, known }, answer, key, options);
    if (!page) continue;
    for (const link of page.links.map(keyOf)) {
      if (!known.has(link) && isBelow(link, start)) queue.push(link);
      known.add(link);
    }
  }
  return crawl;
}

/** The page of an answer, kept under the address where redirects ended; undefined for what is not to be kept. */
function takePage(
  { crawl, start, known }: { crawl: Crawl; start: string; known: Set<string> },
  answer: Fetched,
  key: string,
  options: BoundedImport,
): SitePage | undefined {
  if (!isHtml(answer)) return undefined;
  const found = keyOf(answer.url);
  if (found !== key) crawl.aliases.set(key, found);
  known.add(found);
  // What is elsewhere is not of this site, and what is there already need not come twice.
  if (crawl.pages.has(found) || !isBelow(found, start) || !isWithin(crawl, answer, options)) return undefined;
  const html = readHtml(answer, crawl);
  if (!html) return undefined;
  const page = { ...html, key: found, slug: slugFor(html, found, crawl, options) };
  crawl.pages.set(found, page);
  return page;
}

/** The root is put beside what is there, the others below it. */
function slugFor(page: HtmlPage, key: string, { pages }: Crawl, { taken = [] }: BoundedImport): string {
  const [, ...others] = [...pages.values()].map((one) => one.slug);
  if (pages.size === 0) return uniqueSlug(slugify(page.title), taken);
  const name = decoded(posix.basename(new URL(key).pathname)).replace(/\.\w{1,5}$/, '');
  return uniqueSlug(slugify(name || page.title), others);
}

async function fetchImages(
  crawl: Crawl,
  options: BoundedImport,
): Promise<{ files: Map<string, FileNode>; asked: number }> {
  const { limits, content, newId } = options;
  const wanted = [...new Set([...crawl.pages.values()].flatMap((page) => page.images))].slice(
    0,
    limits.files,
  );
  const files = new Map<string, FileNode>();
  for (const url of wanted) {
    const answer = await fetchQuietly(options, url);
    if (!answer || !/^image\//.test(answer.contentType) || !isWithin(crawl, answer, options)) continue;
    const name = decoded(posix.basename(new URL(url).pathname)) || 'image';
    const full = /\.\w{1,5}$/.test(name) ? name : `${name}${extensionOf(answer.contentType)}`;
    files.set(url, {
      ...fileNode(full, answer.bytes, content, newId),
      contentType: mediaType(answer.contentType),
    });
  }
  return { files, asked: wanted.length };
}

function pageNode(
  page: SitePage,
  { content, newId, now }: BoundedImport,
  { crawl, files }: { crawl: Crawl; files: Map<string, FileNode> },
): PageNode {
  const [root] = crawl.pages.values();
  const markdown = mapLinks(page.markdown, (href) => {
    const file = files.get(href);
    if (file) return `/files/${file.id}`;
    if (!URL.canParse(href)) return undefined;
    const key = keyOf(href);
    const target = crawl.pages.get(crawl.aliases.get(key) ?? key);
    if (!target) return undefined;
    const path = target === root ? target.slug : `${root?.slug}/${target.slug}`;
    return `/${path}${new URL(href).hash}`;
  });
  const { title, slug } = page;
  return {
    id: newId(),
    type: 'document',
    title,
    slug,
    markdown: content.put(markdown),
    createdAt: now,
    updatedAt: now,
    pages: [],
  };
}

/** One page or image less is no reason to give up the others. */
async function fetchQuietly({ fetch }: BoundedImport, url: string): Promise<Fetched | undefined> {
  try {
    const answer = await fetch(url);
    return answer.status === 200 ? answer : undefined;
  } catch {
    return undefined;
  }
}

function isWithin(crawl: Crawl, { bytes, url }: Fetched, { limits }: BoundedImport): boolean {
  const most = Math.min(limits.fileBytes, limits.totalBytes - crawl.bytes);
  if (bytes.length > most) {
    crawl.reason ??= `${url} is larger than ${most} bytes`;
    return false;
  }
  crawl.bytes += bytes.length;
  return true;
}

function readHtml(answer: Fetched, crawl: Crawl): HtmlPage | undefined {
  try {
    return htmlToMarkdown(htmlText(answer), answer.url);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    crawl.reason ??= error.message;
    return undefined;
  }
}

const mediaType = (contentType: string) => (contentType.split(';')[0] ?? '').trim().toLowerCase();
const isHtml = ({ contentType }: Fetched) =>
  ['text/html', 'application/xhtml+xml'].includes(mediaType(contentType));

/** One page has one address: without query, anchor, `index.html` and slash at its end. */
function keyOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname.replace(/\/index\.html?$/i, '/').replace(/(?<=.)\/$/, '')}`;
}

/** `/docs/start.html` and `/docs` both open `/docs/...`. */
function isBelow(key: string, start: string): boolean {
  const base = start.replace(/\/[^/]*\.(?:html?|xhtml|php|aspx?|md)$/i, '').replace(/\/$/, '');
  return key === base || key.startsWith(`${base}/`);
}

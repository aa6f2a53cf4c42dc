// The text of a page, ready to be read: expressions evaluated, links leading where they lead on the site.
import type { ContentRef } from '../../api/content/content-ref.ts';
import { loadMarkdown } from '../../markdown/analyze.ts';
import type { ResolvedLink } from '../../markdown/link-index.ts';
import { computeMarkdown } from '../actions/content/compute-page.ts';
import { evaluate } from '../content/expressions/evaluate.ts';
import { linkIndex } from '../content/links.ts';
import { fileById, type Placed, placedById } from '../content/tree.ts';
import { contentStore } from '../db/content/content.ts';
import { downloadUrl } from '../downloads.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Markup } from './html.ts';
import { loadRenderer, type RenderMarkdown } from './markdown-html.ts';
import { type Book, pageHref } from './place.ts';

/** What a link leads to outside of its space: the address of a space or page, where the site shows it. */
export type Elsewhere = (space: string, page: string | undefined) => string | undefined;

/** The Markdown of a page as its readers get it. */
export async function markdownOf(
  sandbox: Sandbox,
  { tree, space }: Pick<Book, 'tree' | 'space'>,
  { page }: Pick<Placed, 'page'>,
): Promise<string> {
  const written = page.markdown === undefined ? '' : contentStore(sandbox.db).text(page.markdown);
  const kept = page.computed && written.trim() === '' ? await computeMarkdown(sandbox, space, page) : written;
  return evaluate(kept, { page: page.variables ?? {}, space: tree.variables, now: sandbox.now() }, true);
}

let parsers: Promise<[Awaited<ReturnType<typeof loadMarkdown>>, RenderMarkdown]> | undefined;

/** Loaded once a process. */
export const loadParsers = () => {
  parsers ??= Promise.all([loadMarkdown(), loadRenderer()]);
  return parsers;
};

/** A section that a link on its page leads to. */
export interface Heading {
  anchor: string;
  title: string;
}

/** A text of a page as HTML, and its sections. */
export async function renderPage(
  sandbox: Sandbox,
  book: Book,
  placed: Placed,
  markdown: string,
  elsewhere: Elsewhere,
): Promise<{ body: Markup; outline: Heading[] }> {
  const [{ analyze }, render] = await loadParsers();
  const analysis = analyze(markdown);
  const resolved = new Map<string, ResolvedLink>();
  const world = { anchorsOf: () => [] };
  // The index of a large space is made only for pages with links.
  const links = analysis.links.length === 0 ? [] : linkIndex(book.tree, world).of(placed, analysis);
  for (const link of links) if (!resolved.has(link.href)) resolved.set(link.href, link);
  const addressOf = (target: ContentRef): string | undefined => {
    switch (target.kind) {
      case 'url':
        return safeUrl(target.url);
      case 'page':
      case 'anchor': {
        if (target.space !== undefined) return elsewhere(target.space, target.page);
        const found = placedById(book.tree).get(target.page ?? placed.page.id);
        const anchor = target.kind === 'anchor' ? `#${encodeURIComponent(target.anchor)}` : '';
        return found && pageHref(book, found) + anchor;
      }
      case 'space':
        return elsewhere(target.space, undefined);
      case 'file': {
        const file = fileById(book.tree, target.file);
        if (!file) return undefined;
        const { hash, name, contentType } = file;
        return downloadUrl({ db: sandbox.db, origin: '' }, { kind: 'file', hash, name, contentType });
      }
      default:
        return undefined;
    }
  };
  const address = (written: string): string | undefined => {
    const href = decoded(written);
    const { target } = resolved.get(href) ?? {};
    return target ? addressOf(target) : safeUrl(href);
  };
  // A section whose heading publishes no anchor has that of the section around it.
  const headings = analysis.sections
    .map((section, at) => ({
      ...section,
      anchor: (section.anchor !== analysis.sections[at - 1]?.anchor && section.anchor) || undefined,
    }))
    .filter(({ level }) => level > 0);
  const anchors = headings.map(({ anchor }) => anchor);
  return {
    body: render(markdown, { anchors, link: address, image: address }),
    outline: headings.flatMap(({ level, anchor, title }) =>
      anchor !== undefined && level < 4 ? [{ anchor, title }] : [],
    ),
  };
}

/** As links are kept: percent-decoded part by part, but for URLs. */
function decoded(href: string): string {
  if (/^[a-z][a-z0-9+.-]*:/i.test(href)) return href;
  return href.replace(/(?:%[0-9a-f]{2})+/gi, (escaped) => {
    try {
      return decodeURIComponent(escaped);
    } catch {
      return escaped;
    }
  });
}

/** Addresses that a browser only ever opens; never one that runs something. */
export const safeUrl = (url: string): string | undefined =>
  /^(?:https?:\/\/|mailto:|tel:|#)/i.test(url) && !/[\s\p{Cc}]/u.test(url) ? url : undefined;

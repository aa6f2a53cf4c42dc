// The text of a page, ready to be read: expressions evaluated, links leading where they lead on the site.

import type { ContentRef } from '../../api/content/content-ref.ts';
import { type Analysis, loadMarkdown } from '../../markdown/analyze.ts';
import type { ResolvedLink } from '../../markdown/link-index.ts';
import { decodedTarget } from '../../markdown/link-targets.ts';
import { evaluate } from '../content/expressions/evaluate.ts';
import { fileById, linkIndex, type Placed, placedById } from '../content/tree.ts';
import { contentStore } from '../db/content/content.ts';
import { downloadUrl } from '../downloads.ts';
import { computeMarkdown } from '../resources/content/pages.ts';
import type { Sandbox } from '../sandbox.ts';
import { loadHighlight, loadIcons, loadMath, type Markup, once } from './html.ts';
import { loadRenderer } from './markdown-html.ts';
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

export const loadParsers = once(() => Promise.all([loadMarkdown(), loadRenderer(), loadIcons()]));

/** A section that a link on its page leads to. */
export interface Heading {
  anchor: string;
  title: string;
  level: number;
}

export interface Rendered {
  body: Markup;
  outline: Heading[];
}

interface Rendering {
  elsewhere: Elsewhere;
  /** Shared by all pieces of one page. */
  ids?: { next: number };
}

/** A text of a page as HTML, and its sections. */
export async function renderPage(
  sandbox: Sandbox,
  book: Book,
  placed: Placed,
  written: string,
  { elsewhere, ids = { next: 0 } }: Rendering,
): Promise<Rendered> {
  const [{ analyze }, render] = await loadParsers();
  const markdown = preparedText(written, readerOf(sandbox, book, placed));
  const analysis = analyze(markdown);
  const { address, titleOf } = linksOf(sandbox, book, placed, analysis, elsewhere);
  // A section whose heading publishes no anchor has that of the section around it.
  const headings = analysis.sections
    .map((section, at) => ({
      ...section,
      anchor: (section.anchor !== analysis.sections[at - 1]?.anchor && section.anchor) || undefined,
    }))
    .filter(({ level }) => level > 0);
  const highlight = HAS_CODE.test(markdown) ? await loadHighlight() : undefined;
  const math = markdown.includes('$$') ? await loadMath() : undefined;
  const anchors = headings.map(({ anchor }) => anchor);
  return {
    body: render(markdown, { anchors, link: address, image: address, titleOf, ids, highlight, math }),
    outline: headings.flatMap(({ level, anchor, title }) =>
      anchor !== undefined && level < 4 ? [{ anchor, title, level }] : [],
    ),
  };
}

/** A language is named only after such a fence. */
const HAS_CODE = /^[ >*+\d.-]*(?:`{3,}|~{3,}) *\w/m;

/** Reusable content as the page names it, and conditions as they hold for the visitor. */
const readerOf = ({ db }: Sandbox, { tree, shows }: Book, placed: Placed) => ({
  shows,
  included(path: string) {
    const found = linkIndex(tree, { anchorsOf: () => [] }).of(placed, oneLink(path))[0]?.target;
    const id = found?.kind === 'reusable-content' ? found.reusableContent : path.split('/').at(-1);
    const content = tree.reusableContents.find((one) => one.id === id);
    return content?.markdown === undefined ? undefined : contentStore(db).text(content.markdown);
  },
});

const oneLink = (href: string): Analysis => ({
  links: [{ kind: 'link', href, text: '', anchor: '' }],
  ...{ sections: [], anchors: [], text: '' },
});

/** Where the links of a page lead, and what the pages there are called. */
function linksOf(sandbox: Sandbox, book: Book, placed: Placed, analysis: Analysis, elsewhere: Elsewhere) {
  const resolved = new Map<string, ResolvedLink>();
  // The index of a large space is made only for pages with links.
  const links =
    analysis.links.length === 0 ? [] : linkIndex(book.tree, { anchorsOf: () => [] }).of(placed, analysis);
  for (const link of links) if (!resolved.has(link.href)) resolved.set(link.href, link);
  const pageOf = (target: ContentRef | undefined): Placed | undefined =>
    target &&
    'page' in target &&
    !('space' in target && target.space !== undefined) &&
    target.page !== undefined
      ? placedById(book.tree).get(target.page)
      : undefined;
  const addressOf = (target: ContentRef): string | undefined => {
    switch (target.kind) {
      case 'url':
        return safeUrl(target.url);
      case 'page':
      case 'anchor': {
        if (target.space !== undefined) return elsewhere(target.space, target.page);
        const found = target.page === undefined ? placed : pageOf(target);
        const anchor = target.kind === 'anchor' ? `#${encodeURIComponent(target.anchor)}` : '';
        return found && pageHref(book, found) + anchor;
      }
      case 'space':
        return elsewhere(target.space, undefined);
      case 'file':
        return fileAddress(sandbox, book, target.file);
      default:
        return undefined;
    }
  };
  return {
    address(written: string): string | undefined {
      const href = decodedTarget(written);
      const { target } = resolved.get(href) ?? {};
      if (target) return addressOf(target);
      return safeUrl(href) ?? book.beyond?.(placed.page.git?.path ?? '', href);
    },
    titleOf: (written: string): string | undefined =>
      pageOf(resolved.get(decodedTarget(written))?.target)?.page.title,
  };
}

/** Where a file of a space is; without the origin, which a proxy may change. */
export function fileAddress(
  { db }: Sandbox,
  { tree, fileHref }: Pick<Book, 'tree' | 'fileHref'>,
  id: string,
): string | undefined {
  const file = fileById(tree, id);
  if (!file) return undefined;
  if (fileHref && file.git) return fileHref(file.git.path);
  const { hash, name, contentType } = file;
  return downloadUrl({ db, origin: '' }, { kind: 'file', hash, name, contentType });
}

/** Addresses that a browser only ever opens; never one that runs something. */
export const safeUrl = (url: string): string | undefined =>
  /^(?:https?:\/\/|mailto:|tel:|#)/i.test(url) && !/[\s\p{Cc}]/u.test(url) ? url : undefined;

// The Markdown of a page as one visitor gets it: reusable content in its place, and of conditions what holds for them.

/** A line that holds one of these tags alone. */
const TAG = /^ {0,3}\{% *(include|if|else|elif|endif)\b((?:[^%]|%(?!\}))*)%\}[ \t]*$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** Reusable content within reusable content. */
const DEEPEST = 5;

interface Reader {
  /** The text of reusable content; undefined where nothing is there. */
  included(path: string): string | undefined;
  shows(condition: string): boolean;
}

/** Takes Markdown with `{% include %}` and `{% if %}`; returns it without them. In code they stay. */
function preparedText(markdown: string, reader: Reader, depth = 0): string {
  if (!/\{% *(?:include|if)\b/.test(markdown)) return markdown;
  const conditions: Condition[] = [];
  const tagIn = outsideCode();
  const lines = markdown.split(/\r?\n/).flatMap((line): string[] => {
    const [, name, rest = ''] = tagIn(line);
    const isShown = conditions.every(({ shown }) => shown);
    if (name === undefined) return isShown ? [line] : [];
    if (name === 'include') return isShown ? included(rest, reader, depth) : [];
    step(conditions, name, rest.trim(), reader);
    return [];
  });
  return lines.join('\n');
}

/** Takes line after line; returns the tag in each, unless it is code. */
function outsideCode(): (line: string) => readonly (string | undefined)[] {
  let fence = '';
  return (line) => {
    const mark = FENCE.exec(line)?.[1];
    if (mark && (fence === '' || mark.startsWith(fence))) fence = fence === '' ? mark : '';
    return fence === '' ? (TAG.exec(line) ?? []) : [];
  };
}

function included(written: string, reader: Reader, depth: number): string[] {
  const path = /^\s*["']([^"']+)["']/.exec(written)?.[1];
  const text = path === undefined || depth >= DEEPEST ? undefined : reader.included(path);
  return text === undefined ? [] : ['', preparedText(text, reader, depth + 1), ''];
}

interface Condition {
  shown: boolean;
  done: boolean;
}

function step(conditions: Condition[], name: string, condition: string, { shows }: Reader): void {
  const last = conditions.at(-1);
  if (name === 'if') {
    const shown = shows(condition);
    conditions.push({ shown, done: shown });
  } else if (name === 'endif') conditions.pop();
  else if (last) {
    last.shown = !last.done && (name === 'else' || shows(condition));
    last.done ||= last.shown;
  }
}

// A page of HTML as Markdown. Loads turndown: import this file when it is needed.

import { gfm } from '@joplin/turndown-plugin-gfm';
import TurndownService from 'turndown';
import { ValidationError } from '../../../errors.ts';
import { parsedUrl } from '../../../files/plain-forms.ts';
import { plainText, takeTitle } from '../../../markdown/page-title.ts';

// How many attributes the tags of a page have: the HTML parser takes quadratic time for many on one.

const NAME = /[a-z][a-z0-9]*/iy;
const [LESS, GREATER, SLASH, EQUALS, QUOTE, APOSTROPHE] = [0x3c, 0x3e, 0x2f, 0x3d, 0x22, 0x27];

/** The most attributes of one tag, about; scripts, styles and comments are not looked into. One pass over the text. */
function mostAttributes(html: string): number {
  let most = 0;
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at)) {
    if (html.startsWith('<!--', at)) {
      at = after(html, '-->', at + 4);
      continue;
    }
    NAME.lastIndex = at + 1;
    const [name] = NAME.exec(html) ?? [];
    if (name === undefined) {
      at += 1;
      continue;
    }
    const tag = readTag(html, at + 1 + name.length);
    most = Math.max(most, tag.attributes);
    at = /^(?:script|style)$/i.test(name) ? endOfText(html, tag.end, name) : tag.end;
  }
  return most;
}

/** From behind the name of a tag to behind its end. */
function readTag(html: string, from: number): { attributes: number; end: number } {
  let attributes = 0;
  let before = EQUALS;
  for (let at = from; at < html.length; at += 1) {
    const code = html.charCodeAt(at);
    const isGap = code <= 0x20 || code === SLASH;
    if (code === GREATER) return { attributes, end: at + 1 };
    if ((code === QUOTE || code === APOSTROPHE) && before === EQUALS) {
      at = after(html, String.fromCharCode(code), at + 1) - 1;
      before = LESS;
    } else if (!isGap) before = code;
    // A new one begins after a gap, or right behind a quote.
    const next = html.charCodeAt(at + 1);
    if ((isGap || before === LESS) && next > 0x20 && next !== GREATER && next !== EQUALS) attributes += 1;
  }
  return { attributes, end: html.length };
}

const after = (html: string, text: string, from: number): number => {
  const at = html.indexOf(text, from);
  return at === -1 ? html.length : at + text.length;
};

function endOfText(html: string, from: number, name: string): number {
  const end = new RegExp(`</${name}`, 'ig');
  end.lastIndex = from;
  return end.exec(html)?.index ?? html.length;
}

export interface HtmlPage {
  title: string;
  /** Without the heading that gave the title. */
  markdown: string;
  /** Absolute addresses, in order, each once. */
  links: string[];
  images: string[];
}

const MAX_HTML = 2 * 1024 * 1024;
const MAX_TAGS = 50_000;
const MAX_ROWS = 1500;
const MAX_ATTRIBUTES = 500;
const MAX_DEPTH = 500;
/** Tags that need no end, or end by themselves. */
const FLAT =
  /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr|p|li|dt|dd|tr|td|th|thead|tbody|tfoot|option|optgroup|colgroup|html|head|body)$/i;
/** The frame around the content, and what is no text. */
const CHROME = [
  'head',
  'title',
  'nav',
  'footer',
  'aside',
  'script',
  'style',
  'noscript',
  'template',
  'form',
  'button',
  'iframe',
  'svg',
] as const;

/** `url` is where the page stands: links and images come out absolute. Throws ValidationError for one too large or too deep. */
export function htmlToMarkdown(html: string, url: string): HtmlPage {
  checkSize(html, url);
  const seen = { links: new Set<string>(), images: new Set<string>() };
  const service = createService(url, seen);
  const { part, isMarked } = mainPart(html);
  // A header of the main part holds its title; one of the whole page does not.
  if (!isMarked) service.remove('header');
  try {
    const source = service.turndown(part);
    const { title, markdown } = takeTitle(source);
    return {
      title: title ?? (titleTag(html, service) || url),
      markdown: markdown === '' ? '' : `${markdown.trim()}\n`,
      links: [...seen.links],
      images: [...seen.images],
    };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw tooDeep(url, error);
  }
}

/** The parser takes quadratic time for deep pages, the writer of tables for long ones. */
function checkSize(html: string, url: string): void {
  if (html.length > MAX_HTML)
    throw new ValidationError(`the page ${url} has more than ${MAX_HTML} characters`);
  let [tags, rows, depth] = [0, 0, 0];
  for (const [, close, name = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)/gi)) {
    tags += 1;
    if (/^tr$/i.test(name) && close === '') rows += 1;
    if (!FLAT.test(name)) depth = Math.max(0, depth + (close === '' ? 1 : -1));
    if (depth > MAX_DEPTH) throw tooDeep(url);
  }
  if (mostAttributes(html) > MAX_ATTRIBUTES) {
    throw new ValidationError(`the page ${url} has a tag with more than ${MAX_ATTRIBUTES} attributes`);
  }
  if (tags > MAX_TAGS || rows > MAX_ROWS) {
    throw new ValidationError(`the page ${url} has more than ${MAX_TAGS} tags or ${MAX_ROWS} table rows`);
  }
}

const tooDeep = (url: string, cause?: unknown) =>
  new ValidationError(`the page ${url} is nested too deeply to be read`, { cause });

/** Of what turndown hands to a rule; elements have attributes, texts do not. */
function attributeOf(node: object, name: string): string | null {
  if (!('getAttribute' in node) || typeof node.getAttribute !== 'function') return null;
  const value: unknown = node.getAttribute(name);
  return typeof value === 'string' ? value : null;
}

function createService(url: string, seen: { links: Set<string>; images: Set<string> }): TurndownService {
  const service = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '*',
    hr: '---',
    emDelimiter: '_',
  });
  service.use(gfm);
  service.remove([...CHROME] as TurndownService.Filter);
  service.addRule('link', {
    filter: 'a',
    replacement: (content, node) => {
      const href = absolute(attributeOf(node, 'href'), url);
      const text = content.replace(/(?<!\s)\s*\n\s*/g, ' ').trim();
      if (href === undefined || text === '') return text;
      if (/^https?:/.test(href)) seen.links.add(href);
      return `[${text}](${encode(href)})`;
    },
  });
  service.addRule('image', {
    filter: 'img',
    replacement: (_content, node) => {
      const src = absolute(attributeOf(node, 'src'), url);
      if (src === undefined || !/^https?:/.test(src)) return '';
      seen.images.add(src);
      return `![${(attributeOf(node, 'alt') ?? '').replace(/[[\]\\]/g, '\\$&').replace(/\s+/g, ' ')}](${encode(src)})`;
    },
  });
  return service;
}

/** Only the main part of a page is content, where the page says which it is. */
function mainPart(html: string): { part: string; isMarked: boolean } {
  for (const tag of ['main', 'article', 'body']) {
    const open = new RegExp(`<${tag}\\b[^<>]*>`, 'i').exec(html);
    if (!open) continue;
    const end = html.toLowerCase().lastIndexOf(`</${tag}`);
    const part = html.slice(open.index + open[0].length, end < open.index ? undefined : end);
    return { part, isMarked: tag !== 'body' };
  }
  return { part: html, isMarked: false };
}

function titleTag(html: string, service: TurndownService): string {
  const title = /<title\b[^<>]*>([^<]{0,1000})/i.exec(html)?.[1] ?? '';
  return plainText(service.turndown(title)).replace(/\s+/g, ' ').trim();
}

function absolute(href: string | null, base: string): string | undefined {
  const url = href === null || href.trim() === '' ? undefined : parsedUrl(href.trim(), base);
  if (!url) return undefined;
  const { href: full, protocol } = url;
  return ['http:', 'https:', 'mailto:'].includes(protocol) ? full : undefined;
}

const encode = (href: string) =>
  href.replace(/[()\s<>]/g, (char) => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`);

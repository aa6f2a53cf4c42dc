// A page of HTML as Markdown. Loads turndown: import this file when it is needed.
import { gfm } from '@joplin/turndown-plugin-gfm';
import TurndownService from 'turndown';
import { ValidationError } from '../../../errors.ts';
import { htmlFault, TOO_DEEP, withEndTags } from '../../../files/html-bounds.ts';
import { parsedUrl } from '../../../files/texts.ts';
import { plainText, takeTitle } from '../../../markdown/page-title.ts';

export interface HtmlPage {
  title: string;
  /** Without the heading that gave the title. */
  markdown: string;
  /** Absolute addresses, in order, each once. */
  links: string[];
  images: string[];
}

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
export function htmlToMarkdown(written: string, url: string): HtmlPage {
  const html = withEndTags(written);
  const fault = htmlFault(html);
  if (fault !== undefined) throw new ValidationError(`the page ${url} ${fault}`);
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
    throw new ValidationError(`the page ${url} ${TOO_DEEP}`, { cause: error });
  }
}

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

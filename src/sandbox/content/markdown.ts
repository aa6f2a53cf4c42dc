// Markdown read once at write time: its sections for search, its links for the link index, its anchors.
import type { Token } from 'markdown-it';
import { tagLinks } from './import/html-links.ts';

export interface Section {
  /** Empty for the text before the first heading. */
  anchor: string;
  title: string;
  /** 1 to 6; 0 for the text before the first heading. */
  level: number;
  /** Plain text. */
  body: string;
}

export interface Link {
  kind: 'link' | 'image';
  /** As written; percent-decoded unless it is a URL with a scheme. */
  href: string;
  text: string;
  /** The section it stands in. */
  anchor: string;
}

export interface Analysis {
  sections: Section[];
  links: Link[];
  /** Every anchor a link can point to, of headings and of `id` attributes. */
  anchors: string[];
  /** The whole page as plain text. */
  text: string;
}

export interface Markdown {
  analyze(markdown: string): Analysis;
  parse(markdown: string): Token[];
}

/** Loads the parser; what it returns works without waiting. */
export async function loadMarkdown(): Promise<Markdown> {
  const { default: createParser } = await import('markdown-it');
  const parser = createParser({ html: true, linkify: true });
  parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
  // Links are compared with paths and titles: they must stay as they were written.
  parser.normalizeLink = (url) => url;
  parser.normalizeLinkText = (url) => url;
  const parse = (markdown: string) => parser.parse(markdown, {});
  return { parse, analyze: (markdown) => analyze(parse(markdown)) };
}

/** `Über uns!` becomes `über-uns`, as in the anchors of Git hosts. */
export function headingAnchor(title: string): string {
  return title
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}

interface Reading {
  sections: Section[];
  links: Link[];
  anchors: Set<string>;
  /** The last number given to headings of the same words: thousands of them are not counted anew each. */
  numbers: Map<string, number>;
  lines: string[];
}

function analyze(tokens: Token[]): Analysis {
  const reading: Reading = { sections: [], links: [], anchors: new Set(), numbers: new Map(), lines: [] };
  let section: Section = { anchor: '', title: '', level: 0, body: '' };
  const close = () => {
    section.body = reading.lines.splice(0).join('\n').trim();
    if (section.level > 0 || section.body !== '') reading.sections.push(section);
  };
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      close();
      section = openSection(token, tokens[index + 1], reading);
    } else if (tokens[index - 1]?.type !== 'heading_open') {
      const text = readBlock(token, section.anchor, reading);
      if (text !== '') reading.lines.push(text);
    } else readLinks(token.children ?? [], section.anchor, reading);
  }
  close();
  const text = reading.sections.map(({ title, body }) => `${title}\n${body}`.trim()).join('\n');
  return { sections: reading.sections, links: reading.links, anchors: [...reading.anchors], text };
}

function openSection(heading: Token, inline: Token | undefined, { anchors, numbers }: Reading): Section {
  const title = inlineText(inline?.children ?? []).trim();
  // `## Title <a href="#x" id="x"></a>` names its anchor itself.
  const named = /\bid="([^"]+)"/.exec(inline?.content.match(/<a\s[^<>]*>/)?.[0] ?? '')?.[1];
  const wanted = named ?? (headingAnchor(title) || 'section');
  let anchor = wanted;
  let number = numbers.get(wanted) ?? 0;
  while (!named && anchors.has(anchor)) {
    number += 1;
    anchor = `${wanted}-${number}`;
  }
  numbers.set(wanted, number);
  anchors.add(anchor);
  return { anchor, title, level: Number(heading.tag.slice(1)), body: '' };
}

/** Returns the plain text of one block token, and notes its links. */
function readBlock(token: Token, anchor: string, reading: Reading): string {
  if (token.type === 'inline') {
    readLinks(token.children ?? [], anchor, reading);
    return inlineText(token.children ?? []).trim();
  }
  if (token.type === 'fence' || token.type === 'code_block') return token.content.trim();
  if (token.type !== 'html_block') return '';
  readTags(token.content, anchor, reading);
  return stripTags(token.content);
}

function readLinks(children: Token[], anchor: string, reading: Reading): void {
  const add = (kind: Link['kind'], href: string, text: string) =>
    reading.links.push({ kind, href: decode(href), text, anchor });
  for (const [index, token] of children.entries()) {
    if (token.type === 'link_open') {
      let end = index + 1;
      while (end < children.length && children[end]?.type !== 'link_close') end += 1;
      add('link', String(token.attrGet('href') ?? ''), inlineText(children.slice(index + 1, end)));
    } else if (token.type === 'image') {
      add('image', String(token.attrGet('src') ?? ''), token.content);
    } else if (token.type === 'html_inline' || (token.type === 'text' && token.content.includes('{%'))) {
      readTags(token.content, anchor, reading);
    }
  }
}

function readTags(source: string, anchor: string, { links, anchors }: Reading): void {
  for (const { kind, href, id } of tagLinks(source)) {
    if (href !== undefined) links.push({ kind, href: decode(href), text: '', anchor });
    if (id !== undefined) anchors.add(id);
  }
}

function inlineText(children: Token[]): string {
  const parts = children.map((token) => {
    if (token.type === 'softbreak' || token.type === 'hardbreak') return '\n';
    if (token.type === 'text') return token.content.replace(/\{%[^%]*%\}/g, '');
    return token.type === 'code_inline' || token.type === 'image' ? token.content : '';
  });
  return parts.join('');
}

function stripTags(html: string): string {
  return html
    .replace(/<!--(?:(?!<!--)[\s\S])*?-->|<[^<>]*>|\{%[^%]*%\}/g, ' ')
    .replace(/[ \t]+/g, ' ')
    .trim();
}

/** Paths are decoded part by part, so that one bad escape spoils nothing else. URLs stay as they are. */
function decode(href: string): string {
  if (/^[a-z][a-z0-9+.-]*:/i.test(href)) return href;
  return href.replace(/(?:%[0-9a-f]{2})+/gi, (escaped) => {
    try {
      return decodeURIComponent(escaped);
    } catch {
      return escaped;
    }
  });
}

// Markdown read once at write time: its sections for search, its links for the link index, its anchors.

import type { Token } from 'markdown-it';
import { AnchorBook } from './heading-anchor.ts';
import { decodedTarget } from './link-targets.ts';

// Links and anchors in raw HTML and in block tags (`{% content-ref url="..." %}`), which a Markdown parser leaves alone.

interface TagLink {
  kind: 'link' | 'image';
  href?: string;
  id?: string;
}

const INSIDE = String.raw`(?:[^%{]|%(?!\})|\{(?!%))*`;
const TAG = new RegExp(
  String.raw`<([a-z][a-z0-9]*)\b([^<>]*)>|\{%\s*(content-ref|file|embed|include)\b(${INSIDE})%\}`,
  'gi',
);
/** A block tag in a text; an address in it is a link of its own, between two texts. */
export const BLOCK_TAG = new RegExp(String.raw`\{%${INSIDE}(?:%\}|=["']$)|^["']${INSIDE}%\}`, 'g');
const ATTRIBUTE = /\b(href|srcset|src|url|id|name)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/gi;
/** Which attribute of a tag leads somewhere. */
const LINKS: Record<string, string> = {
  a: 'href',
  img: 'src',
  source: 'src',
  video: 'src',
  iframe: 'src',
  'content-ref': 'url',
  embed: 'url',
  file: 'src',
};
const IMAGES = new Set(['img', 'source', 'video']);

/** Yields what the tags in the source point to, and the anchors they set. */
function* tagLinks(source: string): Generator<TagLink> {
  const tags = source.replace(/<!--(?:(?!<!--)[\s\S])*?-->/g, '').matchAll(TAG);
  for (const [, tag, attributes, block, blockAttributes] of tags) {
    yield* linksOf((tag ?? block ?? '').toLowerCase(), attributes ?? blockAttributes ?? '');
  }
}

function* linksOf(tag: string, attributes: string): Generator<TagLink> {
  const kind = IMAGES.has(tag) ? 'image' : 'link';
  // `{% include "path" %}` names no attribute.
  const included = tag === 'include' ? /^\s*["']([^"']+)["']/.exec(attributes)?.[1] : undefined;
  if (included !== undefined) yield { kind, href: included };
  for (const [, name = '', double, single, bare] of attributes.matchAll(ATTRIBUTE)) {
    const value = decodeEntities(double ?? single ?? bare ?? '');
    const key = name.toLowerCase();
    if (key === 'id' || (key === 'name' && tag === 'a')) yield { kind, id: value };
    else if (Object.hasOwn(LINKS, tag) && LINKS[tag] === key) yield { kind, href: value };
    else if (IMAGES.has(tag) && key === 'srcset') yield* setOf(value);
  }
}

/** `a.png, b.png 2x`: each picture without the size that it is for. Paths may hold spaces. */
const setOf = (value: string): TagLink[] =>
  value
    .split(/,\s+/)
    .map((one) => ({ kind: 'image', href: one.replace(/(?<!\s)\s+\d+(?:\.\d+)?[wx]$/, '').trim() }));

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&quot;': '"',
  '&#39;': "'",
  '&lt;': '<',
  '&gt;': '>',
};

const decodeEntities = (value: string): string =>
  value.replace(/&(?:amp|quot|#39|lt|gt);/g, (entity) => ENTITIES[entity] ?? entity);

export interface Section {
  /** Its own, or that of the section around it where its heading publishes none; empty for the top of the page. */
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
  /** The section it is in. */
  anchor: string;
  /** The lines of its block, from 0, without the last: only where places were asked for. */
  lines?: readonly [from: number, to: number];
}

export interface Analysis {
  sections: Section[];
  links: Link[];
  /** Every anchor a link can point to: of headings, tabs, footnotes and `id` attributes. */
  anchors: string[];
  /** The whole page as plain text. */
  text: string;
}

export interface Markdown {
  analyze(markdown: string): Analysis;
  parse(markdown: string): Token[];
  /** The same of a text that is parsed already, with the lines of each link. */
  analyzeTokens(tokens: Token[], markdown: string): Analysis;
}

/** Loads the parser; what it returns works without waiting. `everyLink`: also those that a browser must not open. */
export async function loadMarkdown({ everyLink = false } = {}): Promise<Markdown> {
  const { default: createParser } = await import('markdown-it');
  const parser = createParser({ html: true, linkify: true });
  parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
  // An address has a scheme, or begins with two slashes: the whole test tries every letter of each text.
  const { linkify } = parser;
  const test = linkify.test.bind(linkify);
  linkify.test = (text) => (text.includes(':') || text.includes('//')) && test(text);
  // Links are compared with paths and titles: they must stay as they were written.
  parser.normalizeLink = (url) => url;
  parser.normalizeLinkText = (url) => url;
  if (everyLink) parser.validateLink = () => true;
  addMath(parser);
  addFootnotes(parser);
  const parse = (markdown: string) => parser.parse(markdown, {});
  return {
    parse,
    analyze: (markdown) => analyze(parse(markdown), footnotesIn(markdown)),
    analyzeTokens: (tokens, markdown) => analyze(tokens, footnotesIn(markdown), { places: true }),
  };
}

type Parser = ReturnType<typeof import('markdown-it')['default']>;

/** What explains a footnote is text of the page, even where it is one word: not the address of a link. */
function addFootnotes({ block: { ruler } }: Parser): void {
  const paragraph = ruler.getRules('').at(-1);
  ruler.before('reference', 'footnote', (state, line, end, silent) => {
    const at = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
    const isNote = /^\[\^[^\]\s]+\]:/.test(state.src.slice(at, state.eMarks[line]));
    return isNote && paragraph?.(state, line, end, silent) === true;
  });
}

interface Reading {
  sections: Section[];
  links: Link[];
  book: AnchorBook;
  /** Of `id` attributes and footnotes. */
  others: Set<string>;
  lines: string[];
  /** Lines of the block that is read; stays undefined where nobody asked. */
  at?: readonly [number, number] | undefined;
}

/** A footnote that is explained is reached by its name, whatever the platform shows of it. */
const footnotesIn = (markdown: string): string[] =>
  [...markdown.matchAll(/^ {0,3}\[\^([^\]\s]+)\]:/gm)].map(([, name]) => `user-content-fn-${name}`);

function analyze(tokens: Token[], footnotes: string[], { places = false } = {}): Analysis {
  const reading: Reading = {
    sections: [],
    links: [],
    book: new AnchorBook(),
    others: new Set(footnotes),
    lines: [],
  };
  let section: Section = { anchor: '', title: '', level: 0, body: '' };
  const close = () => {
    section.body = reading.lines.splice(0).join('\n').trim();
    if (section.level > 0 || section.body !== '') reading.sections.push(section);
  };
  for (const [index, token] of tokens.entries()) {
    if (places && token.map) reading.at = token.map;
    if (token.type === 'heading_open') {
      close();
      section = openSection(token, { inline: tokens[index + 1], around: section.anchor }, reading);
    } else if (tokens[index - 1]?.type !== 'heading_open') {
      const text = readBlock(token, section.anchor, reading);
      if (text !== '') reading.lines.push(text);
    } else readLinks(token.children ?? [], section.anchor, reading);
  }
  close();
  const text = reading.sections.map(({ title, body }) => `${title}\n${body}`.trim()).join('\n');
  return {
    sections: reading.sections,
    links: reading.links,
    anchors: [...new Set([...reading.book.taken, ...reading.others])],
    text,
  };
}

interface Heading {
  inline: Token | undefined;
  /** The anchor of the section around it. */
  around: string;
}

function openSection(heading: Token, { inline, around }: Heading, { book }: Reading): Section {
  const title = inlineText(inline?.children ?? [])
    .replace(/(?<!\s)\s*\{#[\w.:-]+\}$/, '')
    .trim();
  // `## Title <a href="#x" id="x"></a>` names its anchor itself.
  const named = /\bid="([^"]+)"/.exec(inline?.content.match(/<a\s[^<>]*>/)?.[0] ?? '')?.[1];
  const level = Number(heading.tag.slice(1));
  const text = title.replace(/\[\^[^\]]+\]/g, '');
  const anchor = book.take({ text, level, ...(named !== undefined && { named }) });
  return { anchor: anchor ?? around, title, level, body: '' };
}

/** Returns the plain text of one block token, and notes its links. */
function readBlock(token: Token, anchor: string, reading: Reading): string {
  if (token.type === 'inline') {
    for (const [, text = ''] of token.content.matchAll(TAB)) reading.book.take({ text });
    readLinks(token.children ?? [], anchor, reading);
    return inlineText(token.children ?? []).trim();
  }
  if (token.type === 'fence' || token.type === 'code_block') return token.content.trim();
  if (token.type !== 'html_block') return '';
  readTags(token.content, anchor, reading);
  return stripTags(token.content);
}

/** A tab is reached by its title, as a section is. */
const TAB = /\{%\s*tab\s+title="([^"]*)"\s*%\}/g;

function readLinks(children: Token[], anchor: string, reading: Reading): void {
  const add = (kind: Link['kind'], href: string, text: string) =>
    reading.links.push({ kind, href: decodedTarget(href), text, anchor, ...atLines(reading) });
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

const atLines = ({ at }: Reading): Pick<Link, 'lines'> => (at ? { lines: at } : {});

function readTags(source: string, anchor: string, reading: Reading): void {
  const { links, others } = reading;
  for (const { kind, href, id } of tagLinks(source)) {
    if (href !== undefined)
      links.push({ kind, href: decodedTarget(href), text: '', anchor, ...atLines(reading) });
    if (id !== undefined) others.add(id);
  }
}

function inlineText(children: Token[]): string {
  const parts = children.map((token) => {
    if (token.type === 'softbreak' || token.type === 'hardbreak') return '\n';
    if (token.type === 'text') return token.content.replace(BLOCK_TAG, '');
    return token.type === 'code_inline' || token.type === 'image' ? token.content : '';
  });
  return parts.join('');
}

const stripTags = (html: string): string =>
  html
    .replace(/<!--(?:(?!<!--)[\s\S])*?-->|<[^<>]*>/g, ' ')
    .replace(BLOCK_TAG, ' ')
    .replace(/[ \t]+/g, ' ')
    .trim();

// $$formulas$$, in a line or on lines of their own: nothing in them is Markdown.

const MARK = '$$';

/** Makes `math` and `math_block` of them, whose content is the formula. */
export function addMath(parser: Parser): void {
  parser.inline.ruler.before('escape', 'math', (state, silent) => {
    if (!state.src.startsWith(MARK, state.pos)) return false;
    const end = state.src.indexOf(MARK, state.pos + MARK.length);
    if (end === -1 || end + MARK.length > state.posMax) return false;
    if (!silent) state.push('math', 'math', 0).content = state.src.slice(state.pos + MARK.length, end);
    state.pos = end + MARK.length;
    return true;
  });
  parser.block.ruler.before(
    'fence',
    'math_block',
    (state, start, last, silent) => {
      const isMark = (line: number) => state.getLines(line, line + 1, 0, false).trim() === MARK;
      if (!isMark(start)) return false;
      let end = start + 1;
      while (end < last && !isMark(end)) end += 1;
      if (end >= last) return false;
      if (silent) return true;
      state.push('math_block', 'math', 0).content = state.getLines(start + 1, end, 0, false);
      state.line = end + 1;
      return true;
    },
    { alt: ['paragraph', 'reference', 'blockquote', 'list'] },
  );
}

// SUMMARY.md: the table of contents of a repository, read and written.

import { escapeTitle, plainText } from '../../../markdown/page-title.ts';
import type { Steps } from '../steps.ts';

export interface SummaryItem {
  title: string;
  /** Where the item leads, percent-decoded unless it is a URL; absent for a group. */
  href?: string;
  /** Fields that have no place in the list, kept in a comment behind the item. */
  meta?: Record<string, unknown>;
  children: SummaryItem[];
}

const MAX_LINE = 100_000;
const COMMENT = '<!--';

/**
 * Reads nested bullet lists; a heading of the second level or below opens a group that takes the items after it.
 * The heading of the first level names the document and is left out, as is every line of any other kind.
 */
export function parseSummary(source: string): SummaryItem[] {
  const top: SummaryItem[] = [];
  let group = top;
  let stack: { indent: number; item: SummaryItem }[] = [];
  for (const line of source.replace(/^\uFEFF/, '').split(/\r?\n/)) {
    if (line.length > MAX_LINE) continue;
    const heading = /^ {0,3}#{2,6}[ \t]+(.*)$/s.exec(line);
    const bullet = /^([ \t]*)[*+-][ \t]+(.*)$/s.exec(line);
    if (heading) {
      const item = readItem(heading[1] ?? '');
      top.push(item);
      group = item.children;
      stack = [];
    } else if (bullet) {
      const indent = (bullet[1] ?? '').replaceAll('\t', '    ').length;
      const item = readItem(bullet[2] ?? '');
      stack = stack.filter((open) => open.indent < indent);
      (stack.at(-1)?.item.children ?? group).push(item);
      stack.push({ indent, item });
    }
  }
  return top;
}

/** Writes a table of contents that `parseSummary` reads back as the same items. */
export function* writeSummary(items: readonly SummaryItem[]): Steps<string> {
  // A heading takes all that follows, so only groups with nothing but groups behind them can be headings.
  const isGroup = (item: SummaryItem) => item.href === undefined;
  let lists = items.length;
  while (lists > 0 && isGroup(items[lists - 1] ?? { title: '', href: '', children: [] })) lists -= 1;
  const parts = ['# Table of contents', (yield* listLines(items.slice(0, lists))).join('\n')];
  for (const item of items.slice(lists)) {
    const children = yield* listLines(item.children);
    parts.push([`## ${itemText(item)}`, ...(children.length > 0 ? ['', ...children] : [])].join('\n'));
  }
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function* listLines(items: readonly SummaryItem[], level = 0, lines: string[] = []): Steps<string[]> {
  for (const item of items) {
    lines.push(`${'  '.repeat(level)}* ${itemText(item)}`);
    yield;
    yield* listLines(item.children, level + 1, lines);
  }
  return lines;
}

function itemText(item: SummaryItem): string {
  const { title, href, meta } = item;
  const text = (name: string, fields: Record<string, unknown>) => {
    const link = href === undefined ? name : `[${name}](${encodeHref(href)})`;
    return Object.keys(fields).length > 0 ? `${link} ${COMMENT} ${commentJson(fields)} -->` : link;
  };
  const plain = text(escapeTitle(title), meta ?? {});
  // Line breaks and outer spaces cannot be written as they are.
  return /[\r\n]/.test(plain) || readItem(plain).title !== title
    ? text(escapeTitle(title.replace(/\s+/g, ' ').trim()) || '-', { ...meta, title })
    : plain;
}

/** Without `<` and `>` no comment can end early. */
function commentJson(fields: Record<string, unknown>): string {
  return JSON.stringify(fields).replace(
    /[<>\u2028\u2029]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function readItem(source: string): SummaryItem {
  const { text, meta } = splitComment(source.trim());
  const { title: metaTitle, ...fields } = meta;
  const link = readLink(text);
  const title = typeof metaTitle === 'string' ? metaTitle : plainText(link?.text ?? text);
  return {
    title,
    ...(link && { href: link.href }),
    ...(Object.keys(fields).length > 0 && { meta: fields }),
    children: [],
  };
}

function splitComment(source: string): { text: string; meta: Record<string, unknown> } {
  const at = source.lastIndexOf(COMMENT);
  if (at < 0 || !source.endsWith('-->')) return { text: source, meta: {} };
  const text = source.slice(0, at).trim();
  try {
    const meta: unknown = JSON.parse(source.slice(at + COMMENT.length, -3));
    if (typeof meta === 'object' && meta !== null && !Array.isArray(meta)) return { text, meta: { ...meta } };
  } catch {
    // A comment of somebody's own.
  }
  return { text, meta: {} };
}

/** `[text](href "title")`, with brackets and parentheses nested or escaped. */
function readLink(source: string): { text: string; href: string } | undefined {
  if (!source.startsWith('[')) return undefined;
  const close = closing(source, 0, '[', ']');
  if (close < 0 || source[close + 1] !== '(') return undefined;
  const end = closing(source, close + 1, '(', ')');
  if (end < 0) return undefined;
  const inside = source.slice(close + 2, end).trim();
  const destination = /^<([^<>]*)>/.exec(inside)?.[1] ?? /^\S*/.exec(inside)?.[0] ?? '';
  return { text: source.slice(1, close), href: decodeHref(destination) };
}

function closing(source: string, from: number, open: string, close: string): number {
  let depth = 0;
  for (let at = from; at < source.length; at += 1) {
    const char = source[at];
    if (char === '\\') at += 1;
    else if (char === open) depth += 1;
    else if (char === close) {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return -1;
}

export const isUrl = (href: string) => /^[a-z][a-z0-9+.-]*:|^\/\//i.test(href);

function encodeHref(href: string): string {
  if (!isUrl(href))
    return href.replace(/[\s()<>%\\\p{Cc}]/gu, (char) =>
      encodeURIComponent(char).replace(/[()]/g, escapeCode),
    );
  return href.replace(/[\s()<>\\\p{Cc}]/gu, (char) => encodeURIComponent(char).replace(/[()]/g, escapeCode));
}

const escapeCode = (char: string) => `%${char.charCodeAt(0).toString(16)}`;

function decodeHref(href: string): string {
  if (isUrl(href)) return href;
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}

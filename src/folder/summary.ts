// SUMMARY.md: the table of contents of a folder of pages, read with the place of each entry.
import { decoded } from '../files/texts.ts';
import { isUrl } from '../markdown/link-targets.ts';
import { plainText } from '../markdown/page-title.ts';

export interface SummaryItem {
  title: string;
  /** Where the item leads, percent-decoded unless it is a URL; absent for a group. */
  href?: string;
  /** Fields that have no place in the list, kept in a comment behind the item. */
  meta?: Record<string, unknown>;
  children: SummaryItem[];
}

/** An item and where it is in the file. */
export interface SummaryEntry extends SummaryItem {
  /** From 1. */
  line: number;
  /** Of the address, or of the title where there is none; from 1. */
  column: number;
  /** The platform makes pages below it, such as of an OpenAPI file. */
  isComputed?: true;
  children: SummaryEntry[];
}

/** A line that is not an entry. */
export interface SummaryFault {
  line: number;
  column: number;
  problem: string;
}

export interface Summary {
  items: SummaryEntry[];
  faults: SummaryFault[];
}

const MAX_LINE = 100_000;
const COMMENT = '<!--';

/** What `readSummary` reads, without places, and without what is wrong. */
export const parseSummary = (source: string): SummaryItem[] => withoutPlaces(readSummary(source).items);

const withoutPlaces = (entries: readonly SummaryEntry[]): SummaryItem[] =>
  entries.map(({ line: _, column: __, isComputed: ___, children, ...item }) => ({
    ...item,
    children: withoutPlaces(children),
  }));

/**
 * Reads nested bullet lists; a heading of the second level or below opens a group that takes the items after it.
 * The heading of the first level names the document and is left out. Every other line is left out too, and is a fault
 * unless it is blank, a comment, a rule, or front matter.
 */
export function readSummary(source: string): Summary {
  const reading: Reading = { top: [], group: [], stack: [], faults: [] };
  reading.group = reading.top;
  const isOther = otherLines();
  for (const [at, text] of source
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    const line = at + 1;
    if (isOther(text, line)) noteComputed(reading, text);
    else readLine(reading, text, line);
  }
  return { items: reading.top, faults: reading.faults };
}

interface Reading {
  top: SummaryEntry[];
  /** Where items at the left go. */
  group: SummaryEntry[];
  /** Items that the next one may be below. */
  stack: { indent: number; item: SummaryEntry }[];
  faults: SummaryFault[];
}

function readLine(reading: Reading, text: string, line: number): void {
  const { faults } = reading;
  if (text.length > MAX_LINE) {
    faults.push({ line, column: 1, problem: `has more than ${MAX_LINE} characters` });
    return;
  }
  const heading = /^( {0,3}#{2,6}[ \t]+)(.*)$/s.exec(text);
  const bullet = /^(([ \t]*)[*+-][ \t]+)(.*)$/s.exec(text);
  if (heading) {
    const item = entryAt(heading[2] ?? '', line, heading[1] ?? '');
    reading.top.push(item);
    reading.group = item.children;
    reading.stack = [];
  } else if (bullet) {
    const item = entryAt(bullet[3] ?? '', line, bullet[1] ?? '');
    if (item.href === undefined && /^\s*\[/.test(bullet[3] ?? ''))
      faults.push({ line, column: item.column, problem: 'starts a link that is not complete' });
    addItem(reading, item, (bullet[2] ?? '').replaceAll('\t', '    ').length);
  } else faults.push({ line, column: 1 + text.search(/\S/), problem: 'is not an entry of the list' });
}

function addItem({ stack, group }: Reading, item: SummaryEntry, indent: number): void {
  while (stack.length > 0 && (stack.at(-1)?.indent ?? 0) >= indent) stack.pop();
  (stack.at(-1)?.item.children ?? group).push(item);
  stack.push({ indent, item });
}

/** Where a block of settings begins, the entry that it is below has pages that the list does not name. */
function noteComputed({ stack, group, top }: Reading, text: string): void {
  const indent = /^([ \t]*)[*+-][ \t]+```/.exec(text)?.[1]?.replaceAll('\t', '    ').length;
  if (indent === undefined) return;
  const entry =
    stack.findLast((one) => one.indent < indent)?.item ?? (group === top ? undefined : top.at(-1));
  if (entry) entry.isComputed = true;
}

/** Blank, the title of the document, a rule, or the underline of a title. */
const SAYS_NOTHING =
  /^\s*$|^ {0,3}#(?:[ \t]|$)|^\s*(?:-[ \t]*){3,}$|^\s*(?:\*[ \t]*){3,}$|^\s*(?:_[ \t]*){3,}$|^={2,}\s*$/;

/** Tells lines that are not meant to be entries; comments, code and front matter go on over several. */
function otherLines(): (text: string, line: number) => boolean {
  let until: RegExp | undefined;
  return (text, line) => {
    if (until) {
      if (until.test(text)) until = undefined;
      return true;
    }
    until = endOf(text, line);
    if (until) return true;
    return /^\s*<!--.*-->\s*$/.test(text) || (text.length <= MAX_LINE && SAYS_NOTHING.test(text));
  };
}

/** What ends the part that begins with this line. */
function endOf(text: string, line: number): RegExp | undefined {
  if (line === 1 && /^---\s*$/.test(text)) return /^---\s*$/;
  // A page that the platform computes is written as a block of settings.
  if (/^\s*(?:[*+-][ \t]+)?```/.test(text)) return /^\s*```\s*$/;
  return /^\s*<!--/.test(text) && !text.includes('-->') ? /-->/ : undefined;
}

function entryAt(written: string, line: number, before: string): SummaryEntry {
  const { children: _, ...item } = readItem(written);
  const source = written.trimStart();
  const start = before.length + (written.length - source.length);
  const close = item.href === undefined ? -1 : closing(source, 0, '[', ']');
  const inside = close < 0 ? 0 : close + 2 + (/^\s*<?/.exec(source.slice(close + 2))?.[0].length ?? 0);
  return { ...item, line, column: start + inside + 1, children: [] };
}

/** One item of the list, without its mark. */
export function readItem(source: string): SummaryItem {
  const { text, meta } = splitComment(source.trim());
  const link = readLink(text);
  const slug = link ? undefined : OWN_SLUG.exec(text)?.[1];
  const { title: metaTitle, ...fields }: Record<string, unknown> = {
    ...(slug !== undefined && { slug }),
    ...meta,
  };
  const title = typeof metaTitle === 'string' ? metaTitle : plainText(link?.text ?? text);
  return {
    title,
    ...(link && { href: link.href }),
    ...(Object.keys(fields).length > 0 && { meta: fields }),
    children: [],
  };
}

/** A group that keeps its address under another title has it as an anchor. */
const OWN_SLUG = /<a\b[^<>]*\sid="([^"<>]+)"[^<>]*><\/a>$/;

function splitComment(source: string): { text: string; meta: Record<string, unknown> } {
  const at = source.lastIndexOf(COMMENT);
  if (at < 0 || !source.endsWith('-->')) return { text: source, meta: {} };
  const text = source.slice(0, at).trim();
  try {
    const meta: unknown = JSON.parse(source.slice(at + COMMENT.length, -3));
    if (typeof meta === 'object' && meta !== null && !Array.isArray(meta)) return { text, meta: { ...meta } };
  } catch {
    // A comment for people.
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

function decodeHref(written: string): string {
  const href = written.replace(/\\([!-/:-@[-`{-~])/g, '$1');
  return isUrl(href) ? href : decoded(href);
}

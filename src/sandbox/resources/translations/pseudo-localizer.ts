// The translator that is shipped: it knows no language. It marks every word with accents, so that what was
// translated can be told from what was not, and leaves everything alone that is Markdown rather than text.
import type { RichDocument } from '../../../api/content/rich-document.ts';
import { headingAnchor, publishesAnchor } from '../../../markdown/heading-anchor.ts';

const PLAIN = 'aeiouyncszAEIOUYNCSZ';
const MARKED = 'áéíóúýñćśźÁÉÍÓÚÝÑĆŚŹ';

/** Marks the letters of a text that is nothing but text. */
export const accented = (text: string): string =>
  text.replace(/[aeiouyncsz]/gi, (letter) => MARKED[PLAIN.indexOf(letter)] ?? letter);

export const pseudoLocalizer: Translator = {
  line: (text) => accented(text),
  markdown: (text) => localizeMarkdown(text),
};

/**
 * What is no language, within a line: code, expressions, tags, addresses, targets of links, entities, emoji.
 * No part of it looks past the next beginning of its own kind, so that no line makes it slow.
 */
const PROTECTED = new RegExp(
  [
    '(`+)(?!`)[^\\n]*?(?<!`)\\1(?!`)',
    '\\{%(?:(?!\\{%)[^\\n])*?%\\}',
    '\\{\\{(?:(?!\\{\\{)[^\\n])*?\\}\\}',
    '<[^<>\\n]*>',
    '\\]\\([^()\\n]*(?:\\([^()\\n]*\\)[^()\\n]*)*\\)',
    '\\]\\[[^[\\]\\n]*\\]',
    '\\[\\^[^[\\]\\n]*\\]',
    'https?:\\/\\/[^\\s)>\\]]+',
    '&#?\\w+;',
    ':[a-z0-9_+-]+:',
  ].join('|'),
  'g',
);
/** Longer lines are data, and left alone. */
const LONGEST_LINE = 10_000;

interface Reading {
  /** The fence that ends the code block in hand. */
  fence: string | undefined;
  /** Whether the line before was empty: only then do four spaces begin code. */
  afterBlank: boolean;
  /** The backticks that end the code in hand, which began on an earlier line of the paragraph. */
  span: string | undefined;
  /** Labels of link definitions, in small letters. */
  labels: ReadonlySet<string>;
}

/** Markdown with its text marked. Headings keep the anchors they had, so links to them stay true. */
export function localizeMarkdown(markdown: string): string {
  const lines = markdown.split('\n');
  const reading: Reading = { fence: undefined, afterBlank: true, span: undefined, labels: labelsOf(lines) };
  return lines.map((line, at) => localizeLine(line, { lines, at }, reading)).join('\n');
}

const DEFINITION = /^ {0,3}\[([^\]\n]+)\]:/;

const labelsOf = (lines: readonly string[]): Set<string> =>
  new Set(lines.flatMap((line) => DEFINITION.exec(line)?.[1]?.toLowerCase() ?? []));

/** Where a line is: code may go on in the next one. */
interface Spot {
  lines: readonly string[];
  at: number;
}

/** Of an item of a list, too, however deep that is. */
const FENCE = /^\s*(?:(?:[-*+>]|\d{1,9}[.)])[ \t]+)*(`{3,}(?!.*`)|~{3,})/;

function localizeLine(line: string, spot: Spot, reading: Reading): string {
  const { afterBlank } = reading;
  reading.afterBlank = line.trim() === '' || (afterBlank && /^(?: {4}|\t)/.test(line));
  if (reading.fence !== undefined) {
    if (closes(line, reading.fence)) reading.fence = undefined;
    return line;
  }
  if (reading.span !== undefined) return localizeSpans(line, spot, reading);
  const fence = FENCE.exec(line)?.[1];
  if (fence !== undefined) {
    reading.fence = fence;
    return line;
  }
  if (line.length > LONGEST_LINE || isNoText(line, spot.lines[spot.at + 1], afterBlank)) return line;
  return localizeText(line, spot, reading);
}

const closes = (line: string, fence: string): boolean => {
  const own = /^[\s>]*(`{3,}|~{3,})\s*$/.exec(line)?.[1];
  return own !== undefined && own[0] === fence[0] && own.length >= fence.length;
};

/** Definitions, code by indentation, and headings underlined below: their anchor would have nowhere to stand. */
const isNoText = (line: string, next: string | undefined, afterBlank: boolean): boolean =>
  DEFINITION.test(line) ||
  (afterBlank && /^(?: {4}|\t)/.test(line)) ||
  (line.trim() !== '' && next !== undefined && /^ {0,3}(?:=+|-{2,})\s*$/.test(next));

const HEADING = /^( {0,3}#{1,6}[ \t]+)(\S.*)$/;

function localizeText(line: string, spot: Spot, reading: Reading): string {
  const [, marks = '', rest = ''] = HEADING.exec(line) ?? [];
  if (rest === '') return localizeSpans(line, spot, reading);
  const title = withoutClosing(rest);
  const isOwn = /\bid=/.test(title) || !publishesAnchor(marks.trim().length);
  const own = isOwn ? '' : ` <a href="#${anchorOf(title)}" id="${anchorOf(title)}"></a>`;
  // A heading is one line, and so is the code in it.
  return `${marks}${localizeSpans(title, { lines: [], at: 0 }, reading)}${own}`;
}

/** `## Title ##` is called Title. */
function withoutClosing(text: string): string {
  const trimmed = text.trimEnd();
  let end = trimmed.length;
  while (trimmed[end - 1] === '#') end -= 1;
  const closed = end < trimmed.length && /[ \t]/.test(trimmed[end - 1] ?? '');
  return closed ? trimmed.slice(0, end).trimEnd() : trimmed;
}

/** The anchor a heading has by its words, without the marks of Markdown. */
const anchorOf = (title: string): string =>
  headingAnchor(title.replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1').replace(/[`*_~\\]/g, ''));

function localizeSpans(line: string, spot: Spot, reading: Reading): string {
  const start = endOfSpan(line, reading.span);
  if (start === undefined) return line;
  reading.span = undefined;
  let done = line.slice(0, start);
  let from = start;
  const rest = line.slice(start);
  for (const { 0: code, index } of [...rest.matchAll(PROTECTED), { 0: '', index: rest.length }]) {
    const text = line.slice(from, start + index);
    const open = beginOfSpan(text, spot);
    if (open !== undefined) {
      reading.span = open.ticks;
      return done + localizeWords(text.slice(0, open.at), reading.labels) + line.slice(from + open.at);
    }
    done += localizeWords(text, reading.labels) + code;
    from = start + index + code.length;
  }
  return done;
}

/** 0 where no code is in hand, undefined where it goes on after this line. */
function endOfSpan(line: string, ticks: string | undefined): number | undefined {
  if (ticks === undefined) return 0;
  const end = [...line.matchAll(TICKS)].find(([run]) => run === ticks);
  return end && end.index + ticks.length;
}

const TICKS = /`+/g;
/** What ends a paragraph: an empty line, a heading, an item, a fence. */
const NEW_BLOCK = /^\s*$|^ {0,3}#{1,6}\s|^\s*(?:[-*+]|\d{1,9}[.)])\s/;
const LONGEST_SPAN = 20;

/** Backticks that the same paragraph closes on a later line. */
function beginOfSpan(text: string, { lines, at }: Spot): { at: number; ticks: string } | undefined {
  if (!text.includes('`')) return undefined;
  const after = lines.slice(at + 1, at + 1 + LONGEST_SPAN);
  const end = after.findIndex((line) => NEW_BLOCK.test(line) || FENCE.test(line));
  const closing = new Set(
    (end === -1 ? after : after.slice(0, end)).flatMap((line) => line.match(TICKS) ?? []),
  );
  const begin = [...text.matchAll(TICKS)].find(
    ({ 0: run, index }) => text[index - 1] !== '\\' && closing.has(run),
  );
  return begin && { at: begin.index, ticks: begin[0] };
}

/** `[label]` alone is a link when there is a definition of it, and must keep its name. */
const localizeWords = (text: string, labels: ReadonlySet<string>): string =>
  text
    .split(/(\[[^[\]\n]*\])/)
    .map((part) => (labels.has(part.slice(1, -1).toLowerCase()) ? part : accented(part)))
    .join('');

export interface TranslationJob {
  /** Languages as the platform names them: `en`, `pt-br`. */
  from: string;
  to: string;
  instructions: RichDocument;
}

export interface Translator {
  /** One line of text: a title, a description. */
  line(text: string, job: TranslationJob): string | Promise<string>;
  /** A page. What is not language (code, links, tags) must come back as it was. */
  markdown(text: string, job: TranslationJob): string | Promise<string>;
}

// The translator that is shipped: it knows no language. It marks every word with accents, so that what was
// translated can be told from what was not, and leaves everything alone that is Markdown rather than text.
import { headingAnchor } from '../../content/markdown.ts';
import type { Translator } from './translator.ts';

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
  /** Labels of link definitions, in small letters. */
  labels: ReadonlySet<string>;
}

/** Markdown with its text marked. Headings keep the anchors they had, so links to them stay true. */
export function localizeMarkdown(markdown: string): string {
  const lines = markdown.split('\n');
  const reading: Reading = { fence: undefined, afterBlank: true, labels: labelsOf(lines) };
  return lines.map((line, at) => localizeLine(line, lines[at + 1], reading)).join('\n');
}

const DEFINITION = /^ {0,3}\[([^\]\n]+)\]:/;

const labelsOf = (lines: readonly string[]): Set<string> =>
  new Set(lines.flatMap((line) => DEFINITION.exec(line)?.[1]?.toLowerCase() ?? []));

function localizeLine(line: string, next: string | undefined, reading: Reading): string {
  const { afterBlank } = reading;
  reading.afterBlank = line.trim() === '' || (afterBlank && /^(?: {4}|\t)/.test(line));
  if (reading.fence !== undefined) {
    if (closes(line, reading.fence)) reading.fence = undefined;
    return line;
  }
  const fence = /^ {0,3}(?:[-*+>] +)*(`{3,}(?!.*`)|~{3,})/.exec(line)?.[1];
  if (fence !== undefined) {
    reading.fence = fence;
    return line;
  }
  if (line.length > LONGEST_LINE || isNoText(line, next, afterBlank)) return line;
  return localizeText(line, reading);
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

function localizeText(line: string, { labels }: Reading): string {
  const [, marks = '', rest = ''] = HEADING.exec(line) ?? [];
  if (rest === '') return localizeSpans(line, labels);
  const title = withoutClosing(rest);
  const own = /\bid=/.test(title) ? '' : ` <a href="#${anchorOf(title)}" id="${anchorOf(title)}"></a>`;
  return `${marks}${localizeSpans(title, labels)}${own}`;
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

function localizeSpans(line: string, labels: ReadonlySet<string>): string {
  let done = '';
  let from = 0;
  for (const { 0: span, index } of line.matchAll(PROTECTED)) {
    done += localizeWords(line.slice(from, index), labels) + span;
    from = index + span.length;
  }
  return done + localizeWords(line.slice(from), labels);
}

/** `[label]` alone is a link when there is a definition of it, and must keep its name. */
const localizeWords = (text: string, labels: ReadonlySet<string>): string =>
  text
    .split(/(\[[^[\]\n]*\])/)
    .map((part) => (labels.has(part.slice(1, -1).toLowerCase()) ? part : accented(part)))
    .join('');

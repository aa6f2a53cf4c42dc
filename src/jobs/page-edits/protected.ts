// What of a Markdown text is code, URL or ID, which a change of words must leave alone.

export interface Asked {
  /** Replace inside code, too. */
  code?: boolean;
  /** Replace inside URLs, paths, email addresses and IDs, too. */
  urls?: boolean;
}

/** From and to, in UTF-16 units. */
type Range = readonly [from: number, to: number];

const FRONT_MATTER = /^---\n[\s\S]*?\n---(?:\n|$)/g;
const FENCE = /^[ \t>]*(`{3,}(?!`)|~{3,}(?!~))[^\n]*\n/gm;
/** Four spaces after a blank line; list items are indented, too, and are told apart by what is before them. */
const INDENTED = /(?<=^|\n[ \t]*\n)(?:(?: {4}|\t)[^\n]*(?:\n|$)|[ \t]*\n(?= {4}|\t))+/g;
/** None holds a beginning of its own kind: many that nothing ends would each be read to the end of the text. */
const TAG =
  /<(?:!--(?:(?!<!--)[\s\S])*?-->|\/?[a-z][^<>\n]*>)|\{%(?:(?!\{%)[^\n])*?%\}|\{\{(?:(?!\{\{)[^\n])*?\}\}/gi;
/** Attributes that readers see. */
const SHOWN = /(?<=\s)(?:title|alt|caption|description|label|summary)=("[^"]*"|'[^']*')/gi;
const DESTINATION = /\]\(\s*(?:<[^<>\n]*>|[^\s()]*(?:\([^\s()]*\)[^\s()]*)*)/g;
const DEFINITION = /^ {0,3}\[[^\]\n]+\]:[ \t]*\S+/gm;
const ADDRESS = /<?\b(?:[a-z][a-z0-9+.-]{0,30}:\/\/|www\.|mailto:)[^\s<>"'`]+/gi;
const ANCHOR = /\{#[^}\n]*\}/g;
const EMOJI = /(?<=^|[\s(])(?::[a-z0-9_+-]+:)/gm;
const MATH = /\$\$[\s\S]*?\$\$/g;
/** A run without spaces: most are plain words. */
const TOKEN = /[\p{L}\p{N}_@#\\/.:~%+=&-]+/gu;
const SNAKE_OR_PATH = /[\p{L}\p{N}][_@\\/#][\p{L}\p{N}]|^[@#/\\~.][\p{L}\p{N}]/u;
const HOSTNAME = /[\p{L}\p{N}-]\.[\p{Ll}\p{N}]/u;
const KEBAB = /^[\p{Ll}\p{N}](?:-?\p{Ll})*-?\p{N}[\p{Ll}\p{N}-]*$/u;
const CAMEL_ID = /^(?=.*\d)(?=.*\p{L})[\p{L}\p{N}-]{15,}$/u;

/** The parts of a text that are left as they are, in order and apart. */
export function protectedIn(markdown: string, { code, urls }: Asked): Range[] {
  const codeRanges = codeIn(markdown);
  const inCode = insideOf(merged(codeRanges));
  const others = urls ? [] : technicalIn(markdown).filter(([from]) => !inCode(from));
  return merged([...(code ? [] : codeRanges), ...others]);
}

function codeIn(markdown: string): Range[] {
  const fences = fencesIn(markdown);
  const inFence = insideOf(fences);
  const indented = rangesOf(markdown, INDENTED).filter(
    ([from]) => !inFence(from) && !isInList(markdown, from),
  );
  const blocks = merged([...fences, ...indented]);
  return [...blocks, ...spansIn(markdown, insideOf(blocks)), ...rangesOf(markdown, MATH)];
}

/** Up to the fence that closes it, or the end of the text. */
function fencesIn(markdown: string): Range[] {
  const ranges: Range[] = [];
  let end = 0;
  for (const match of markdown.matchAll(FENCE)) {
    if (match.index < end) continue;
    const [, mark = ''] = match;
    const body = match.index + match[0].length;
    const close = new RegExp(`^[ \\t>]*${mark.charAt(0)}{${mark.length},}[ \\t]*$`, 'm');
    const found = close.exec(markdown.slice(body));
    end = found ? body + found.index + found[0].length : markdown.length;
    ranges.push([match.index, end]);
  }
  return ranges;
}

/** What is indented below a list item is text of it. */
function isInList(markdown: string, from: number): boolean {
  const before = markdown.slice(0, from).trimEnd().split('\n').reverse();
  const start = before.find((line) => /^(?: {0,3}(?:[-*+]|\d+[.)])\s|\S)/.test(line)) ?? '';
  return /^ {0,3}(?:[-*+]|\d+[.)])\s/.test(start);
}

/** As many backticks end a span as began it, in the same paragraph; those that nothing ends are text. */
function spansIn(markdown: string, inBlock: (at: number) => boolean): Range[] {
  const ranges: Range[] = [];
  let paragraph = new Map<number, number>();
  let paragraphEnd = -1;
  for (const { index, 0: run } of markdown.matchAll(/`+/g)) {
    if (inBlock(index)) continue;
    if (index > paragraphEnd) {
      paragraph = new Map();
      const end = markdown.slice(index).search(/\n[ \t]*\n/);
      paragraphEnd = end === -1 ? markdown.length : index + end;
    }
    const open = paragraph.get(run.length);
    if (open !== undefined) {
      ranges.push([open, index + run.length]);
      paragraph = new Map();
    } else if (markdown.charAt(index - 1) !== '\\') paragraph.set(run.length, index);
  }
  return ranges;
}

function technicalIn(markdown: string): Range[] {
  const tags = [...markdown.matchAll(TAG)].flatMap(({ index, 0: tag }) => withoutShown(tag, index));
  const plain = [FRONT_MATTER, DESTINATION, DEFINITION, ADDRESS, ANCHOR, EMOJI];
  const tokens = [...markdown.matchAll(TOKEN)]
    .filter(({ 0: token }) => isTechnical(token))
    .map(({ index, 0: token }): Range => [index, index + token.length]);
  return [...tags, ...plain.flatMap((pattern) => rangesOf(markdown, pattern)), ...tokens];
}

/** `order_id`, `docs/intro.md`, `tarnpost.example`, `@ines`, `v2-beta3`, and IDs of the platform. A word with a hyphen is a word. */
function isTechnical(token: string): boolean {
  const word = token.replace(/(?<![.:])[.:]+$/, '');
  return SNAKE_OR_PATH.test(word) || HOSTNAME.test(word) || KEBAB.test(word) || CAMEL_ID.test(word);
}

/** A tag without the values that readers see. */
function withoutShown(tag: string, start: number): Range[] {
  const ranges: Range[] = [];
  let from = 0;
  for (const { index, 0: whole, 1: value = '' } of tag.matchAll(SHOWN)) {
    const open = index + whole.length - value.length;
    ranges.push([start + from, start + open + 1]);
    from = open + value.length - 1;
  }
  return [...ranges, [start + from, start + tag.length]];
}

const rangesOf = (text: string, pattern: RegExp): Range[] =>
  [...text.matchAll(pattern)].map(({ index, 0: found }): Range => [index, index + found.length]);

function merged(ranges: readonly Range[]): Range[] {
  const sorted = ranges.filter(([from, to]) => to > from).sort(([a], [b]) => a - b);
  const result: [number, number][] = [];
  for (const [from, to] of sorted) {
    const last = result.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else result.push([from, to]);
  }
  return result;
}

/** Whether a place is in one of the ranges, which are in order and apart. */
export function insideOf(ranges: readonly Range[]): (at: number) => boolean {
  return (at) => {
    let low = 0;
    let high = ranges.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ranges[middle]?.[1] ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    return (ranges[low]?.[0] ?? Number.POSITIVE_INFINITY) <= at;
  };
}

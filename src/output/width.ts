// How many cells a text takes on a terminal, and cutting it there. Works on graphemes, so that no emoji is split.
import { eastAsianWidth } from 'get-east-asian-width';

/** ASCII, and letters and signs of Europe that take one cell each and join nothing: what most titles and every cut are made of. */
const PLAIN =
  /^[\u0020-\u007e\u00a0-\u00ac\u00ae-\u02ff\u0370-\u0482\u048a-\u052f\u1e00-\u1eff\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u2190-\u21ff\u2500-\u257f]*$/;
// Read when the first other text comes, too: these classes take most of a millisecond.
const isPicture = (text: string): boolean =>
  /\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f|\p{Regional_Indicator}{2}|\ufe0f\u20e3/u.test(text);
const isZero = (text: string): boolean =>
  /^[\p{Mark}\p{Default_Ignorable_Code_Point}\p{Cc}\u1160-\u11ff]+$/u.test(text);
const isWide = (char: string): boolean => eastAsianWidth(char.codePointAt(0) ?? 0) === 2;

// Made when the first other text comes: loading the segmenter's data costs ten milliseconds.
let segmenter: Intl.Segmenter | undefined;

/** UTF-16 units that are segmented at a time: what the segmenter takes grows with the square of the text. */
const SLICE = 1000;
/** Longer texts are measured no further: no terminal is so wide. */
const MEASURED = 20_000;
/** More of a text is not looked at to fill a line. */
const UNITS_A_CELL = 8;
const UNITS_A_CLUSTER = 64;

function* graphemes(text: string): Generator<string> {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  for (let from = 0; from < text.length; ) {
    const slice = withoutHalf(text.slice(from, from + SLICE));
    const isLast = from + slice.length >= text.length;
    let taken = 0;
    let last = '';
    for (const { segment } of segmenter.segment(slice)) {
      if (last !== '') yield last;
      taken += last.length;
      last = segment;
    }
    // The last one may go on in the next slice, unless it is all there is of this one.
    if (isLast || taken === 0) {
      yield last;
      taken += last.length;
    }
    from += taken;
  }
}

/** Half a pair at the end would be taken for a character of its own. */
function withoutHalf(slice: string): string {
  const isHalf = slice.length === SLICE && (slice.charCodeAt(SLICE - 1) & 0xfc00) === 0xd800;
  return isHalf ? slice.slice(0, -1) : slice;
}

/** Cells one grapheme takes: 0, 1 or 2; more where a terminal draws the parts of a cluster one after the other. */
function graphemeWidth(grapheme: string): number {
  if (isZero(grapheme)) return 0;
  if (isPicture(grapheme)) return 2;
  let width = 0;
  for (const char of grapheme) {
    if (!isZero(char)) width += isWide(char) ? 2 : 1;
  }
  // A Hangul syllable of two or three letters is one wide character.
  return /^[\u1100-\u115f]/.test(grapheme) ? 2 : width;
}

/** Whether each of its characters takes one cell. */
export const isPlain = (text: string): boolean => PLAIN.test(text);

/** Cells the text takes; it must be one line without escape sequences. */
export function displayWidth(text: string): number {
  if (isPlain(text)) return text.length;
  let width = Math.max(0, text.length - MEASURED);
  for (const grapheme of graphemes(text.slice(0, MEASURED))) width += graphemeWidth(grapheme);
  return width;
}

/** The text, or its beginning and `…`, in at most `width` cells. */
export function cutToWidth(text: string, width: number): string {
  if (width <= 0) return '';
  if (isPlain(text)) return text.length <= width ? text : `${text.slice(0, width - 1)}…`;
  let used = 0;
  let length = 0;
  let kept = 0;
  const most = width * UNITS_A_CELL + UNITS_A_CLUSTER;
  for (const grapheme of graphemes(text.slice(0, most))) {
    used += graphemeWidth(grapheme);
    if (used > width) return `${text.slice(0, kept)}…`;
    length += grapheme.length;
    // One cell is kept free for the ellipsis.
    if (used < width) kept = length;
  }
  // More that takes no room: a pile of accents that nobody can read.
  return text.length > most ? `${text.slice(0, kept)}…` : text;
}

/** The text, or its beginning and `…`, in at most `length` UTF-16 units, and no grapheme split. */
export function cutToLength(text: string, length: number): string {
  if (text.length <= length) return text;
  let kept = 0;
  for (const grapheme of graphemes(text.slice(0, length))) {
    if (kept + grapheme.length >= length) break;
    kept += grapheme.length;
  }
  return `${text.slice(0, kept)}…`;
}

/** Fills the text up with blanks to `width` cells. */
export const padToWidth = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - displayWidth(text)));

/** How colors and bold are switched on and off. */
const STYLE = /\u001b\[[\d;]*m/g;

/**
 * Breaks lines between words, at `width` cells where that can be; a longer word (an address, an id) stays whole.
 * Every line after the first begins with `hang`. What only switches a style on or off takes no room.
 */
export const wrapText = (text: string, width: number, hang = ''): string[] =>
  text.split('\n').flatMap((line) => wrapLine(line, width, hang));

function wrapLine(line: string, width: number, hang: string): string[] {
  const room = (text: string): number => displayWidth(text.replace(STYLE, ''));
  if (line.length * 2 <= width || room(line) <= width) return [line];
  const lines: string[] = [];
  let current = '';
  let used = 0;
  for (const word of line.split(' ')) {
    const needed = room(word);
    if (current !== '' && used + 1 + needed > width) {
      lines.push(current);
      current = hang + word;
      used = room(hang) + needed;
    } else {
      used += needed + (current === '' ? 0 : 1);
      current += (current === '' ? '' : ' ') + word;
    }
  }
  return [...lines, current];
}

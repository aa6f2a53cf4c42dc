// The part of a text where the words of a query stand.
import { UNSPACED } from '../../content/words.ts';

const BEFORE = 60;
const LENGTH = 240;

/** Takes words in small letters without accents; returns about 240 characters, cut between words, on one line. */
export function excerptOf(text: string, words: readonly string[]): string {
  const flat = text.replace(/\s+/g, ' ');
  if (flat.length <= LENGTH) return flat;
  const place = firstPlace(flat, words);
  const at = Math.max(0, place - BEFORE);
  const start = at === 0 ? 0 : startOf(flat, at, place);
  const rest = flat.slice(start);
  if (rest.length <= LENGTH) return `…${rest}`;
  const end = rest.lastIndexOf(' ', LENGTH);
  return `${start === 0 ? '' : '…'}${rest.slice(0, end > BEFORE * 2 ? end : LENGTH)}…`;
}

/** The first word from `at` on; of a text without spaces the character there. */
function startOf(text: string, at: number, place: number): number {
  const space = text.indexOf(' ', at);
  if (space !== -1 && space < place) return space + 1;
  return /[\uDC00-\uDFFF]/.test(text.charAt(at)) ? at + 1 : at;
}

/** Where the first of the words begins, or one with the same stem. */
function firstPlace(text: string, words: readonly string[]): number {
  const stems = words.map((word) => word.slice(0, Math.max(4, Math.ceil(word.length * 0.7))));
  // A word of a script without spaces begins anywhere.
  const begin = new RegExp(`(?:(?<![\\p{L}\\p{N}_])|(?=[${UNSPACED}]))(?:${stems.join('|')})`, 'u');
  return Math.max(0, folded(text).search(begin));
}

/** Same length, so that places in one are places in the other. */
const folded = (text: string) =>
  text.toLowerCase().replace(/[^\u0000-\u007f]/g, (letter) => letter.normalize('NFD').charAt(0));

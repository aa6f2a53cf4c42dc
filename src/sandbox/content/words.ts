// Words of a text, for search: small letters without accents. Scripts written without spaces have none, so that every
// character of theirs is a word, and a run of them a phrase.
import { normalized } from '../../files/texts.ts';

/** For a class of characters of an expression. */
export const UNSPACED = '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}';
const CHARACTER = new RegExp(`(?=[\\p{L}\\p{N}])[${UNSPACED}]`, 'gu');
const RUNS = new RegExp(`(?=[\\p{L}\\p{N}])[${UNSPACED}]+|(?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}_])+`, 'gu');

/** The text as the index takes it: characters that are words of their own stand apart. */
export const apart = (text: string): string => text.replace(CHARACTER, ' $& ');

/** Words and runs of characters in order. */
const runsOf = (text: string): string[] => text.match(RUNS) ?? [];

const isUnspaced = (run: string) => run.search(CHARACTER) === 0;

/** An FTS5 expression that wants a beginning of every word, and every run unchanged. Undefined for a text without words. */
export function expressionOf(text: string): string | undefined {
  const runs = runsOf(text);
  if (runs.length === 0) return undefined;
  return runs.map((run) => (isUnspaced(run) ? `"${[...run].join(' ')}"` : `"${run}"*`)).join(' ');
}

/** The words a title is found by the beginning of: of a run of characters, every end of it. */
export const wordsOf = (text: string): string[] => runsOf(folded(text));

/** Of a longer title not every end is kept: together they would be as long as its square. */
const MOST_ENDS = 500;
const LONGEST_END = 100;

const endsOf = (letters: readonly string[]): string[] =>
  letters.slice(0, MOST_ENDS).map((_, at) => letters.slice(at, at + LONGEST_END).join(''));

/** A title is found by any part of a run of characters: each end of it counts as a word. */
export const titleWordsOf = (text: string): string[] =>
  wordsOf(text).flatMap((run) => (isUnspaced(run) ? endsOf([...run]) : [run]));

const folded = (text: string) =>
  normalized(text, 'NFD').replace(/\p{M}/gu, '').normalize('NFC').toLowerCase();

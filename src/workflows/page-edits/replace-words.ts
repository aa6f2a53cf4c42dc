// Replaces words in a Markdown text, but for code, URLs and IDs.
import { type Asked, insideOf, protectedIn } from './protected.ts';

export interface Replacing extends Asked {
  from: string;
  to: string;
  ignoreCase?: boolean;
}

export interface Replaced {
  text: string;
  /** Places that were replaced. */
  places: number;
  /** Places in code, URLs and IDs that were left as they are. */
  left: number;
}

/** A change of words in Markdown. A word is replaced only where it is whole: `Label` is not in `Labels`. */
export function replaceWords(markdown: string, replacing: Replacing): Replaced {
  const pattern = patternOf(replacing);
  if (markdown.search(pattern) === -1) return { text: markdown, places: 0, left: 0 };
  const ranges = protectedIn(markdown, replacing);
  return replaceOutside(markdown, pattern, replacing.to, insideOf(ranges));
}

/** The same in a title, which is no Markdown: what looks like a URL or an ID there is one. */
export const replaceInTitle = (title: string, replacing: Replacing): Replaced =>
  replaceOutside(
    title,
    patternOf(replacing),
    replacing.to,
    replacing.urls ? () => false : insideOf(protectedIn(title, { ...replacing, code: true })),
  );

function replaceOutside(
  text: string,
  pattern: RegExp,
  to: string,
  isProtected: (at: number) => boolean,
): Replaced {
  let places = 0;
  let left = 0;
  const replaced = text.replace(pattern, (found: string, at: number) => {
    if (isProtected(at) || isProtected(at + found.length - 1)) {
      left += 1;
      return found;
    }
    places += 1;
    return to;
  });
  return { text: replaced, places, left };
}

/** An underscore beside a word is emphasis, unless the word goes on behind it. */
const LETTER = '[\\p{L}\\p{M}\\p{N}]';
/** Written without spaces between words: every place counts. */
const UNSPACED = /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]$/u;

/** Spaces match any white space within a paragraph: Markdown breaks lines anywhere. */
function patternOf({ from, ignoreCase }: Replacing): RegExp {
  const words = from.trim().split(/\s+/u);
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
  const isWord = (character: string | undefined) =>
    character !== undefined && /[\p{L}\p{M}\p{N}_]/u.test(character) && !UNSPACED.test(character);
  const characters = [...from.trim()];
  const before = isWord(characters[0]) ? `(?<!${LETTER}_*)` : '';
  const after = isWord(characters.at(-1)) ? `(?!_*${LETTER})` : '';
  const gap = '(?:[^\\S\\n]+|[^\\S\\n]*\\n[^\\S\\n]*)';
  return new RegExp(`${before}${escaped.join(gap)}${after}`, ignoreCase ? 'giu' : 'gu');
}

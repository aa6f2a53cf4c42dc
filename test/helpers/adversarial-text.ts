// Long texts against a regular expression: what makes one backtrack is made of its own characters.
import { transformSync } from 'esbuild';
import { hostileTexts } from './text-cases.ts';

const ENDS = ['', '\u0000', ' x'];
/** Bait for any expression: spaces, quotes, brackets, markup, dots, slashes, digits, and what closes none of it. */
const BAIT = hostileTexts('bait');

/** An expression stands where a value may stand; that tells it from a division. */
const EXPRESSION =
  /(?<=(?:^|[(,=:[!&|?]|=>|\b(?:return|of|in|case|yield))\s*)\/(?![*/])((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+)\/([dgimsuvy]*)/gm;

/** Every literal expression of a TypeScript file. */
export function expressionsIn(text: string): RegExp[] {
  const { code } = transformSync(text, { loader: 'ts' });
  return [...code.matchAll(EXPRESSION)].flatMap(([, source = '', flags]) => {
    try {
      return [new RegExp(source, flags)];
    } catch {
      // Text of a template that looks like one.
      return [];
    }
  });
}

/** Texts of so many characters that an expression finds hard; `thorough` has those that are hard for any. */
export function* adversaries(
  { source }: RegExp,
  { length, thorough }: { length: number; thorough: boolean },
): Generator<string> {
  const plain = source.replace(/\\[dwsDWSbBpPu](\{[^}]*\})?/g, ' ').replace(/\\(.)/g, '$1');
  const own = new Set([...plain.split(/[()[\]{}|?*+^$]+/), ...plain]);
  own.delete('');
  const words = thorough ? new Set([...BAIT, ...own]) : own;
  for (const word of words) {
    const body = word.repeat(Math.ceil(length / word.length)).slice(0, length);
    for (const end of thorough ? ENDS : ['\u0000']) yield body + end;
    yield `x${body}!`;
  }
  const starts = [...own].filter((word) => word.length > 1).slice(0, 12);
  for (const start of thorough ? starts : []) {
    for (const filler of [' ', 'a', '0', '-', '\n']) yield `${start}${filler.repeat(length)}\u0000`;
  }
}

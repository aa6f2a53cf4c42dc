// Which words of a command line say what work it does: another output, or another pace, is the same work.
import { CONFIRM_FLAGS, GENERAL_FLAGS, MANY_FLAGS, OUTPUT_FLAGS } from '../model/globals.ts';

/** Flags that say how, by every name; whether one may have a value in the word after it. */
const HOW = new Map(
  [...OUTPUT_FLAGS, ...MANY_FLAGS, ...GENERAL_FLAGS, ...CONFIRM_FLAGS].flatMap(({ flags }) =>
    (flags.match(/--?[a-z][\w-]*/g) ?? []).map((name) => [name, /[<[]/.test(flags)] as const),
  ),
);

/** The words without the flags that say how. */
export function workOf(argv: readonly string[]): string[] {
  const words: string[] = [];
  let skips = false;
  for (const word of argv) {
    const name = word.split('=', 1)[0] ?? word;
    const takes = HOW.get(name) ?? HOW.get(/^-[a-z](?=.)/.exec(word)?.[0] ?? '');
    if (takes === undefined && !(skips && !word.startsWith('-'))) words.push(word);
    skips = takes === true && word === name;
  }
  return words;
}

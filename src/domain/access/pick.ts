// Which of many are meant by words of a flag or a file: IDs, names, and patterns with a star.
import { nearest } from '../../files/nearest.ts';

/** Among more a name is not looked for: a file may have as many slips as lines. */
const MOST_COMPARED = 500;

/** One that a word may mean: `names` beside its ID. */
export interface Named {
  id: string;
  names: readonly (string | undefined)[];
}

export interface Picked<T> {
  items: T[];
  /** Words that mean none. */
  unknown: string[];
}

/** All that any of the words means, in the order of the items. Addresses and titles are compared without case. */
export function pick<T>(items: readonly T[], words: readonly string[], named: (item: T) => Named): Picked<T> {
  const tests = words.map((word) => ({ word, fits: testOf(word) }));
  const known = items.map((item) => ({ item, named: named(item) }));
  return {
    items: known.filter((one) => tests.some(({ fits }) => fits(one.named))).map(({ item }) => item),
    unknown: tests.filter(({ fits }) => !known.some((one) => fits(one.named))).map(({ word }) => word),
  };
}

function testOf(word: string): (named: Named) => boolean {
  const fits = globOf(word);
  return ({ id, names }) => id === word || names.some((name) => name !== undefined && fits(name));
}

/** `; did you mean "Guides"?`, of a word that picks nothing; empty where nothing is near. */
export function nearText<T>(items: readonly T[], word: string, named: (item: T) => Named): string {
  if (items.length > MOST_COMPARED) return '';
  const names = items.flatMap((item) => named(item).names.filter((name) => name !== undefined));
  const [near] = nearest(word, names);
  return near === undefined ? '' : `; did you mean "${near}"?`;
}

/** Nothing but a star means anything: it is any text. */
export function globOf(word: string): (text: string) => boolean {
  const parts = word.toLowerCase().split('*');
  return (text) => fitsParts(text.toLowerCase(), parts);
}

/** Part after part from the left: no pattern takes long on any text. */
function fitsParts(text: string, [first = '', ...rest]: readonly string[]): boolean {
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first) || text.length < first.length + last.length || !text.endsWith(last))
    return false;
  let at = first.length;
  const end = text.length - last.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found === -1 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}

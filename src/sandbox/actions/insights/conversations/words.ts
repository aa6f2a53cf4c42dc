// Texts as vectors of words, and how alike two of them are.
import { normalized } from '../../../../files/plain-forms.ts';

/** How often each word stands in a text, or how much it weighs. */
export type Vector = ReadonlyMap<string, number>;

const STOP_WORDS = new Set(
  `a about after again all also am an and any are as at be because been before but by can cannot could did do does
  doing done dont for from get gets getting got had has have having hello help her here hey hi him his how i if in into
  is it its just like me more my need no not now of on one only or our out please she should so some than thank thanks
  that the their them then there these they this those to too try trying up us use used using very want was we were
  what when where which while who why will with would you your`.split(/\s+/),
);

/** What a text is about stands at its beginning. */
const MOST_CHARACTERS = 20_000;

/** The words that tell texts apart: small letters, no accents, no endings, no words every text has. */
export function wordsOf(text: string): Vector {
  const plain = normalized(text.slice(0, MOST_CHARACTERS), 'NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll("'", '');
  const counts = new Map<string, number>();
  for (const word of plain.match(/[\p{L}\p{N}]{2,40}/gu) ?? []) {
    if (STOP_WORDS.has(word)) continue;
    const stem = stemOf(word);
    counts.set(stem, (counts.get(stem) ?? 0) + 1);
  }
  return counts;
}

/** `invoices`, `invoiced` and `invoicing` are one word. Rough, and the same for every text. */
function stemOf(word: string): string {
  if (word.length < 5) return word;
  const stem = word.replace(/(?:ies|ied)$/, 'y').replace(/(?:ings?|edly|ed|es|s|e)$/, '');
  return stem.length < 3 ? word : stem;
}

/** How much each word tells: little when many texts have it (inverse document frequency). */
export function weightsOf(texts: readonly Vector[]): (word: string) => number {
  const having = new Map<string, number>();
  for (const text of texts) for (const word of text.keys()) having.set(word, (having.get(word) ?? 0) + 1);
  return (word) => 1 + Math.log((1 + texts.length) / (1 + (having.get(word) ?? 0)));
}

/** A vector of length 1, each word by its weight. */
export function weighted(text: Vector, weight: (word: string) => number): Vector {
  const entries = [...text].map(([word, count]): [string, number] => [
    word,
    (1 + Math.log(count)) * weight(word),
  ]);
  const length = Math.sqrt(entries.reduce((sum, [, value]) => sum + value * value, 0)) || 1;
  return new Map(entries.map(([word, value]) => [word, value / length]));
}

/** Adds a vector to a sum, in place. */
export function addTo(sum: Map<string, number>, vector: Vector): Map<string, number> {
  for (const [word, value] of vector) sum.set(word, (sum.get(word) ?? 0) + value);
  return sum;
}

/** The middle of a cluster. */
export const middleOf = (vectors: readonly Vector[]): Vector =>
  unit(vectors.reduce(addTo, new Map<string, number>()));

/** Of the same direction, of length 1. */
export function unit(sum: Vector): Vector {
  const length = Math.sqrt([...sum.values()].reduce((total, value) => total + value * value, 0)) || 1;
  return new Map([...sum].map(([word, value]) => [word, value / length]));
}

/** From 0, nothing in common, to 1: the cosine of the angle between two vectors of length 1. */
export function likeness(a: Vector, b: Vector): number {
  const [short, long] = a.size < b.size ? [a, b] : [b, a];
  let sum = 0;
  for (const [word, value] of short) sum += value * (long.get(word) ?? 0);
  return sum;
}

// The page that somebody most likely meant by an address that leads nowhere: by the words of both.
import { normalized } from '../../files/plain-forms.ts';
import type { SitePage } from './site-pages.ts';

export type Match = 'same name' | 'similar name';

export interface Likely {
  page: SitePage;
  match: Match;
}

/** From 0 to 1: what is less alike is no guess. */
const ENOUGH = 0.45;
/** How much the last part of an address says; the rest is said by the parts above it. */
const NAME = 0.8;
/** How much it says that all words of the address are in the name of the page; the rest is that the name has no others. */
const HELD = 0.6;
/** `config` for `configuration`. */
const SHORTENED = 0.8;
/** Words that begin alike are compared. */
const KEY_LENGTH = 4;

interface Indexed {
  page: SitePage;
  /** Of its address, and as its title. */
  names: readonly (readonly string[])[];
  above: readonly string[];
}

/** For each address the nearest page, of those that share a word with it; undefined where none is near enough. */
export function likelyPages(pages: readonly SitePage[]): (address: string) => Likely | undefined {
  const byKey = new Map<string, Set<Indexed>>();
  for (const page of pages) {
    const { last, above } = partsOf(page.address);
    const one: Indexed = { page, names: [last, stemsOf(page.title)], above };
    for (const word of new Set([...last, ...one.names.flat(), ...above].map(keyOf)))
      byKey.set(word, (byKey.get(word) ?? new Set()).add(one));
  }
  // A word of many pages says little.
  const weight = (word: string) => Math.log(1 + (pages.length + 1) / (byKey.get(keyOf(word))?.size ?? 1));
  return (address) => {
    const { last, above } = partsOf(address);
    const near = (words: readonly string[]) =>
      new Set(words.flatMap((word) => [...(byKey.get(keyOf(word)) ?? [])]));
    const scored = [...near(last)].map((one) => {
      const name = Math.max(...one.names.map((words) => likeness(last, words, weight)));
      return { one, name, score: NAME * name + (1 - NAME) * likeness(above, one.above, weight) };
    });
    const named = scored.filter(({ name }) => name > 0);
    // A name that no page has: what it was part of may be there.
    const whole = () =>
      [...near(above)].map((one) => ({
        one,
        score: NAME * likeness(above, [...one.above, ...(one.names[0] ?? [])], weight),
      }));
    const [best] = (named.length > 0 ? named : whole()).sort((a, b) => b.score - a.score);
    if (!best || best.score < ENOUGH) return undefined;
    const isSame = last.join(' ') === best.one.names[0]?.join(' ');
    return { page: best.one.page, match: isSame ? 'same name' : 'similar name' };
  };
}

/** The words of an address, without what other hosts put behind a page: `.html`, `/index`. */
function partsOf(address: string): { last: string[]; above: string[] } {
  const parts = address
    .replace(/\.(?:md|mdx|html?|php|aspx?)$/i, '')
    .replace(/\/(?:index|readme)$/i, '')
    .split('/')
    .filter(Boolean);
  return { last: stemsOf(parts.at(-1) ?? ''), above: stemsOf(parts.slice(0, -1).join(' ')) };
}

const FILLERS = new Set('a an and as at by for from in of on or the to with your'.split(' '));

/** Words in small letters without accents, endings and fillers. */
function stemsOf(text: string): string[] {
  const plain = normalized(text, 'NFD').replace(/\p{M}/gu, '').toLowerCase();
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  const telling = words.filter((word) => !FILLERS.has(word));
  return (telling.length > 0 ? telling : words).map(stemOf);
}

const ENDINGS = ['ations', 'ation', 'ings', 'ing', 'es', 'ed', 's', 'e'];
const SHORTEST_STEM = 3;

/** `install` for `installing`, `retry` for `retries`: enough for names in English, and harmless elsewhere. */
function stemOf(word: string): string {
  if (/..ies$/.test(word)) return `${word.slice(0, -3)}y`;
  const ending = ENDINGS.find((one) => word.endsWith(one) && word.length - one.length >= SHORTEST_STEM);
  return ending === undefined ? word : word.slice(0, -ending.length);
}

const keyOf = (stem: string): string => stem.slice(0, KEY_LENGTH);

/** How alike two lists of words are, from 0 to 1, each word by its weight. Two that are empty are alike. */
function likeness(
  asked: readonly string[],
  there: readonly string[],
  weight: (word: string) => number,
): number {
  if (asked.length + there.length === 0) return 1;
  const sum = (words: Iterable<string>) => [...words].reduce((all, word) => all + weight(word), 0);
  const left = new Set(there);
  let [held, shared] = [0, 0];
  for (const word of new Set(asked)) {
    const same = left.has(word) ? word : [...left].find((other) => isShortened(word, other));
    if (same === undefined) continue;
    left.delete(same);
    const part = same === word ? 1 : SHORTENED;
    held += part * weight(word);
    shared += part * (weight(word) + weight(same));
  }
  if (shared === 0) return 0;
  const own = sum(new Set(asked));
  return HELD * (held / own) + (1 - HELD) * (shared / (own + sum(new Set(there))));
}

function isShortened(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= KEY_LENGTH && long.startsWith(short);
}

// The anchors that a page publishes, by the platform's rule: it differs from the rule of Git hosts.
import { normalized } from '../files/texts.ts';

/** Headings of other levels publish none: the first is the title of the page, and the last two are shown as bold text. */
export const publishesAnchor = (level: number): boolean => level >= 2 && level <= 4;
/** What only says how the character before it is drawn, as behind most emoji. */
const VARIATIONS = /[\ufe00-\ufe0f\u20e3]/g;
const LONGEST = 100;

/** Spelled out; every other character that is no letter, digit, dot or underscore is a hyphen. */
const SPELLED: Readonly<Record<string, string>> = {
  '&': ' and ',
  '|': ' or ',
  '>': ' greater than ',
  '<': ' less than ',
  $: 'usd',
  '®': '(r)',
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
};
const LATIN_WITH_MARKS = /[\u00c0-\u024f\u1e00-\u1eff]/g;

/**
 * `TLS/SSL Encryption` becomes `tls-ssl-encryption`, `my.cnf` stays, `6. Best practices` becomes `id-6.-best-practices`.
 * Takes the text of a heading as readers see it; empty where nothing is left. Letters of other scripts stay as they are:
 * the platform romanizes them, and `mayBeAnchor` allows for that.
 */
export function headingAnchor(text: string): string {
  const spelled = normalized(text, 'NFC')
    .toLowerCase()
    .replace(/[&|<>$®äöüßæœøđðłþı]/g, (character) => SPELLED[character] ?? '')
    .replace(LATIN_WITH_MARKS, (letter) => normalized(letter, 'NFD').replace(/[\u0300-\u036f]/g, ''))
    .replace(/['‘’]/g, '')
    .replace(VARIATIONS, '');
  // A plus goes when the hyphens are there: `5.3 + MyISAM` keeps both.
  const hyphened = spelled.replace(/[^\p{L}\p{M}\p{N}._+]+/gu, '-').replaceAll('+', '');
  const slug = trimEnd(trimEnd(hyphened.replace(/^-+/, ''), '-'), '._-');
  return [...(/^\d/.test(slug) ? `id-${slug}` : slug)].slice(0, LONGEST).join('');
}

/** Without a pattern: what repeats at the end of a long run is tried from each of its places. */
function trimEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Gives out the anchors of a page in the order of its text: the second of a name is numbered. */
export class AnchorBook {
  readonly taken = new Set<string>();
  /** The last number given to each name: thousands of the same are not counted anew each. */
  private readonly numbers = new Map<string, number>();

  /** A heading, or a tab: they share their names. `named` is an `id` that is in the heading; it wins. */
  take({ text, level, named }: { text: string; level?: number; named?: string }): string | undefined {
    if (level !== undefined && !publishesAnchor(level)) return undefined;
    const wanted = named ?? headingAnchor(text);
    if (wanted === '') return undefined;
    let anchor = wanted;
    let number = this.numbers.get(wanted) ?? 0;
    while (this.taken.has(anchor)) {
      number += 1;
      anchor = `${wanted}-${number}`;
    }
    this.numbers.set(wanted, number);
    this.taken.add(anchor);
    return anchor;
  }
}

/** Whether a link may mean a published anchor. How letters of other scripts are romanized is the platform's knowledge. */
export function mayBeAnchor(asked: string, published: string): boolean {
  if (asked === published) return true;
  const [first = '', ...rest] = published.split(/[^\p{ASCII}]+/u);
  if (rest.length === 0 || !asked.startsWith(first)) return false;
  let at = first.length;
  return rest.every((part) => {
    const found = asked.indexOf(part, at);
    at = found + part.length;
    return found !== -1;
  });
}

// The part of an address that stands for a page: made of its title or its file, and unique among its siblings.
const SLUG_LENGTH = 100;

/** `Über uns & mehr` becomes `uber-uns-and-mehr`. Letters of every script stay; never empty. */
export function slugify(title: string): string {
  // What makes a picture of a sign (U+FE0F) is a mark to Unicode, and nothing to see by itself.
  const letters = normalized(title, 'NFKD').replace(/[\u0300-\u036f\ufe00-\ufe0f\u20e3]/g, '');
  const slug = normalized(letters, 'NFC')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replaceAll('&', ' and ')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-');
  // Cut by code point, or a surrogate pair could be split.
  const cut = [...slug.replace(/^-+/, '')].slice(0, SLUG_LENGTH).join('');
  return cut.replace(/(?<!-)-+$/, '') || 'page';
}

/** What is wrong with the slug of a page, as words behind its name; undefined where nothing is. Of none, a host makes one. */
export const slugFault = (slug: string): string | undefined =>
  slug === '' || slugify(slug) === slug
    ? undefined
    : `must be lowercase words joined by "-", like ${slugify(slug)}`;

/** The wanted slug, or the first of `wanted-1`, `wanted-2`, ... that is free. */
export function uniqueSlug(wanted: string, taken: Iterable<string>): string {
  const used = new Set(taken);
  if (!used.has(wanted)) return wanted;
  let number = 1;
  while (used.has(`${wanted}-${number}`)) number += 1;
  return `${wanted}-${number}`;
}

/** Gives out slugs that are unique among those it knows, however many there are. */
export function slugBook(taken: Iterable<string> = []): (wanted: string) => string {
  const used = new Set(taken);
  const last = new Map<string, number>();
  return (wanted) => {
    let number = last.get(wanted) ?? 0;
    let free = number === 0 ? wanted : `${wanted}-${number}`;
    while (used.has(free)) {
      number += 1;
      free = `${wanted}-${number}`;
    }
    last.set(wanted, number);
    used.add(free);
    return free;
  };
}

// The part of an address that stands for a page: made of its title or its file, and unique among its siblings.
import { normalized } from '../files/plain-forms.ts';

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

// Texts of others: in one form, without escapes, and their beginning.

// What the runtime offers to normalize a text and to parse a URL takes time by the square of the length.

/** As many marks as Unicode lets follow one letter in a stream (UAX #15): no script needs more. */
const HIGHEST_PILE = 30;
/** Invisible, and marks are not sorted across it. */
const JOINER = '\u034f';

/** `normalize` in linear time: a pile of accents higher than any language has is taken apart. */
export function normalized(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string {
  if (text.length <= HIGHEST_PILE) return text.normalize(form);
  // It is here, and not above: Node takes half a millisecond to learn which characters are marks.
  return text.replace(/\p{M}{30}(?=\p{M})/gu, (pile) => pile + JOINER).normalize(form);
}

/** No server takes a longer one. */
const LONGEST_URL = 8192;
/** A name of a host has 253 letters at most; user and password stand before it. */
const LONGEST_HOST = 1000;

/** The URL, or undefined for what is none: one that no server takes is none either. */
export function parsedUrl(text: string, base?: string): URL | undefined {
  const host = /^(?:[a-z][\w+.-]*:)?[\\/]*([^\\/?#]*)/i.exec(text)?.[1] ?? '';
  if (text.length > LONGEST_URL || host.length > LONGEST_HOST) return undefined;
  return URL.canParse(text, base) ? new URL(text, base) : undefined;
}

// A piece of a URL as it was meant.

/** Without percent encoding; as it is where that is broken. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

// The beginning of a long text.

/** The text, or its first `most` UTF-16 units and `...`: never half of a letter or of an emoji. */
export const beginning = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most).replace(HALF_AT_END, '')}...` : text;

const HALF_AT_END = /[\u200d\ud800-\udbff]$/;

// What a text holds or is: in one form, sorted, in HTML, a record, a marker of git.

/** The value; undefined for what is not JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `a, b` as two texts. */
export const itemsByComma = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

/** For sorting by code units, the same on every machine. */
export const byText = (a: string, b: string): number => Number(a > b) - Number(a < b);

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** The text in HTML, also between quotes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter);

const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i;

/** What can follow the @ of an email address; one with other letters is written as mail servers exchange it (`xn--`). */
export const isEmailDomain = (text: string): boolean => DOMAIN.test(text);

export const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

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

// Tells maps, and lists of texts, from the other values of JSON and YAML.

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

export const areTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

// What git and docs cr conflicts leave in a file that nobody has merged yet.

/** The number of the first line that is a conflict marker, from 1. */
export function markerLine(text: string): number | undefined {
  const at = text.split('\n').findIndex((line) => /^(<{7}|\|{7}|>{7}) /.test(line));
  return at === -1 ? undefined : at + 1;
}

/** The same of a page, which may show what a conflict looks like: as code. */
export function markerLineOfPage(markdown: string): number | undefined {
  let fence: string | undefined;
  const lines = markdown.split('\n');
  const at = lines.findIndex((line) => {
    const [, marks] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    if (fence === undefined) fence = marks;
    else if (marks?.startsWith(fence)) fence = undefined;
    return fence === undefined && /^<{7} /.test(line);
  });
  return at === -1 ? undefined : at + 1;
}

// Many texts in the order in which they came, outside of the heap: 100,000 rows take their bytes, and little beside them.

const CHUNK = 1024 * 1024;

/** Texts by their number, from 0. None of them changes. */
export class PackedTexts {
  private readonly chunks: Buffer[] = [];
  private used = CHUNK;
  /** Of each text its chunk, where it begins in it, and its bytes. */
  private readonly places: number[] = [];

  get length(): number {
    return this.places.length / 3;
  }

  push(text: string): void {
    const size = Buffer.byteLength(text);
    if (this.used + size > CHUNK) {
      // What is longer than a chunk has one of its own.
      this.chunks.push(Buffer.allocUnsafeSlow(Math.max(CHUNK, size)));
      this.used = 0;
    }
    const chunk = this.chunks.length - 1;
    this.chunks[chunk]?.write(text, this.used);
    this.places.push(chunk, this.used, size);
    this.used += size;
  }

  /** Undefined behind the last. */
  at(index: number): string | undefined {
    const [chunk = 0, from = 0, size = 0] = this.places.slice(index * 3, index * 3 + 3);
    return index < this.length ? this.chunks[chunk]?.toString('utf8', from, from + size) : undefined;
  }

  slice(from: number, count: number): string[] {
    const size = Math.max(0, Math.min(count, this.length - from));
    return Array.from({ length: size }, (_, index) => this.at(from + index) ?? '');
  }

  *[Symbol.iterator](): Generator<string> {
    for (let index = 0; index < this.length; index += 1) yield this.at(index) ?? '';
  }
}

// The difference between two values of a field as people read it: of what has parts only the parts that differ, and of
// rich text its words.
import { isDeepStrictEqual } from 'node:util';
import { beginning } from '../../files/texts.ts';
import { fromDocument } from '../../markdown/from-document.ts';
import { maskedBody } from './plan.ts';

/** One field of a row that changes, or a part of it: `styling.warningColor.light`. */
export interface Change {
  field: string;
  from: unknown;
  to: unknown;
}

/** A part for each place in which the two differ; none where they are the same. */
export function leavesOf(field: string, from: unknown, to: unknown): Change[] {
  const [a, b] = [readable(from), readable(to)];
  if (isDeepStrictEqual(a ?? null, b ?? null)) return [];
  const parts = partsOf(a, b);
  if (!parts) return [{ field, from: a, to: b }];
  // An element that came or went is shown as one.
  const isWhole = (one: unknown, other: unknown) =>
    Array.isArray(b) && (one === undefined || other === undefined);
  return parts.flatMap(([key, one, other]) =>
    isWhole(one, other)
      ? { field: `${field}.${key}`, from: readable(one), to: readable(other) }
      : leavesOf(`${field}.${key}`, one, other),
  );
}

/** Rich text as Markdown, also where it is the only part of a value. */
export function readable(value: unknown): unknown {
  if (!isParted(value) || Array.isArray(value)) return value;
  if (value.object === 'document' && Array.isArray(value.nodes)) return fromDocument(value);
  const [key, second] = Object.keys(value);
  if (second !== undefined) return value;
  if (key === 'markdown' && typeof value.markdown === 'string') return value.markdown;
  const inner = key === 'document' ? readable(value.document) : undefined;
  return typeof inner === 'string' ? inner : value;
}

/** What is masked by the name of its field, wherever it stands. */
export function maskedAt(field: string, value: unknown): unknown {
  const path = field.split('.');
  const whole = path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value ?? null);
  return path.reduce<unknown>((at, key) => (isParted(at) ? partOf(at, key) : at), maskedBody(whole));
}

type Parted = Readonly<Record<string, unknown>>;

const isParted = (value: unknown): value is Parted => typeof value === 'object' && value !== null;

const partOf = (value: unknown, key: string): unknown =>
  isParted(value) && Object.hasOwn(value, key) ? value[key] : undefined;

type Part = readonly [key: string | number, from: unknown, to: unknown];

/** Undefined where the values have no parts that can be told apart. */
function partsOf(from: unknown, to: unknown): Part[] | undefined {
  if (!isParted(to) || (from !== undefined && from !== null && !isParted(from))) return undefined;
  if (Array.isArray(to) || Array.isArray(from)) return elementsOf(from ?? [], to);
  const keys = [...new Set([...Object.keys(from ?? {}), ...Object.keys(to)])];
  return keys.length > 0 ? keys.map((key) => [key, partOf(from, key), partOf(to, key)]) : undefined;
}

/** Of lists of objects those between what they begin and end with alike. */
function elementsOf(from: unknown, to: unknown): Part[] | undefined {
  if (!Array.isArray(from) || !Array.isArray(to) || ![...from, ...to].some(isParted)) return undefined;
  const shorter = Math.min(from.length, to.length);
  let start = 0;
  while (start < shorter && isDeepStrictEqual(from[start], to[start])) start += 1;
  let end = 0;
  while (end < shorter - start && isDeepStrictEqual(from.at(-1 - end), to.at(-1 - end))) end += 1;
  const count = Math.max(from.length, to.length) - start - end;
  const partAt = (list: unknown[], at: number) => list.slice(start, list.length - end)[at];
  return Array.from({ length: count }, (_, at) => [start + at, partAt(from, at), partAt(to, at)]);
}

const LONGEST_WORD = 60;
/** So much of what two texts have in common is left to find the place by. */
const SHARED = 16;

/**
 * Only texts are cut: of a list and its elements all is shown that is sent. A URL is not cut before its host ends: what
 * leads elsewhere must not read like what does not.
 */
const longestOf = (value: unknown, text: string): number =>
  isParted(readable(value))
    ? Number.POSITIVE_INFINITY
    : Math.max(LONGEST_WORD, /^[a-z][a-z\d+.-]*:\/\/[^/\\?#\s]{0,300}/i.exec(text)?.[0].length ?? 0);

/** A value on a line for people. */
export function wordOf(value: unknown): string {
  const text = flatText(value);
  return beginning(text, longestOf(value, text));
}

/** What is left of an emoji that was cut in two. */
const HALF_AT_START = /^[\u200d\ufe0f\udc00-\udfff]+/;

/** `read -> review`; of long texts the place where they begin to differ. */
export function pairOf(from: unknown, to: unknown): string {
  const [a, b] = [flatText(from), flatText(to)];
  return differingParts(a, b, Math.max(longestOf(from, a), longestOf(to, b))).join(' -> ');
}

/** At most so much of two texts: of longer ones the place where they begin to differ. */
export function differingParts(a: string, b: string, most: number): [string, string] {
  let same = 0;
  while (same < Math.min(a.length, b.length) && a[same] === b[same]) same += 1;
  const start = Math.max(a.length, b.length) > most && same > 2 * SHARED ? same - SHARED : 0;
  const part = (text: string) =>
    start > 0 ? `...${beginning(text.slice(start).replace(HALF_AT_START, ''), most)}` : beginning(text, most);
  return [part(a), part(b)];
}

/** A text that reads like nothing, like a change, or like the next field, in quotation marks: it is one value. */
const told = (text: string): string =>
  /^\(none\)$|^"| -> |, [\w.-]+: /.test(text.replace(/\s+/g, ' ')) ? JSON.stringify(text) : text;

export function flatText(value: unknown): string {
  const shown = readable(value);
  if (shown === undefined || shown === null) return '(none)';
  const text = typeof shown === 'string' ? told(shown) : JSON.stringify(maskedBody(shown));
  return text === '' ? '""' : text.replace(/\s+/g, ' ');
}

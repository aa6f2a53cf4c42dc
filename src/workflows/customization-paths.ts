// The looks of a site by path: `styling.theme=bold` set in a document, and what differs between two of them.
import { isDeepStrictEqual } from 'node:util';
import { UsageError } from '../errors.ts';

export type Fields = Readonly<Record<string, unknown>>;

export interface Assignment {
  path: readonly string[];
  /** Undefined: it is to be taken away. */
  value: unknown;
}

/** `styling.theme=bold`; a value that is JSON is read as such. Throws UsageError. */
export function readAssignment(text: string): Assignment {
  const [, name = '', value = ''] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (name === '')
    throw new UsageError(`--set "${text}" is not path=value`, { hint: '--set styling.theme=bold' });
  return { path: pathOf(name), value: parsedValue(value) };
}

export function pathOf(name: string): string[] {
  const path = name.trim().split('.');
  if (path.some((key) => key === '' || key === '__proto__'))
    throw new UsageError(`"${name}" is not a path`, { hint: '--set styling.theme=bold' });
  return path;
}

function parsedValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A document with one value set or taken away; what is on the way is copied. One color stands for light and dark. */
export function assign(document: Fields, { path, value }: Assignment, known: unknown): Fields {
  const [key = '', ...rest] = path;
  const { [key]: inner, ...others } = document;
  const knownInner = isFields(known) ? known[key] : undefined;
  if (rest.length > 0) {
    const below = isFields(inner) ? inner : {};
    return { ...document, [key]: assign(below, { path: rest, value }, knownInner) };
  }
  if (value === undefined) return others;
  const isBoth = typeof value === 'string' && isThemed(knownInner ?? inner, value);
  return { ...document, [key]: isBoth ? { light: value, dark: value } : value };
}

/** What is one value for light and one for dark mode, or a color that is not set yet. */
const isThemed = (known: unknown, value: string): boolean =>
  isFields(known)
    ? 'light' in known && 'dark' in known
    : known === undefined && /^#[0-9a-f]{3,6}$/i.test(value);

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export interface Difference {
  path: string;
  from: unknown;
  to: unknown;
}

/** Every value that differs, by path. What `wanted` leaves out is as it is. */
export function differences(now: Fields, wanted: Fields, prefix = ''): Difference[] {
  return Object.entries(wanted).flatMap(([key, to]): Difference[] => {
    const path = `${prefix}${key}`;
    const from = now[key];
    if (isFields(from) && isFields(to) && Object.keys(from).length > 0 && Object.keys(to).length > 0)
      return differences(from, to, `${path}.`);
    return isDeepStrictEqual(from, to) ? [] : [{ path, from: from ?? null, to: to ?? null }];
  });
}

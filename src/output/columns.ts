// Fields by dotted paths (`gitSync.repoName` goes through every element of an array), columns of a view, what is masked.

import { isRecord } from '../files/texts.ts';
import { cellText } from './format.ts';
import type { Io } from './io.ts';
import { outSafe, safeLine } from './safe-text.ts';
import type { View } from './view.ts';

/** The chosen fields, else the columns of the view, else every leaf of the first item. */
export function columnsOf({ fields, columns }: View, first: unknown): readonly string[] {
  if (fields && fields.length > 0) return fields;
  return columns.length > 0 ? columns : leafPaths(first);
}

/** The same for a table that people read: it may have columns of its own. */
export const tableColumnsOf = (view: View, first: unknown): readonly string[] =>
  (view.fields ? undefined : view.table) ?? columnsOf(view, first);

/**
 * The columns of a pipe and a file in the order of the table that people see, so that `cut` and `awk` count what the eye
 * counts: what a row is called before what the platform calls it. What the table leaves out comes behind.
 */
export function inOrderOfTable(columns: readonly string[], table: readonly string[] = []): readonly string[] {
  const isId = (column: string) => /(^|\.)id$/.test(column);
  const others = columns.filter((column) => !table.includes(column));
  return [
    ...table.filter((column) => columns.includes(column)),
    ...others.filter((column) => !isId(column)),
    ...others.filter(isId),
  ];
}

/** A row as its cells, in the order of the columns: of a table with thousands of them, where an object a row is too much. */
export class Cells {
  readonly values: readonly unknown[];

  constructor(values: readonly unknown[]) {
    this.values = values;
  }
}

/** The values of one row. Without columns the item is its only value: a list of plain strings. */
export function valuesOf(item: unknown, columns: readonly string[]): readonly unknown[] {
  if (item instanceof Cells) return item.values;
  return columns.length === 0 ? [item] : columns.map((column) => valueAt(item, column));
}

/** One line of tab-separated full values for programs. */
export function tabbedLine(io: Io, item: unknown, columns: readonly string[]): string {
  const cells = valuesOf(item, columns).map((value) => safeLine(cellText(value)));
  return `${outSafe(io, cells.join('\t'))}\n`;
}

// Reading and choosing fields by dotted paths: `gitSync.repoName`. A path goes through every element of an array.

/** The value at a dotted path; undefined where there is none. Sees own properties only. */
export function valueAt(value: unknown, path: string): unknown {
  // Asked of every cell.
  return path.includes('.') ? path.split('.').reduce(getKey, value) : getKey(value, path);
}

function getKey(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return value.map((one) => getKey(one, key)).filter((one) => one !== undefined);
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** The same value with the named fields only, nested as before: `gitSync.repoName` gives `{gitSync: {repoName}}`. Every row has all of them: what it lacks is null. */
export const pickFields = (value: unknown, fields: readonly string[]): unknown =>
  pickTree(value, fieldTree(fields));

/** Fields by their first word; an empty tree means the whole value. */
type FieldTree = Map<string, FieldTree>;

function fieldTree(fields: readonly string[]): FieldTree {
  const heads = new Map<string, string[]>();
  const whole = new Set<string>();
  for (const field of fields) {
    const [head = '', ...rest] = field.split('.');
    heads.set(head, [...(heads.get(head) ?? []), ...(rest.length > 0 ? [rest.join('.')] : [])]);
    if (rest.length === 0) whole.add(head);
  }
  return new Map(
    [...heads].map(([head, rest]): [string, FieldTree] => [
      head,
      whole.has(head) ? new Map() : fieldTree(rest),
    ]),
  );
}

function pickTree(value: unknown, tree: FieldTree): unknown {
  if (tree.size === 0) return value;
  if (Array.isArray(value)) return value.map((one) => pickTree(one, tree));
  if (!isRecord(value) && value !== null && value !== undefined) return value;
  // fromEntries makes own properties even of `__proto__`.
  return Object.fromEntries(
    [...tree].map(([key, rest]) => [key, pickTree(getKey(value, key), rest) ?? null]),
  );
}

/** Dotted paths of all leaves, in the order of the object. Arrays and empty objects are leaves. */
export function leafPaths(value: unknown, prefix = ''): string[] {
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, one]) => {
    const path = prefix + key;
    return isRecord(one) && Object.keys(one).length > 0 ? leafPaths(one, `${path}.`) : [path];
  });
}

// Texts with fields of an answer in them.

/** A template tag: `?` stands where a platform left a field out. */
export const filled = (parts: TemplateStringsArray, ...values: readonly unknown[]): string =>
  parts.map((part, at) => (at < values.length ? `${part}${values[at] ?? '?'}` : part)).join('');

// Fields whose value nobody should read over a shoulder or in a log.

export const REDACTED = '[redacted]';

const SECRET_FIELDS = [
  'privateKey',
  'secrets',
  'shareKey',
  'eventKey',
  'accessToken',
  // Of an installation: what was entered for an integration, API keys among it.
  'configuration',
  'headers',
  // Of a connection: what signs in at its source.
  'setupSettings.token',
  'apiToken',
  // Of an answer that is a token: nothing around it says whose.
  '.token',
  'apiKey',
  'clientSecret',
  'refreshToken',
  'serviceVisitorClaims',
  'gitbookVisitorClaims',
];

/** What is secret of some things only, by their `object`. */
const SECRETS_OF: ReadonlyMap<unknown, readonly string[]> = new Map([['share-link', ['urls']]]);

/** Whether more of it is secret than its fields tell by their names: it is to be masked before fields are chosen. */
export const isSecretThing = (item: unknown): boolean =>
  typeof item === 'object' && item !== null && SECRETS_OF.has(Reflect.get(item, 'object'));

/** `key` matches the field wherever it stands, `urls.published` only within `urls`. */
type SecretMask = <T>(value: T) => T;

/** Makes a function that returns the value with secret fields replaced, and the same value where there are none. */
export function secretMask(extraFields: readonly string[] = []): SecretMask {
  const names = new Set([...SECRET_FIELDS, ...extraFields]);
  // Most keys end none of the names: no other text is made of them.
  const within = new Set([...names].map((name) => name.slice(name.indexOf('.') + 1)));
  const isSecret = (parent: string, key: string) =>
    names.has(key) || (within.has(key) && names.has(`${parent}.${key}`));

  const mask = (value: unknown, parent: string): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    return Array.isArray(value) ? maskArray(value, parent) : maskObject(value, parent);
  };
  const maskArray = (values: unknown[], parent: string): unknown[] => {
    const masked = values.map((one) => mask(one, parent));
    return masked.some((one, index) => one !== values[index]) ? masked : values;
  };
  const maskObject = (object: object, parent: string): object => {
    const own = SECRETS_OF.get(Reflect.get(object, 'object'));
    const entries = Object.entries(object);
    const shown = entries.map(([key, one]) => {
      if (own?.includes(key)) return maskAll(one);
      return isSecret(parent, key) && !isNothing(one) ? REDACTED : mask(one, key);
    });
    if (shown.every((one, at) => one === entries[at]?.[1])) return object;
    return Object.fromEntries(entries.map(([key], at) => [key, shown[at]]));
  };
  const pattern = secretPattern(extraFields);
  // Most pages of a list hold no such field, which their text tells sooner than a walk through every row.
  const isOpen = (value: unknown) => Array.isArray(value) && !pattern.test(JSON.stringify(value));
  // Only values of secret fields change their type, and nothing here reads those.
  return <T>(value: T) => (isOpen(value) ? value : (mask(value, '') as T));
}

/** An object keeps its fields, so that columns of them can say so. */
const maskAll = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, isNothing(one) ? one : REDACTED]))
    : REDACTED;

const isNothing = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** The value with secret fields replaced by `[redacted]`, at any depth; copied only where something is replaced. */
export const maskSecrets = <T>(value: T, extraFields?: readonly string[]): T =>
  secretMask(extraFields)(value);

/** A pattern that finds a secret field in serialised JSON: far cheaper than walking every item of a long list. */
export function secretPattern(extraFields: readonly string[] = []): RegExp {
  const lastOf = (name: string) => name.slice(name.lastIndexOf('.') + 1);
  const names = [
    ...SECRET_FIELDS.map(lastOf),
    ...extraFields.map((name) => lastOf(name).replace(/\W/g, '\\$&')),
  ];
  return new RegExp(`"(?:${names.join('|')})":|"(?:${[...SECRETS_OF.keys()].join('|')})"`);
}

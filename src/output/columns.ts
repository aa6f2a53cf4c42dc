// Fields by dotted paths (`gitSync.repoName` goes through every element of an array), and the columns and cells of a view.

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

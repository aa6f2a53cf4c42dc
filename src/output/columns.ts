// Which columns a view shows, and the cells of a row.
import { cellText } from './format.ts';
import type { Io } from './io.ts';
import { leafPaths, valueAt } from './paths.ts';
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

// A table without borders, fitted to the terminal.
import { type ColumnNeed, FIRST, fitColumns } from './fit-columns.ts';
import type { Io } from './io.ts';
import { labelOf } from './labels.ts';
import { outSafe, safeLine } from './safe-text.ts';
import { styles } from './style.ts';
import { type Cell, type CellRow, tableLines } from './table-rows.ts';
import { displayWidth } from './width.ts';

type Row = readonly (string | Cell)[];

export interface Table {
  /** Takes rows of plain texts; returns their lines, after the header when they are the first. */
  rows(rows: readonly Row[]): string;
  /** Columns that found no room, by number; known once there were rows. */
  readonly leftOut: readonly number[];
  /** Whether anything was left out or cut. */
  readonly isCut: boolean;
}

/**
 * Makes a table. The first rows decide which columns it has. Widths fit all rows so far: later rows that need more
 * take what room there is.
 */
export function createTable(
  io: Io,
  columns: readonly string[],
  labels: Readonly<Record<string, string>> = {},
): Table {
  const room = io.columns;
  const { bold } = styles(io.colorOut);
  const header = columns.map(
    (column): Cell => ({ text: safeLine(labelOf(column, labels)).toUpperCase(), style: bold }),
  );
  let needs = columns.map((column, at) => needOf(column, header[at]?.text ?? ''));
  let widths: number[] | undefined;
  // Columns by number, as they stand from the left.
  let order = columns.map((_, at) => at);
  const inOrder = <T>(all: readonly T[]): T[] => order.flatMap((at) => all[at] ?? []);

  return {
    rows(rows) {
      const given = rows.map((row) => columns.map((_, at) => safeCell(row[at] ?? '', room)));
      const isFirst = widths === undefined;
      if (isFirst && fitColumns(widened(needs, given) ?? needs, room).length < columns.length) {
        order = emptyLast(order, given);
        needs = inOrder(needs);
      }
      const cells = given.map(inOrder);
      const wider = widened(needs, cells);
      if (isFirst || wider) widths = fitColumns(wider ?? needs, room, widths?.length);
      needs = wider ?? needs;
      const fitted = widths ?? [];
      return outSafe(io, tableLines(isFirst ? [inOrder(header), ...cells] : cells, fitted));
    },
    get leftOut() {
      return order.slice(widths?.length ?? columns.length).sort((a, b) => a - b);
    },
    get isCut() {
      return needs.some(({ width }, at) => (widths?.[at] ?? 0) < width);
    },
  };
}

/** Where not all columns find room, those that say nothing in any row are the first to go; what a row is stays first. */
function emptyLast(order: readonly number[], rows: readonly CellRow[]): number[] {
  const isEmpty = (at: number) => at >= FIRST && rows.every((row) => row[at]?.text === '');
  return [...order.filter((at) => !isEmpty(at)), ...order.filter(isEmpty)];
}

function needOf(column: string, label: string): ColumnNeed {
  return {
    width: displayWidth(label),
    content: 1,
    keep: /(^|\.)id$|Id$/.test(column),
    name: /(^|\.)(title|subject|body|label|displayName|name|reference)$/.test(column),
  };
}

/** What the columns need with these rows too; undefined where that is no more. */
function widened(needs: readonly ColumnNeed[], rows: readonly CellRow[]): ColumnNeed[] | undefined {
  let grows = false;
  const wider = needs.map((need, at) => {
    const content = rows.reduce(
      (widest, row) => Math.max(widest, displayWidth(row[at]?.text ?? '')),
      need.content,
    );
    const width = Math.max(need.width, content);
    grows ||= width > need.width || content > need.content;
    return { ...need, content, width };
  });
  return grows ? wider : undefined;
}

function safeCell(cell: string | Cell, room: number): Cell {
  if (typeof cell === 'string') return { text: bounded(safeLine(cell), room) };
  return { ...cell, text: bounded(safeLine(cell.text), room) };
}

/** Far more than any column shows is not worth measuring. */
function bounded(text: string, room: number): string {
  const most = room * 8;
  return text.length <= most ? text : `${text.slice(0, most).replace(/[\ud800-\udbff]$/, '')}…`;
}

// Rows for other programs: CSV (RFC 4180) with a header row for spreadsheets, and tab-separated.
import { stringify } from 'csv-stringify/sync';
import { columnsOf, secretMask, tabbedLine, valuesOf } from '../columns.ts';
import { cellText } from '../format.ts';
import { outSafe, safeText } from '../safe-text.ts';
import type { MakeRenderer } from '../view.ts';

// A spreadsheet takes a cell that starts so for a formula, and runs it.
const FORMULA = /^[ \u00a0\u3000]*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

function cellOf(value: unknown, isRaw = false): string {
  const text = cellText(value);
  // A number is never a formula that somebody wrote: -5 stays -5.
  const isFormula = !isRaw && typeof value !== 'number' && FORMULA.test(text);
  return safeText(isFormula ? `'${text}` : text, { multiline: true });
}

/** Where the comma is the decimal sign, a spreadsheet would take what follows a semicolon for a cell of its own. */
const QUOTED = /[",;\r\n]/;

/** Most rows need no quotes, and wait for nothing that decides on them. */
const lineOf = (row: readonly string[]): string =>
  row.some((text) => QUOTED.test(text))
    ? stringify([[...row]], { quoted_match: QUOTED })
    : `${row.join(',')}\n`;

const textOf = (rows: readonly (readonly string[])[]): string => rows.map(lineOf).join('');

/** A whole table for a file. */
export const csvText = (columns: readonly string[], rows: readonly object[]): string =>
  textOf([columns, ...rows.map((row) => columns.map((column) => cellOf(Reflect.get(row, column))))]);

export const csv: MakeRenderer = (io, view) => {
  const mask = view.showSecrets ? undefined : secretMask(view.secretFields);
  let columns: readonly string[] | undefined;

  const cell = (value: unknown) => cellOf(value, view.csvRaw);
  const lines = (items: readonly unknown[]) => {
    const rows = [];
    if (!columns) {
      columns = columnsOf(view, items[0]);
      rows.push(columns.map((column) => cell(view.headings?.[column] ?? column)));
    }
    for (const item of items) rows.push(valuesOf(item, columns).map(cell));
    return outSafe(io, textOf(rows));
  };
  const page = (raw: readonly unknown[]) => lines(mask ? mask(raw) : raw);
  const hasColumns = () => columnsOf(view, undefined).length > 0;
  return {
    item: (item) => page([item]),
    page,
    // A list of nothing is a table of no rows.
    end: () => (columns === undefined && hasColumns() ? lines([]) : ''),
  };
};

// Tab-separated full values without a header: for `cut` and `awk`, and for every table that goes into a pipe.
export const tsv: MakeRenderer = (io, view) => {
  const mask = view.showSecrets ? undefined : secretMask(view.secretFields);
  let columns: readonly string[] | undefined;
  const line = (item: unknown) => {
    if (!columns) {
      columns = columnsOf(view, item);
      io.onColumns?.(columns);
    }
    return tabbedLine(io, item, columns);
  };
  const page = (items: readonly unknown[]) => (mask ? mask(items) : items).map(line).join('');
  return { item: (item) => page([item]), page, end: () => '' };
};

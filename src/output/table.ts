// A table without borders, fitted to the terminal.
import CliTable from 'cli-table3';
import { type ColumnNeed, fitColumns } from './fit-columns.ts';
import { hyperlink } from './hyperlink.ts';
import type { Io } from './io.ts';
import { labelOf } from './labels.ts';
import { ciSafe, safeLine } from './safe-text.ts';
import { styles } from './style.ts';
import { cutToWidth, displayWidth, isAscii } from './width.ts';

// cli-table3 takes quadratic time: rows are drawn in parts.
const PART = 100;
const EDGES =
  'top top-mid top-left top-right bottom bottom-mid bottom-left bottom-right left left-mid mid mid-mid right right-mid';
const NO_BORDER = { ...Object.fromEntries(EDGES.split(' ').map((edge) => [edge, ''])), middle: '  ' };
// Stands for text outside ASCII while cli-table3 draws: it knows the widths of an older Unicode only.
const BLANK = '\ue000';
const BLANKS = /\ue000+/g;

export interface Cell {
  text: string;
  /** Stands behind the text as a link; must be an address that may be printed as it is. */
  link?: string | undefined;
  /** Colours the text. */
  style?: ((text: string) => string) | undefined;
}

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
  const header = columns.map((column): Cell => ({ text: safeLine(labelOf(column, labels)).toUpperCase() }));
  let needs = columns.map((column, at) => needOf(column, header[at]?.text ?? ''));
  let widths: number[] | undefined;

  return {
    rows(rows) {
      const cells = rows.map((row) => row.map((cell) => safeCell(cell, room)));
      const isFirst = widths === undefined;
      const wider = widened(needs, cells);
      if (isFirst || wider) widths = fitColumns(wider ?? needs, room, widths?.length);
      needs = wider ?? needs;
      const fitted = widths ?? [];
      let text = isFirst ? draw([header], fitted, styles(io.colorOut).bold) : '';
      for (let start = 0; start < cells.length; start += PART) {
        text += draw(cells.slice(start, start + PART), fitted);
      }
      return ciSafe(io, text);
    },
    get leftOut() {
      return columns.flatMap((_, at) => (at < (widths?.length ?? columns.length) ? [] : [at]));
    },
    get isCut() {
      return needs.some(({ width }, at) => (widths?.[at] ?? 0) < width);
    },
  };
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
function widened(needs: readonly ColumnNeed[], rows: readonly Cell[][]): ColumnNeed[] | undefined {
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

function draw(rows: readonly Cell[][], widths: number[], style = (text: string) => text): string {
  const replaced: string[] = [];
  const table = new CliTable({
    chars: NO_BORDER,
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [], compact: true },
    colWidths: widths,
  });
  for (const row of rows) {
    table.push(
      widths.map((width, index) => {
        const { text = '', link, style: own } = row[index] ?? {};
        return style(standIn(cutToWidth(text, width), replaced, { link, style: own }));
      }),
    );
  }
  const lines = table.toString().split('\n');
  const text = lines.map((line) => `${line.trimEnd()}\n`).join('');
  let next = 0;
  return text.replace(BLANKS, () => replaced[next++] ?? '');
}

/** A text of the same width that cli-table3 measures rightly. */
function standIn(text: string, replaced: string[], { link, style }: Omit<Cell, 'text'>): string {
  if (isAscii(text) && link === undefined && style === undefined) return text;
  const width = displayWidth(text);
  const shown = link === undefined ? text : hyperlink(text, link);
  if (width > 0) replaced.push(style ? style(shown) : shown);
  return BLANK.repeat(width);
}

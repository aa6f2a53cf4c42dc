// The lines of a table whose columns have their widths: text is cut to its column, and cli-table3 draws it.
import CliTable from 'cli-table3';
import { hyperlink } from './hyperlink.ts';
import { cutToWidth, displayWidth, isAscii } from './width.ts';

export interface Cell {
  text: string;
  /** Stands behind the text as a link; must be an address that may be printed as it is. */
  link?: string | undefined;
  /** Colours the text. */
  style?: ((text: string) => string) | undefined;
}

export type CellRow = readonly Cell[];

const GAP = '  ';
/** No lines around cells: only what stands between them. */
const CHARS = {
  ...{ top: '', 'top-mid': '', 'top-left': '', 'top-right': '' },
  ...{ bottom: '', 'bottom-mid': '', 'bottom-left': '', 'bottom-right': '' },
  ...{ left: '', 'left-mid': '', mid: '', 'mid-mid': '', right: '', 'right-mid': '', middle: GAP },
};
const STYLE = { head: [], border: [], 'padding-left': 0, 'padding-right': 0 };
/** cli-table3 compares each row with all before it: many rows are drawn some at a time. */
const AT_ONCE = 20;

/** The rows as lines; columns beyond `widths` are left out. */
export function tableLines(rows: readonly CellRow[], widths: readonly number[]): string {
  let lines = '';
  for (let from = 0; from < rows.length; from += AT_ONCE)
    lines += drawnLines(rows.slice(from, from + AT_ONCE), widths);
  return lines;
}

function drawnLines(rows: readonly CellRow[], widths: readonly number[]): string {
  const table = new CliTable({ chars: CHARS, style: STYLE, colWidths: [...widths] });
  const hidden: string[] = [];
  const fitted = (row: CellRow) =>
    widths.map((width, at) => {
      const cell = row[at] ?? { text: '' };
      return measured({ ...cell, text: cutToWidth(cell.text, width) }, hidden);
    });
  for (const row of rows) table.push(fitted(row));
  const shown = table.toString().replace(STANDS_IN, () => hidden.shift() ?? '');
  return `${shown
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')}\n`;
}

/** Two characters of one cell each; beside them stands nothing but ASCII. */
const [STAND_IN, OTHER] = ['\u{f0000}', '\u{f0001}'];
const STANDS_IN = new RegExp(`${STAND_IN}+|${OTHER}+`, 'gu');

/**
 * What cli-table3 would measure otherwise than a terminal does (scripts, emoji, links, colors) is laid out as a text of
 * the same width, and put in its place once the table is drawn.
 */
function measured(cell: Cell, hidden: string[]): string {
  if (cell.link === undefined && cell.style === undefined && isAscii(cell.text)) return cell.text;
  const width = displayWidth(cell.text);
  // Text that takes no room is left out: what it would join is in the next column.
  if (width === 0) return '';
  hidden.push(drawn(cell));
  return (hidden.length % 2 === 0 ? STAND_IN : OTHER).repeat(width);
}

function drawn({ text, link, style }: Cell): string {
  const shown = link === undefined ? text : hyperlink(text, link);
  return style ? style(shown) : shown;
}

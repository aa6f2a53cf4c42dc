// The lines of a table whose columns have their widths: text is cut to its column and filled up with blanks.
import CliTable from 'cli-table3';
import { hyperlink } from './hyperlink.ts';
import { cutToWidth, displayWidth, isAscii, padToWidth } from './width.ts';

export interface Cell {
  text: string;
  /** Stands behind the text as a link; must be an address that may be printed as it is. */
  link?: string | undefined;
  /** Colours the text. */
  style?: ((text: string) => string) | undefined;
}

export type CellRow = readonly Cell[];

/** cli-table3 takes a fifth of a millisecond a row, so it draws no more than a terminal shows at once. */
const SCREENFUL = 50;
const GAP = '  ';
const EDGES =
  'top top-mid top-left top-right bottom bottom-mid bottom-left bottom-right left left-mid mid mid-mid right right-mid';
const NO_BORDER = { ...Object.fromEntries(EDGES.split(' ').map((edge) => [edge, ''])), middle: GAP };

/**
 * The rows as lines; columns beyond `widths` are left out. cli-table3 lays out a screenful. Rows beyond it, and those
 * with text outside ASCII or links, are padded here: cli-table3 is slow on many rows, knows the widths of Unicode 13 only,
 * and counts the address of a link as text.
 */
export function tableLines(rows: readonly CellRow[], widths: readonly number[]): string {
  const shown = rows.map((row) => widths.map((_, at) => row[at] ?? { text: '' }));
  const lines =
    shown.length <= SCREENFUL && shown.every((row) => row.every(isPlain))
      ? laidOut(shown, widths)
      : shown.map((row) => padded(row, widths));
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}

const isPlain = ({ text, link }: Cell): boolean => link === undefined && isAscii(text);

function laidOut(rows: readonly CellRow[], widths: readonly number[]): string[] {
  if (rows.length === 0) return [];
  const table = new CliTable({
    chars: NO_BORDER,
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [], compact: true },
    colWidths: [...widths],
  });
  for (const row of rows)
    table.push(row.map((cell, at) => drawn(cell, cutToWidth(cell.text, widths[at] ?? 0))));
  return table.toString().split('\n');
}

function padded(row: CellRow, widths: readonly number[]): string {
  const cells = row.map((cell, at) => {
    const width = widths[at] ?? 0;
    const text = cutToWidth(cell.text, width);
    if (isPlain(cell) && cell.style === undefined) return padToWidth(text, width);
    const taken = displayWidth(text);
    // Text that takes no room is left out: what it would join is in the next column.
    return (taken > 0 ? drawn(cell, text) : '') + ' '.repeat(Math.max(0, width - taken));
  });
  return cells.join(GAP);
}

function drawn({ link, style }: Cell, text: string): string {
  const shown = link === undefined ? text : hyperlink(text, link);
  return style && text !== '' ? style(shown) : shown;
}

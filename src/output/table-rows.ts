// The lines of a table whose columns have their widths: text is cut to its column and filled up with blanks.
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

const GAP = '  ';

/** The rows as lines; columns beyond `widths` are left out. */
export const tableLines = (rows: readonly CellRow[], widths: readonly number[]): string =>
  rows.map((row) => `${padded(row, widths).trimEnd()}\n`).join('');

const isPlain = ({ text, link, style }: Cell): boolean =>
  link === undefined && style === undefined && isAscii(text);

function padded(row: CellRow, widths: readonly number[]): string {
  const cells = widths.map((width, at) => {
    const cell = row[at] ?? { text: '' };
    const text = cutToWidth(cell.text, width);
    if (isPlain(cell)) return padToWidth(text, width);
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

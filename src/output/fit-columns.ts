// How wide each column of a table is, so that no line is wider than the terminal.

const GAP = 2;
const LEAST = 4;

export interface ColumnNeed {
  /** Cells its widest value or its header takes. */
  width: number;
  /** Cut only when nothing else is left to cut: ids. */
  keep: boolean;
}

/** Widths for as many columns, from the left, as fit into `room` cells with a gap of two between them. */
export function fitColumns(needs: readonly ColumnNeed[], room: number): number[] {
  const count = Math.max(1, Math.min(needs.length, Math.floor((room + GAP) / (LEAST + GAP))));
  const shown = needs.slice(0, count);
  const cells = Math.max(1, room - GAP * (count - 1));
  const widths = shown.map(({ width }) => Math.max(1, Math.min(width, cells)));
  const least = Math.min(LEAST, cells);
  shrink(widths, cells, least, (index) => shown[index]?.keep === false);
  shrink(widths, cells, least, () => true);
  return widths;
}

/** Takes cell after cell from the widest column that may give one. */
function shrink(widths: number[], room: number, least: number, mayGive: (index: number) => boolean): void {
  let excess = widths.reduce((sum, width) => sum + width, 0) - room;
  while (excess > 0) {
    let widest = -1;
    for (const [index, width] of widths.entries()) {
      if (mayGive(index) && width > least && width > (widths[widest] ?? 0)) widest = index;
    }
    const width = widths[widest];
    if (width === undefined) return;
    widths[widest] = width - 1;
    excess -= 1;
  }
}

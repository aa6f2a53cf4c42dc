// How wide each column of a table is, so that no line is wider than the terminal.

const GAP = 2;
const LEAST = 4;
/** A header or a value cut to fewer cells than this says too little to be worth its place. */
const READABLE = 12;
/** Columns that say what a row is, and what it is about. */
export const FIRST = 2;
const READABLE_NAME = 20;
/** An id longer than a UUID gives way like any other value. */
const LONG_ID = 40;

export interface ColumnNeed {
  /** Cells its widest value or its header takes. */
  width: number;
  /** Cells its widest value takes. */
  content: number;
  /** Cut only when nothing else is left to cut: ids. */
  keep: boolean;
  /** Says what the row is, wherever it stands: a title. */
  name?: boolean;
}

/**
 * Widths for as many columns, from the left, as stay readable in `room` cells with a gap of two between them; for
 * `count` of them where that is settled. Long headers over short values give first, then the widest values; ids last.
 */
export function fitColumns(
  needs: readonly ColumnNeed[],
  room: number,
  count = countReadable(needs, room),
): number[] {
  const shown = needs.slice(0, count);
  const cells = Math.max(1, room - GAP * (shown.length - 1));
  const widths = shown.map(({ width }) => Math.max(1, Math.min(width, cells)));
  const least = Math.min(LEAST, cells);
  shrink(widths, cells, (at) => Math.max(shown[at]?.content ?? 0, READABLE));
  shrink(widths, cells, (at) => readable(shown[at], at));
  shrink(widths, cells, (at) => (shown[at]?.keep ? readable(shown[at], at) : least));
  shrink(widths, cells, () => least);
  shrink(widths, cells, () => 1);
  return widths;
}

/** The first two columns are always shown: what it is, and what it is called. */
function countReadable(needs: readonly ColumnNeed[], room: number): number {
  let used = -GAP;
  for (const [at, need] of needs.entries()) {
    used += GAP + readable(need, at);
    if (used > room) return Math.min(needs.length, Math.max(at, fitsAtAll(room)));
  }
  return needs.length;
}

const fitsAtAll = (room: number): number =>
  Math.max(1, Math.min(FIRST, Math.floor((room + GAP) / (LEAST + GAP))));

function readable({ width, keep, name }: ColumnNeed = NONE, at: number): number {
  const most = keep ? LONG_ID : at < FIRST || name ? READABLE_NAME : READABLE;
  return Math.max(1, Math.min(width, most));
}

const NONE: ColumnNeed = { width: 0, content: 0, keep: false };

/** Takes cell after cell from the widest column that is above its least. */
function shrink(widths: number[], room: number, leastOf: (at: number) => number): void {
  let excess = widths.reduce((sum, width) => sum + width, 0) - room;
  while (excess > 0) {
    let widest = -1;
    for (const [at, width] of widths.entries()) {
      if (width > leastOf(at) && width > (widths[widest] ?? 0)) widest = at;
    }
    const width = widths[widest];
    if (width === undefined) return;
    widths[widest] = width - 1;
    excess -= 1;
  }
}

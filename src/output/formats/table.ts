// For people: a fitted table of a list, aligned fields of one resource.
import CliTable from 'cli-table3';
import { columnsOf, secretMask, tableColumnsOf, valueAt, valuesOf } from '../columns.ts';
import { cellText, plural } from '../format.ts';
import type { Io } from '../io.ts';
import { labelOf } from '../labels.ts';
import { styles, toneOf } from '../note.ts';
import { hyperlink, outSafe, safeLine, safeText } from '../safe-text.ts';
import type { MakeRenderer, View } from '../view.ts';
import { cutToWidth, displayWidth, isPlain, padToWidth, wrapText } from '../width.ts';

// Which cell of a row is a link, and to where.

/** Columns that name the row: they lead to it in the app. */
const NAMES = ['title', 'subject', 'name', 'label', 'number'];

type LinkOf = (item: unknown, column: string, value: unknown) => string | undefined;

/** Finds the address behind a cell: the app's for a name, its own for an address; undefined where none may be linked. */
function linkMaker({ hyperlinks }: Pick<Io, 'hyperlinks'>, { mayLink }: View): LinkOf {
  if (!hyperlinks || !mayLink) return () => undefined;
  return (item, column, value) => {
    const url = NAMES.includes(column) ? valueAt(item, 'urls.app') : value;
    return typeof url === 'string' && url.startsWith('https:') && mayLink(url) ? url : undefined;
  };
}

// The lines of a table whose columns have their widths: text is cut to its column, and cli-table3 draws it.

interface Cell {
  text: string;
  /** Stands behind the text as a link; must be an address that may be printed as it is. */
  link?: string | undefined;
  /** Colours the text. */
  style?: ((text: string) => string) | undefined;
}

type CellRow = readonly Cell[];

const BETWEEN = '  ';
/** No lines around cells: only what is between them. */
const CHARS = {
  ...{ top: '', 'top-mid': '', 'top-left': '', 'top-right': '' },
  ...{ bottom: '', 'bottom-mid': '', 'bottom-left': '', 'bottom-right': '' },
  ...{ left: '', 'left-mid': '', mid: '', 'mid-mid': '', right: '', 'right-mid': '', middle: BETWEEN },
};
const STYLE = { head: [], border: [], 'padding-left': 0, 'padding-right': 0 };
/** cli-table3 compares each row with all before it: many rows are drawn some at a time. */
const AT_ONCE = 20;

/** The rows as lines; columns beyond `widths` are left out. */
function tableLines(rows: readonly CellRow[], widths: readonly number[]): string {
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

/** Two characters of one cell each; no text that is plain has them. */
const [STAND_IN, OTHER] = ['\u{f0000}', '\u{f0001}'];
const STANDS_IN = new RegExp(`${STAND_IN}+|${OTHER}+`, 'gu');

/**
 * What cli-table3 would measure otherwise than a terminal does (scripts, emoji, links, colors) is laid out as a text of
 * the same width, and put in its place once the table is drawn.
 */
function measured(cell: Cell, hidden: string[]): string {
  if (cell.link === undefined && cell.style === undefined && isPlain(cell.text)) return cell.text;
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

// One resource on a terminal: a line a field, keys aligned. What has no value has no line, unless it was asked for.

const LEAST_ROOM = 20;

/** The lines of an object; a value of any other kind is printed alone. */
function detail(io: Io, view: View, item: unknown): string {
  const all = columnsOf(view, item);
  const withValue = all.filter((key) => cellText(valueAt(item, key)) !== '');
  const keys = view.fields || withValue.length === 0 ? all : withValue;
  if (keys.length === 0) return outSafe(io, `${safeText(cellText(item), { multiline: true })}\n`);
  const labels = keys.map((key) => safeLine(labelOf(key, view.labels)));
  const width = Math.max(...labels.map(displayWidth)) + 2;
  const room = Math.max(LEAST_ROOM, io.columns - width);
  const style = styles(io.colorOut);
  const linkOf = linkMaker(io, view);
  const lines = keys.map((key, index) => {
    const raw = valueAt(item, key);
    const text = safeText(detailText(raw, view.now), { multiline: true });
    const link = linkOf(item, key, raw);
    const tone = toneOf(key, raw);
    const paint = tone ? style[tone] : (line: string) => line;
    const value = wrapText(text, room)
      .map((line) => paint(link === undefined ? line : hyperlink(line, link)))
      .join(`\n${' '.repeat(width)}`);
    return `${style.bold(padToWidth(labels[index] ?? '', width))}${value}`.trimEnd();
  });
  return outSafe(io, `${lines.join('\n')}\n`);
}

/** A time is shown both ways here, where there is room for it. */
function detailText(value: unknown, now: Date): string {
  const text = cellText(value, { relativeTo: now });
  return typeof value === 'string' && text !== value ? `${text} (${value})` : text;
}

/** So many rows decide how wide the columns are: far more than a screen shows, and no long wait for the first line. */
const MEASURED = 1000;

export const table: MakeRenderer = (io, view) => {
  const mask = view.showSecrets ? undefined : secretMask(view.secretFields);
  const state: { shown?: Shown | undefined } = {};
  let kept: unknown[] = [];

  const draw = (items: readonly unknown[]): string => {
    state.shown ??= openTable(io, view, items[0]);
    const { columns, table: drawn } = state.shown;
    return drawn.rows(items.map(cellMaker(io, view, columns)));
  };
  const drawKept = (): string => {
    const items = kept;
    kept = [];
    return items.length === 0 ? '' : draw(items);
  };
  return {
    item: (item) => detail(io, { ...view, columns: view.table ?? view.columns }, mask ? mask(item) : item),
    page(raw) {
      const items = mask ? mask(raw) : raw;
      if (state.shown) return draw(items);
      for (const item of items) kept.push(item);
      return kept.length < MEASURED ? '' : drawKept();
    },
    end() {
      const [only] = kept;
      const isAlone = kept.length === 1 && !state.shown;
      const text = drawKept();
      if (!isAlone) return text;
      const { shown } = state;
      // One thing is read from top to bottom where it does not fit on a line.
      if (!shown || !(view.upright || shown.table.isCut)) return text;
      state.shown = undefined;
      return detail(io, { ...view, columns: shown.columns }, only);
    },
    footer: () => state.shown && leftOutText(view, state.shown),
  };
};

interface Shown {
  columns: readonly string[];
  table: Table;
}

function openTable(io: Io, view: View, first: unknown): Shown {
  const columns = tableColumnsOf(view, first);
  return { columns, table: createTable(io, columns.length > 0 ? columns : ['value'], view.labels) };
}

/** Makes the cells of a row. */
function cellMaker(io: Io, view: View, columns: readonly string[]): (item: unknown) => Cell[] {
  const linkOf = linkMaker(io, view);
  const style = styles(io.colorOut);
  return (item) =>
    valuesOf(item, columns).map((value, at) => {
      const column = columns[at] ?? '';
      const tone = io.colorOut ? toneOf(column, value) : undefined;
      return {
        text: cellText(value, { relativeTo: view.now }),
        link: linkOf(item, column, value),
        style: tone && style[tone],
      };
    });
}

/** `2 columns left out: UPDATED, ID; see them with --fields title,updatedAt,id`. */
function leftOutText(view: View, { columns, table: { leftOut } }: Shown): string | undefined {
  const missing = leftOut.map((at) => columns[at] ?? '');
  if (missing.length === 0) return undefined;
  const labels = missing.map((column) => labelOf(column, view.labels).toUpperCase()).join(', ');
  // What a row is called. A name that only the table has, such as `Guides#4`, is made of columns that it leaves out.
  const [first = ''] = columns;
  const named = view.columns.includes(first)
    ? [first]
    : view.columns.filter((column) => !columns.includes(column));
  const fields = [...named, ...missing].join(',');
  return `${plural(missing.length, 'column')} left out: ${labels}; see ${missing.length === 1 ? 'it' : 'them'} with --fields ${fields}`;
}

// How wide each column of a table is, so that no line is wider than the terminal.

const GAP = 2;
const LEAST = 4;
/** A header or a value cut to fewer cells than this says too little to be worth its place. */
const READABLE = 12;
/** Columns that say what a row is, and what it is about. */
const FIRST = 2;
const READABLE_NAME = 20;
/** An id longer than a UUID gives way like any other value. */
const LONG_ID = 40;

interface ColumnNeed {
  /** Cells its widest value or its header takes. */
  width: number;
  /** Cells its widest value takes. */
  content: number;
  /** Cut only when nothing else is left to cut: ids, and commands to be typed. */
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

// A table without borders, fitted to the terminal.

type Row = readonly (string | Cell)[];

interface Table {
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

const needOf = (column: string, label: string): ColumnNeed => ({
  width: displayWidth(label),
  content: 1,
  keep: /(^|\.)id$|Id$|^next$/.test(column),
  name: /(^|\.)(title|subject|body|label|displayName|name|reference)$/.test(column),
});

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

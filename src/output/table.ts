// A table without borders, fitted to the terminal.
import CliTable from 'cli-table3';
import { fitColumns } from './fit-columns.ts';
import { plural } from './format.ts';
import { hyperlink } from './hyperlink.ts';
import type { Io } from './io.ts';
import { note } from './note.ts';
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
}

export interface Table {
  /** Takes rows of plain texts; returns their lines, after the header when they are the first. */
  rows(rows: readonly (readonly (string | Cell)[])[]): string;
}

/** Makes a table. The first rows decide the widths of its columns, and all later rows keep to them. */
export function createTable(io: Io, columns: readonly string[]): Table {
  const room = io.columns;
  const header = columns.map((column): Cell => ({ text: headerOf(column) }));
  let widths: number[] | undefined;

  return {
    rows(rows) {
      const cells = rows.map((row) => row.map((cell) => safeCell(cell, room)));
      let text = '';
      if (!widths) {
        widths = fitWidths(columns, header, cells, room);
        noteLeftOut(io, columns.length - widths.length);
        text = draw([header], widths, styles(io.colorOut).bold);
      }
      for (let start = 0; start < cells.length; start += PART) {
        text += draw(cells.slice(start, start + PART), widths);
      }
      return ciSafe(io, text);
    },
  };
}

function fitWidths(
  columns: readonly string[],
  header: readonly Cell[],
  rows: readonly Cell[][],
  room: number,
): number[] {
  const needs = columns.map((column, index) => {
    const content = rows.reduce((widest, row) => Math.max(widest, displayWidth(row[index]?.text ?? '')), 1);
    const width = Math.max(content, displayWidth(header[index]?.text ?? ''));
    return {
      width,
      content,
      keep: /(^|\.)id$|Id$/.test(column),
      name: /^(title|subject|body)$/.test(column),
    };
  });
  return fitColumns(needs, room);
}

function noteLeftOut(io: Io, count: number): void {
  if (count > 0) note(io, `${plural(count, 'column')} left out: the terminal is too narrow`);
}

/** `gitSync.repoName` reads GIT SYNC REPO NAME. */
function headerOf(column: string): string {
  const words = column.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll('.', ' ');
  return safeLine(words).toUpperCase();
}

function safeCell(cell: string | Cell, room: number): Cell {
  const { text, link } = typeof cell === 'string' ? { text: cell } : cell;
  return { text: bounded(safeLine(text), room), link };
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
        const { text = '', link } = row[index] ?? {};
        return style(standIn(cutToWidth(text, width), replaced, link));
      }),
    );
  }
  const lines = table.toString().split('\n');
  const text = lines.map((line) => `${line.trimEnd()}\n`).join('');
  let next = 0;
  return text.replace(BLANKS, () => replaced[next++] ?? '');
}

/** A text of the same width that cli-table3 measures rightly. */
function standIn(text: string, replaced: string[], link?: string): string {
  if (isAscii(text) && link === undefined) return text;
  const width = displayWidth(text);
  if (width > 0) replaced.push(link === undefined ? text : hyperlink(text, link));
  return BLANK.repeat(width);
}

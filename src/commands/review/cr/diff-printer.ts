// A diff in the format asked for: as text, as figures, or as rows for programs.

import { chosenFormat, viewOf } from '../../../engine/run/view.ts';
import { plural } from '../../../output/format.ts';
import { listWriter } from '../../../output/render.ts';
import { outSafe, safeLine } from '../../../output/safe-text.ts';
import type { DiffEntry } from '../../../workflows/change-request-diff.ts';
import { type ContentChange, nameOf } from '../../../workflows/content-change.ts';
import type { DiffRun } from './change-request-diff.ts';
import { diffText, type StatEntry, statOf, statText } from './diff-text.ts';

export interface DiffTotal {
  pages: number;
  files: number;
  /** Lines; undefined where none were read. */
  added?: number;
  removed?: number;
}

export interface DiffPrinter {
  /** Whether it prints each entry as it comes. */
  readonly streams: boolean;
  entry(entry: DiffEntry): Promise<void>;
  end(): Promise<DiffTotal>;
  /** Names alone, in place of entries. */
  names(changes: readonly ContentChange[]): Promise<DiffTotal>;
}

/** Text on a terminal and in a pipe, as git does; rows in any format that was asked for. */
export async function diffPrinter(run: DiffRun): Promise<DiffPrinter> {
  const isText = ['table', undefined].includes(chosenFormat(run)) && run.flags.fields === undefined;
  return isText ? textPrinter(run) : rowPrinter(run);
}

function textPrinter({ context: { io }, flags }: DiffRun): DiffPrinter {
  const seen: StatEntry[] = [];
  const isStat = flags.stat === true;
  return {
    streams: !isStat,
    async entry(entry) {
      seen.push(statOf(entry));
      // A blank line between pages, for eyes; a patch has none.
      const gap = io.outTty && seen.length > 1 ? '\n' : '';
      if (!isStat) await io.out(gap + diffText(io, entry));
    },
    async end() {
      if (isStat) await io.out(statText(io, seen));
      return totalOf(seen);
    },
    async names(changes) {
      await io.out(outSafe(io, changes.map((change) => `${safeLine(nameOf(change))}\n`).join('')));
      return countOf(changes);
    },
  };
}

/** Rows come as they are found, but on a terminal, where a bar may be drawn meanwhile. */
async function rowPrinter(run: DiffRun): Promise<DiffPrinter> {
  const { io } = run.context;
  const writer = await listWriter(io, viewOf(run));
  const seen: StatEntry[] = [];
  const kept: unknown[] = [];
  const isStat = run.flags.stat === true;
  return {
    streams: false,
    async entry(entry) {
      seen.push(statOf(entry));
      const row = isStat ? withoutHunks(rowOf(entry)) : rowOf(entry);
      if (io.outTty) kept.push(row);
      else await writer.page([row]);
    },
    async end() {
      await writer.page(kept);
      await writer.end();
      return totalOf(seen);
    },
    async names(changes) {
      await writer.page(changes.map(rowOf));
      await writer.end();
      return countOf(changes);
    },
  };
}

/** Pages and files alike: `path` is what a person calls it. */
function rowOf(change: ContentChange): Record<string, unknown> {
  if (change.kind === 'page') {
    const { kind, change: what, id, path: _, content: _content, ...rest } = change;
    return { kind, change: what, id, path: nameOf(change), ...rest };
  }
  const { name, fromName, ...rest } = change;
  return { ...rest, path: name, ...(fromName !== undefined && { fromPath: fromName }) };
}

const withoutHunks = ({ hunks: _, ...row }: Record<string, unknown>) => row;

function countOf(entries: readonly Pick<ContentChange, 'kind'>[]): { pages: number; files: number } {
  const pages = entries.filter(({ kind }) => kind === 'page').length;
  return { pages, files: entries.length - pages };
}

function totalOf(entries: readonly StatEntry[]): DiffTotal {
  const sum = (field: 'added' | 'removed') => entries.reduce((all, entry) => all + entry[field], 0);
  return { ...countOf(entries), added: sum('added'), removed: sum('removed') };
}

/** `2 pages and 1 file changed: 14 lines added, 3 removed`. */
export function totalText({ pages, files, added, removed }: DiffTotal): string {
  const parts = [
    ...(pages > 0 || files === 0 ? [plural(pages, 'page')] : []),
    ...(files > 0 ? [plural(files, 'file')] : []),
  ];
  const lines = added === undefined ? '' : `: ${plural(added, 'line')} added, ${removed} removed`;
  return `${parts.join(' and ')} changed${lines}`;
}

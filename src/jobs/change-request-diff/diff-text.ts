// A diff as people read it: what happened to each page, then its lines, as git writes them.

import { type ContentChange, nameOf, type Values } from '../../domain/content/content-change.ts';
import { shell } from '../../files/shell-word.ts';
import { maskSecrets } from '../../output/columns.ts';
import type { Io } from '../../output/io.ts';
import { type Styles, styles } from '../../output/note.ts';
import { outSafe, safeLine } from '../../output/safe-text.ts';
import type { DiffLine, Hunk } from '../../output/text-diff.ts';
import { cutToWidth, displayWidth, padToWidth } from '../../output/width.ts';
import type { DiffEntry } from './change-request-diff.ts';

const LONGEST_VALUE = 60;
/** Signs of a line of --stat at most, as git draws them. */
const MOST_SIGNS = 40;

/**
 * One page or file: a heading, the fields that differ, the hunks. Ends with a line end. `isUnsent`: it would become so.
 */
export function diffText(io: Io, entry: DiffEntry, isUnsent = false): string {
  const style = styles(io.colorOut);
  const lines = [style.bold(headingOf(entry, isUnsent)), ...fieldLines(entry).map((line) => `  ${line}`)];
  if (entry.kind === 'page') lines.push(...hunkLines(entry, style));
  return outSafe(io, lines.map((line) => `${line}\n`).join(''));
}

function headingOf(entry: DiffEntry, isUnsent: boolean): string {
  const from = entry.kind === 'page' ? entry.fromPath : entry.fromName;
  const name = safeLine(nameOf(entry));
  const moved = from === undefined ? '' : ` (was ${safeLine(from)})`;
  const order = entry.kind === 'page' && entry.reordered ? ' (among its siblings)' : '';
  const side = SIDES[entry.changedOn ?? 'request'];
  return `${entry.kind} ${name}: ${isUnsent ? 'would be ' : ''}${entry.change}${moved}${order}${side}`;
}

function fieldLines(entry: DiffEntry): string[] {
  const title = entry.kind === 'page' && entry.fromTitle !== undefined;
  const fields: [string, Values][] = Object.entries(entry.attributes);
  if (title) fields.unshift(['title', { before: entry.fromTitle, after: entry.title }]);
  return fields.map(
    ([name, { before, after }]) => `${safeLine(name)}: ${valueText(before)} -> ${valueText(after)}`,
  );
}

const valueText = (value: unknown): string =>
  value === undefined ? 'nothing' : cutToWidth(safeLine(JSON.stringify(maskSecrets(value))), LONGEST_VALUE);

function hunkLines(entry: DiffEntry & { kind: 'page' }, style: Styles): string[] {
  if (entry.hunks.length === 0) return [];
  const file = (side: string, path: string) => `${side}/${safeLine(path)}.md`;
  const before = entry.change === 'added' ? '/dev/null' : file('a', entry.fromPath ?? nameOf(entry));
  const after = entry.change === 'removed' ? '/dev/null' : file('b', nameOf(entry));
  return [
    style.bold(`--- ${before}`),
    style.bold(`+++ ${after}`),
    ...entry.hunks.flatMap((hunk) => [
      style.cyan(placeOf(hunk)),
      ...hunk.lines.map((line) => lineText(line, style)),
    ]),
  ];
}

const placeOf = ({ oldStart, oldLines, newStart, newLines }: Hunk) =>
  `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`;

function lineText(line: DiffLine, style: Styles): string {
  if (line.type === 'same') return ` ${contentOf(line.text)}`;
  const [sign, color] = line.type === 'added' ? (['+', style.green] as const) : (['-', style.red] as const);
  return color(`${sign}${marked(line, style)}`);
}

/** Tabs stay, since they are content; everything that a terminal would obey is made visible. */
const contentOf = (text: string) =>
  text
    .split('\t')
    .map((part) => safeLine(part))
    .join('\t');

/** The words that differ, in inverse. */
function marked({ text, marks = [] }: DiffLine, style: Styles): string {
  let shown = '';
  let at = 0;
  for (const [from, to] of marks) {
    shown += contentOf(text.slice(at, from)) + style.inverse(contentOf(text.slice(from, to)));
    at = to;
  }
  return shown + contentOf(text.slice(at));
}

/** What a line of --stat needs of an entry. */
export type StatEntry = Pick<DiffEntry, 'kind' | 'change'> & { name: string; added: number; removed: number };

export const statOf = (entry: DiffEntry): StatEntry => ({
  kind: entry.kind,
  change: entry.change,
  name: statName(entry),
  added: entry.kind === 'page' ? entry.added : 0,
  removed: entry.kind === 'page' ? entry.removed : 0,
});

/** One line an entry, names aligned, as `git diff --stat`. */
export function statText(io: Io, entries: readonly StatEntry[]): string {
  const style = styles(io.colorOut);
  const names = entries.map(({ name }) => safeLine(name));
  const room = Math.max(20, io.columns - MOST_SIGNS - 12);
  const width = Math.min(room, Math.max(0, ...names.map(displayWidth)));
  const most = Math.max(1, ...entries.map((entry) => linesOf(entry)));
  const lines = entries.map((entry, at) => {
    const name = padToWidth(cutToWidth(names[at] ?? '', width), width);
    return ` ${name} | ${statCell(entry, most, style)}\n`;
  });
  return outSafe(io, lines.join(''));
}

function statName(entry: DiffEntry): string {
  const from = entry.kind === 'page' ? entry.fromPath : entry.fromName;
  return from === undefined ? nameOf(entry) : `${from} -> ${nameOf(entry)}`;
}

const linesOf = ({ added, removed }: StatEntry): number => added + removed;

function statCell(entry: StatEntry, most: number, style: Styles): string {
  if (entry.kind === 'file') return `file ${entry.change}`;
  if (linesOf(entry) === 0) return entry.change;
  const scale = Math.min(1, MOST_SIGNS / most);
  const signs = (count: number, sign: string) =>
    sign.repeat(count === 0 ? 0 : Math.max(1, Math.round(count * scale)));
  const note = entry.change === 'changed' ? '' : ` (${entry.change})`;
  return `${linesOf(entry)} ${style.green(signs(entry.added, '+'))}${style.red(signs(entry.removed, '-'))}${note}`;
}

// What a change request and main both changed, and the command that says what to do about it.

/** Whose change a difference from main is. */
const SIDES = {
  request: '',
  main: ', on main only: a sync brings it in',
  both: ', on both sides: may conflict',
} as const;

/** Takes the changes against main, and how the change request was typed: `2 --space Guides`. */
export function conflictSteps(changes: readonly ContentChange[], typed: readonly string[]): string[] {
  const pages = changes.flatMap((change) =>
    change.kind === 'page' && change.changedOn === 'both' ? nameOf(change) : [],
  );
  if (pages.length > 0)
    return [
      `changed on both sides: ${pages.join(', ')}. To see whether they conflict, and resolve it:`,
      shell`docs cr conflicts ${typed}`,
    ];
  return changes.some((change) => change.changedOn === 'main')
    ? [shell`to take over what main changed: docs cr sync ${typed}`]
    : [];
}

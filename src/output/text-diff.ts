// Two texts side by side: hunks of lines, and within changed lines the words that differ.
import type * as Diff from 'diff';

/** From and to, in UTF-16 units of the line's text. */
type Mark = [from: number, to: number];

export interface DiffLine {
  type: 'same' | 'added' | 'removed';
  text: string;
  /** What differs from the line it replaces, or is replaced by. Absent where nothing of it does, or all. */
  marks?: Mark[];
}

export interface Hunk {
  oldStart: number;
  oldLines: number;
  newStart: number;
  newLines: number;
  lines: DiffLine[];
}

export interface TextDiff {
  /** Lines. */
  added: number;
  removed: number;
  hunks: Hunk[];
}

const CONTEXT = 3;
/** More differences than this are shown as one text in place of the other: finding the fewest takes too long. */
const MOST_EDITS = 4000;
const LONGEST_MARKED_LINE = 2000;
const MOST_WORD_EDITS = 200;
/** Characters of the lines that are compared by words: nobody reads the marks of a text that is new all over. */
const MOST_MARKED = 100_000;
/** Lines with less than this in common are two lines, not one that changed. */
const LEAST_COMMON = 0.3;

/** Loads the comparison; it takes the text before and the text after. */
export async function loadTextDiff(): Promise<(before: string, after: string) => TextDiff> {
  const diff = await import('diff');
  return (before, after) => {
    const hunks = hunksOf(diff, ended(before), ended(after));
    const budget = { left: MOST_MARKED };
    for (const { lines } of hunks) markWords(diff, lines, budget);
    return { ...countOf(hunks), hunks };
  };
}

/** A missing line end at the end of a page is nothing that anybody changed. */
const ended = (text: string) =>
  (text === '' || text.endsWith('\n') ? text : `${text}\n`).replaceAll('\r\n', '\n');

function hunksOf({ structuredPatch }: typeof Diff, before: string, after: string): Hunk[] {
  const options = { context: CONTEXT, maxEditLength: MOST_EDITS };
  const patch = structuredPatch('', '', before, after, '', '', options);
  if (!patch) return [replaced(before, after)];
  return patch.hunks.map(({ lines, ...place }) => ({ ...place, lines: lines.map(toLine) }));
}

function toLine(line: string): DiffLine {
  const sign = line.charAt(0);
  return { type: sign === '+' ? 'added' : sign === '-' ? 'removed' : 'same', text: line.slice(1) };
}

function replaced(before: string, after: string): Hunk {
  const lines = (text: string, type: DiffLine['type']) =>
    text === ''
      ? []
      : text
          .slice(0, -1)
          .split('\n')
          .map((line) => ({ type, text: line }));
  const removed = lines(before, 'removed');
  const added = lines(after, 'added');
  const starts = { oldStart: removed.length > 0 ? 1 : 0, newStart: added.length > 0 ? 1 : 0 };
  return { ...starts, oldLines: removed.length, newLines: added.length, lines: [...removed, ...added] };
}

function countOf(hunks: readonly Hunk[]): { added: number; removed: number } {
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const count = (wanted: DiffLine['type']) => lines.filter(({ type }) => type === wanted).length;
  return { added: count('added'), removed: count('removed') };
}

/** Removed lines are compared with the added lines right after them, the first with the first and so on. */
function markWords(diff: typeof Diff, lines: DiffLine[], budget: { left: number }): void {
  for (let at = 0; at < lines.length; ) {
    const removed = runFrom(lines, at, 'removed');
    const added = runFrom(lines, at + removed.length, 'added');
    removed.forEach((old, index) => {
      const fresh = added[index];
      budget.left -= old.text.length + (fresh?.text.length ?? 0);
      if (fresh && budget.left >= 0) markPair(diff, old, fresh);
    });
    at += removed.length + added.length || 1;
  }
}

function runFrom(lines: readonly DiffLine[], start: number, type: DiffLine['type']): DiffLine[] {
  let end = start;
  while (lines[end]?.type === type) end += 1;
  return lines.slice(start, end);
}

function markPair({ diffWordsWithSpace }: typeof Diff, old: DiffLine, fresh: DiffLine): void {
  if (Math.max(old.text.length, fresh.text.length) > LONGEST_MARKED_LINE) return;
  const parts = diffWordsWithSpace(old.text, fresh.text, { maxEditLength: MOST_WORD_EDITS });
  if (!parts) return;
  const common = parts.filter(({ added, removed }) => !added && !removed).map(({ value }) => value);
  const shared = common.join('').trim().length;
  if (shared < LEAST_COMMON * Math.max(old.text.trim().length, fresh.text.trim().length)) return;
  setMarks(old, marksOf(parts, 'removed'));
  setMarks(fresh, marksOf(parts, 'added'));
}

function setMarks(line: DiffLine, marks: Mark[]): void {
  if (marks.length > 0) line.marks = marks;
}

function marksOf(parts: readonly Diff.ChangeObject<string>[], side: 'added' | 'removed'): Mark[] {
  const marks: Mark[] = [];
  let at = 0;
  for (const { value, added, removed } of parts) {
    if (side === 'added' ? removed : added) continue;
    if (added || removed) marks.push([at, at + value.length]);
    at += value.length;
  }
  return marks;
}

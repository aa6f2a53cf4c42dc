// Three-way merge of a node's Markdown and of what stamps it: times and its place in a repository.

import { diffArrays } from 'diff';
import type { ContentStore, GitPlace, Hash } from '../model.ts';
import { type Differ, mergeValue } from './merge-values.ts';

// Three-way merge of texts, line by line. Edits that touch each other are a conflict, as in git.

/** One side's change: lines `from` up to `to` of the base become `lines`. A replacement is a removal and an addition. */
interface Hunk {
  from: number;
  to: number;
  lines: string[];
}

/** Beyond this many changed lines the search would take seconds: the whole text counts as one change. */
const MAX_EDIT_LENGTH = 2000;

/** Returns the merged text, or undefined where both sides changed the same or touching lines in different ways. */
export function mergeText(base: string, ours: string, theirs: string): string | undefined {
  const lines = splitLines(base);
  const ourHunks = hunksOf(lines, splitLines(ours));
  const theirHunks = hunksOf(lines, splitLines(theirs));
  let out = '';
  let at = 0;
  while (ourHunks.length > 0 || theirHunks.length > 0) {
    const region = nextRegion(ourHunks, theirHunks);
    const merged = mergeRegion(lines, region);
    if (!merged) return undefined;
    out += lines.slice(at, region.from).join('') + merged.join('');
    at = region.to;
  }
  return out + lines.slice(at).join('');
}

/** Lines keep their ends, so that a missing last newline or a CRLF is a difference like any other. */
function splitLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function hunksOf(base: string[], side: string[]): Hunk[] {
  const changes = diffArrays(base, side, { maxEditLength: MAX_EDIT_LENGTH });
  if (!changes) return [{ from: 0, to: base.length, lines: side }];
  const hunks: Hunk[] = [];
  let at = 0;
  for (const { value, added, removed } of changes) {
    const end = added ? at : at + value.length;
    if (added || removed) hunks.push({ from: at, to: end, lines: added ? value : [] });
    at = end;
  }
  return hunks;
}

interface Region {
  from: number;
  to: number;
  ours: Hunk[];
  theirs: Hunk[];
}

/** Takes from both lists the next hunks that touch each other. */
function nextRegion(ours: Hunk[], theirs: Hunk[]): Region {
  const from = Math.min(ours[0]?.from ?? Infinity, theirs[0]?.from ?? Infinity);
  const region: Region = { from, to: from, ours: [], theirs: [] };
  const take = (side: Hunk[], taken: Hunk[]) => {
    for (let hunk = side[0]; hunk && hunk.from <= region.to; hunk = side[0]) {
      taken.push(hunk);
      side.shift();
      region.to = Math.max(region.to, hunk.to);
    }
  };
  let count: number;
  do {
    count = region.ours.length + region.theirs.length;
    take(ours, region.ours);
    take(theirs, region.theirs);
  } while (count !== region.ours.length + region.theirs.length);
  return region;
}

function mergeRegion(base: string[], { from, to, ours, theirs }: Region): string[] | undefined {
  const left = applyHunks(base, from, to, ours);
  const right = applyHunks(base, from, to, theirs);
  if (theirs.length === 0) return left;
  if (ours.length === 0) return right;
  return left.length === right.length && left.every((line, index) => line === right[index])
    ? left
    : undefined;
}

function applyHunks(base: string[], from: number, to: number, hunks: Hunk[]): string[] {
  let out: string[] = [];
  let at = from;
  for (const hunk of hunks) {
    out = out.concat(base.slice(at, hunk.from), hunk.lines);
    at = hunk.to;
  }
  return out.concat(base.slice(at, to));
}

interface Written {
  markdown?: Hash;
}

interface Stamped {
  createdAt?: string;
  updatedAt?: string;
  git?: GitPlace;
}

/** Returns `out` with the merged Markdown. Texts are read only where both sides wrote. */
export function mergeMarkdown<T extends Written>(
  content: ContentStore,
  base: Written,
  ours: Written,
  theirs: Written,
  out: T,
  differ: Differ,
): T {
  const chosen = mergeValue(base.markdown, ours.markdown, theirs.markdown);
  if (chosen) return withMarkdown(out, chosen.value);
  if (!ours.markdown || !theirs.markdown) {
    differ('markdown');
    return out;
  }
  const old = base.markdown ? content.text(base.markdown) : '';
  const text = mergeText(old, content.text(ours.markdown), content.text(theirs.markdown));
  if (text === undefined) {
    differ('markdown');
    return out;
  }
  return withMarkdown(out, content.put(text));
}

/** Stamps never conflict: the earlier creation, the later update; of two places in a repository the greater, so that sides do not matter. */
export function mergeStamps<T extends Stamped>(base: Stamped, ours: Stamped, out: T, theirs: Stamped): T {
  const { createdAt: _c, updatedAt: _u, git: _g, ...rest } = out;
  const createdAt = pick(base.createdAt, ours.createdAt, theirs.createdAt, (a, b) => a < b);
  const updatedAt = pick(base.updatedAt, ours.updatedAt, theirs.updatedAt, (a, b) => a > b);
  const git = pick(base.git, ours.git, theirs.git, (a, b) => JSON.stringify(a) > JSON.stringify(b));
  // `rest` holds every other field of T, and the stamps come back with the types they had.
  return {
    ...rest,
    ...(createdAt && { createdAt }),
    ...(updatedAt && { updatedAt }),
    ...(git && { git }),
  } as T;
}

function pick<V>(
  base: V | undefined,
  ours: V | undefined,
  theirs: V | undefined,
  wins: (a: V, b: V) => boolean,
): V | undefined {
  const merged = mergeValue(base, ours, theirs);
  if (merged) return merged.value;
  if (ours === undefined || theirs === undefined) return ours ?? theirs;
  return wins(ours, theirs) ? ours : theirs;
}

function withMarkdown<T extends Written>(out: T, markdown: Hash | undefined): T {
  const { markdown: _, ...rest } = out;
  return { ...rest, ...(markdown && { markdown }) } as T;
}

// Three-way merge of texts, line by line. Edits that touch each other are a conflict, as in git.
import { diffArrays } from 'diff';

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

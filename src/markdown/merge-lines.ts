// Three-way merge of texts, line by line. Edits that touch each other are a conflict, as in git.
import sequences from '@jest/diff-sequences';

/** Its types are those of the module that `require` gets, where it is one name of several. */
const diffSequences = sequences as unknown as typeof sequences.default;

/** One side's change: lines `from` up to `to` of the base become `lines`. */
interface Hunk {
  from: number;
  to: number;
  lines: string[];
}

/** Where more lines are compared, nearly all differ, and it would take seconds: the whole text counts as one change. */
const MAX_COMPARED = 4_000_000;

/** Lines that end up in the result as they are, or lines that both sides changed in different ways. */
export type MergedPart = { lines: string[] } | { base: string[]; ours: string[]; theirs: string[] };

/** The result in its order. Texts without a conflict have parts of the first kind only. */
export function mergeParts(base: string, ours: string, theirs: string): MergedPart[] {
  const lines = splitLines(base);
  const ourHunks = hunksOf(lines, splitLines(ours));
  const theirHunks = hunksOf(lines, splitLines(theirs));
  const parts: MergedPart[] = [];
  let at = 0;
  while (ourHunks.length > 0 || theirHunks.length > 0) {
    const region = nextRegion(ourHunks, theirHunks);
    parts.push({ lines: lines.slice(at, region.from) }, mergeRegion(lines, region));
    at = region.to;
  }
  return [...parts, { lines: lines.slice(at) }];
}

/** Returns the merged text, or undefined where both sides changed the same or touching lines in different ways. */
export function mergeText(base: string, ours: string, theirs: string): string | undefined {
  let out = '';
  for (const part of mergeParts(base, ours, theirs)) {
    if (!('lines' in part)) return undefined;
    out += part.lines.join('');
  }
  return out;
}

/** The merged text; where both sides changed the same lines it has those of one. */
export const mergeFavoring = (
  side: 'ours' | 'theirs',
  { base, ours, theirs }: { base: string; ours: string; theirs: string },
): string =>
  mergeParts(base, ours, theirs)
    .flatMap((part) => ('lines' in part ? part.lines : part[side]))
    .join('');

/** The merged text, with conflict markers as git writes them. `labels` say whose lines they are. */
export function mergeWithMarkers(
  { base, ours, theirs }: { base: string; ours: string; theirs: string },
  labels: { base: string; ours: string; theirs: string },
): string {
  const block = (sign: string, label: string, lines: readonly string[]) =>
    `${sign.repeat(7)} ${label}\n${ended(lines.join(''))}`;
  return mergeParts(base, ours, theirs)
    .map((part) =>
      'lines' in part
        ? part.lines.join('')
        : `${block('<', labels.ours, part.ours)}${block('|', labels.base, part.base)}=======\n${ended(part.theirs.join(''))}>>>>>>> ${labels.theirs}\n`,
    )
    .join('');
}

const ended = (text: string) => (text === '' || text.endsWith('\n') ? text : `${text}\n`);

/** Lines keep their ends, so that a missing last newline or a CRLF is a difference like any other. */
const splitLines = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

function hunksOf(base: string[], side: string[]): Hunk[] {
  const found: Change[] = [];
  let [at, other] = [0, 0];
  const common = (count: number, from: number, begin: number) => {
    if (from > at || begin > other) found.push({ from: at, to: from, begin: other, end: begin });
    [at, other] = [from + count, begin + count];
  };
  let compared = 0;
  const isSame = (one: number, two: number) => {
    compared += 1;
    if (compared > MAX_COMPARED) throw new RangeError('too many differences');
    return base[one] === side[two];
  };
  try {
    diffSequences(base.length, side.length, isSame, common);
  } catch {
    return [{ from: 0, to: base.length, lines: side }];
  }
  common(0, base.length, side.length);
  return settled(found, base, side).map(({ from, to, begin, end }) => ({
    ...{ from, to, lines: side.slice(begin, end) },
  }));
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

function mergeRegion(lines: string[], { from, to, ours, theirs }: Region): MergedPart {
  const left = applyHunks(lines, from, to, ours);
  const right = applyHunks(lines, from, to, theirs);
  if (theirs.length === 0) return { lines: left };
  if (ours.length === 0) return { lines: right };
  const isSame = left.length === right.length && left.every((line, index) => line === right[index]);
  return isSame ? { lines: left } : { base: lines.slice(from, to), ours: left, theirs: right };
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

// Where the changes between two texts stand, if repeated lines leave several places for them.

/** Lines `from` up to `to` of the base became lines `begin` up to `end` of the side. */
interface Change {
  from: number;
  to: number;
  begin: number;
  end: number;
}

/**
 * The same changes in fewer places. Lines that were only added, or only removed, can be elsewhere while the
 * line that they leave equals the one that they take in. They go down to the next change and become one with it;
 * if that is out of reach, up to the one before; else as far down as they can.
 */
function settled(changes: readonly Change[], base: readonly string[], side: readonly string[]): Change[] {
  const above: Change[] = [];
  const below = [...changes].reverse();
  for (let change = below.pop(); change; change = below.pop()) {
    const [before, next] = [above.at(-1), below.at(-1)];
    const gap = (next?.from ?? base.length) - change.to;
    const down = reach(change, { base, side }, 1, gap);
    const up = before ? change.from - before.to : 0;
    if (next && down === gap) below.splice(-1, 1, joined(moved(change, down), next));
    else if (before && reach(change, { base, side }, -1, up) === up) {
      above.pop();
      below.push(joined(before, moved(change, -up)));
    } else above.push(moved(change, down));
  }
  return above;
}

const moved = ({ from, to, begin, end }: Change, by: number): Change => ({
  ...{ from: from + by, to: to + by, begin: begin + by, end: end + by },
});

const joined = ({ from, begin }: Change, { to, end }: Change): Change => ({ from, to, begin, end });

/** How far a change can go, at most `room` lines. */
function reach(
  { from, to, begin, end }: Change,
  { base, side }: { base: readonly string[]; side: readonly string[] },
  step: 1 | -1,
  room: number,
): number {
  if (from < to && begin < end) return 0;
  const [lines, start, stop] = from < to ? [base, from, to] : [side, begin, end];
  const [leaves, takes] = step === 1 ? [start, stop] : [stop - 1, start - 1];
  let steps = 0;
  while (steps < room && lines[leaves + steps * step] === lines[takes + steps * step]) steps += 1;
  return steps;
}

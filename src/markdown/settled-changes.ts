// Where the changes between two texts stand, if repeated lines leave several places for them.

/** Lines `from` up to `to` of the base became lines `begin` up to `end` of the side. */
export interface Change {
  from: number;
  to: number;
  begin: number;
  end: number;
}

/**
 * The same changes in fewer places. Lines that were only added, or only removed, can stand elsewhere while the
 * line that they leave equals the one that they take in. They go down to the next change and become one with it;
 * if that is out of reach, up to the one before; else as far down as they can.
 */
export function settled(
  changes: readonly Change[],
  base: readonly string[],
  side: readonly string[],
): Change[] {
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

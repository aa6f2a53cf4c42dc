// How the cost of some work grows with its input: a ratio, which a busy machine leaves alone, instead of a time.
/** A collection of garbage that another test left may fall into one round, or into two. */
const ROUNDS = 8;
/** Less processor time than this says nothing: a collection of garbage takes as long. */
const FLOOR_US = 1000;
const TIMES = 8;

/** What `growth` may be of work that grows as its input does: well below the 64 of a square. */
export const LINEAR = 3 * TIMES;

/**
 * How many times as long eight times the input takes: 8 where the work grows as its input does, 64 where it grows
 * as the square of it. `size` should be large enough for a millisecond. The best of as many rounds as it takes to be
 * LINEAR, eight at most.
 */
export function growth(work: (size: number) => void, size: number): number {
  let small = Number.POSITIVE_INFINITY;
  let large = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round += 1) {
    small = Math.min(
      small,
      took(() => work(size)),
    );
    large = Math.min(
      large,
      took(() => work(TIMES * size)),
    );
    if (large / Math.max(small, FLOOR_US) < LINEAR) break;
  }
  return large / Math.max(small, FLOOR_US);
}

/** Microseconds of the processor: other work of the machine is not counted. */
function took(work: () => void): number {
  const from = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(from);
  return user + system;
}

// How the cost of some work grows with its input: a ratio, which a busy machine leaves alone, instead of a time.
const ROUNDS = 3;
/** Less processor time than this says nothing: a collection of garbage takes as long. */
const FLOOR_US = 1000;
const TIMES = 8;

/**
 * How many times as long eight times the input takes: 8 where the work grows as its input does, 64 where it grows
 * as the square of it. `size` should be large enough for a millisecond.
 */
export function growth(work: (size: number) => void, size: number): number {
  const small = best(() => work(size));
  const large = best(() => work(TIMES * size));
  return large / Math.max(small, FLOOR_US);
}

/** What `growth` may be of work that grows as its input does: well below the 64 of a square. */
export const LINEAR = 3 * TIMES;

/** Microseconds of the processor, the best of some rounds: other work of the machine is not counted. */
function best(work: () => void): number {
  const took = Array.from({ length: ROUNDS }, () => {
    const from = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(from);
    return user + system;
  });
  return Math.min(...took);
}

// How the cost of some work grows with its input. A check runs the work without judging it: `npm run harden` measures.
import { leftToHarden } from './measured.ts';

/** A collection of garbage that another test left may fall into one round, or into two. */
const ROUNDS = 8;
/** Less processor time than this says nothing: a collection of garbage takes as long. */
const FLOOR_US = 1000;
const TIMES = 8;
/** Code that is not compiled yet makes the small input look dear: its best of so many counts. */
const SMALLS = 3;

/** What `growth` may be of work that grows as its input does: well below the 64 of a square. */
export const LINEAR = 3 * TIMES;

/**
 * How many times as long eight times the input takes: 8 where the work grows as its input does, 64 where it grows
 * as the square of it. `size` should be large enough for a millisecond. The best of as many rounds as it takes to be
 * LINEAR, eight at most. In a check, which does not judge, the small input is worked on once, and the answer is 0.
 */
export function growth(work: (size: number) => void, size: number): number {
  if (leftToHarden()) {
    work(size);
    return 0;
  }
  const best = bestOf();
  for (let round = 0; round < ROUNDS && best.ratio() >= LINEAR; round += 1) {
    for (let time = 0; time < SMALLS; time += 1) best.small(took(() => work(size)));
    best.large(took(() => work(TIMES * size)));
  }
  return best.ratio();
}

/** The same of work that waits in between, or is done in a thread: the processor time of the whole process counts. */
export async function growthOf(work: (size: number) => Promise<unknown>, size: number): Promise<number> {
  if (leftToHarden()) {
    await work(size);
    return 0;
  }
  const best = bestOf();
  for (let round = 0; round < ROUNDS && best.ratio() >= LINEAR; round += 1) {
    for (let time = 0; time < SMALLS; time += 1) best.small(await tookOf(() => work(size)));
    best.large(await tookOf(() => work(TIMES * size)));
  }
  return best.ratio();
}

function bestOf() {
  let [least, leastOfLarge] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  return {
    small: (us: number) => {
      least = Math.min(least, us);
    },
    large: (us: number) => {
      leastOfLarge = Math.min(leastOfLarge, us);
    },
    ratio: () =>
      Number.isFinite(least) ? leastOfLarge / Math.max(least, FLOOR_US) : Number.POSITIVE_INFINITY,
  };
}

/** Microseconds of the processor that some work takes: other work of the machine is not counted. */
export function took(work: () => void): number {
  const from = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(from);
  return user + system;
}

/** The same of work that waits in between, or is done in a thread. */
export async function tookOf(work: () => Promise<unknown>): Promise<number> {
  const from = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(from);
  return user + system;
}

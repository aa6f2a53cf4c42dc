// What long work leaves to others: turns of the event loop, and how many steps it takes between two of them.
import { vi } from 'vitest';

/** A slice of 10 ms (src/sandbox/slices.ts) on a clock that strikes once at each look: so many steps. */
export const STEPS_OF_SLICE = 10;

export interface Watched<T> {
  result: T;
  /** Turns of the event loop that others got meanwhile. */
  turns: number;
  /** Steps between two turns: the most of them, and all of them. A step is what work does between two looks at the clock. */
  longest: number;
  steps: number;
}

/**
 * Runs work, and counts the turns that something else gets. Each look at the clock finds it a millisecond later, so that
 * slices are so many steps, however fast or busy the machine is.
 */
export async function watched<T>(work: () => Promise<T>): Promise<Watched<T>> {
  const tally = { turns: 0, longest: 0, steps: 0 };
  let since = 0;
  let isDone = false;
  // Not before what the sandbox has noted already.
  const from = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    tally.steps += 1;
    since += 1;
    return from + tally.steps;
  });
  const look = () => {
    tally.turns += 1;
    tally.longest = Math.max(tally.longest, since);
    since = 0;
    if (!isDone) setImmediate(look);
  };
  setImmediate(look);
  try {
    return { result: await work(), ...tally };
  } finally {
    isDone = true;
    clock.mockRestore();
    // The next one begins in a turn of its own.
    await new Promise(setImmediate);
  }
}

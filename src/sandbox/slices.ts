// Long work in slices: between two of them, everything else that waits for the process gets its turn.
import type { Steps } from './content/steps.ts';

/** How long work computes at a stretch. A request takes several turns of the event loop, and may meet one slice in each. */
const SLICE_MS = 10;

/** Works that wait for their next slice, in order. Each turn of the event loop has room for one, however many there are. */
const waiting: (() => void)[] = [];

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(begin);
  });
}

function begin(): void {
  waiting[0]?.();
  waiting.shift();
  if (waiting.length > 0) setImmediate(begin);
}

/** Call it between the steps of long work, and await it: at once within a slice, a turn later at the end of one. */
export type Pause = () => Promise<void> | undefined;

export function slices(): Pause {
  let end = performance.now() + SLICE_MS;
  return () => {
    if (performance.now() < end) return undefined;
    return nextTurn().then(() => {
      end = performance.now() + SLICE_MS;
    });
  };
}

/** Runs the steps in slices; with `pause`, as a part of longer work. */
export async function inSlices<T>(steps: Steps<T>, pause = slices()): Promise<T> {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    await pause();
  }
}

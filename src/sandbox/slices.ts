// Long work in slices: between two of them, everything else that waits for the process gets its turn.
import type { Steps } from './content/tree.ts';

/** How long work computes at a stretch. A request takes several turns of the event loop, and may meet one slice in each. */
const SLICE_MS = 10;

/** Every so many turns, the work that waited longest goes on: short work, however much, never stops long work. */
const TURNS_TO_OLDEST = 4;

interface Waiting {
  /** For how long the work has computed so far, in ms. */
  spent: number;
  goOn: () => void;
}

/** Works that wait for their next slice, in order. Each turn of the event loop has room for one, however many there are. */
const waiting: Waiting[] = [];
let turns = 0;

const nextTurn = (spent: number): Promise<void> =>
  new Promise((goOn) => {
    waiting.push({ spent, goOn });
    if (waiting.length === 1) setImmediate(begin);
  });

/** Since when works compute in this turn of the event loop. Many short ones, one after the other, are a long one. */
let stretch: number | undefined;

function beginOfStretch(): number {
  if (stretch === undefined) {
    stretch = performance.now();
    setImmediate(() => {
      stretch = undefined;
    });
  }
  return stretch;
}

/** Short work comes first, so that it does not take as many turns as there is long work beside it. */
function begin(): void {
  turns = (turns + 1) % TURNS_TO_OLDEST;
  stretch = undefined;
  const next = turns === 0 ? 0 : leastSpent();
  const [work] = waiting.splice(next, 1);
  work?.goOn();
  if (waiting.length > 0) setImmediate(begin);
}

function leastSpent(): number {
  let least = 0;
  for (const [at, { spent }] of waiting.entries()) if (spent < (waiting[least]?.spent ?? 0)) least = at;
  return least;
}

/** Call it between the steps of long work, and await it: at once within a slice, a turn later at the end of one. */
export type Pause = () => Promise<void> | undefined;

export function slices(): Pause {
  let from = beginOfStretch();
  let spent = 0;
  return () => {
    const took = performance.now() - from;
    if (took < SLICE_MS) return undefined;
    spent += took;
    return nextTurn(spent).then(() => {
      from = beginOfStretch();
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

// What long work leaves to others: turns of the event loop, and how long it computes between two of them.

export interface Watched<T> {
  result: T;
  /** Turns of the event loop that others got meanwhile. */
  turns: number;
  /** CPU time of this process between two turns, in ms: the most of it, and all of it. */
  longest: number;
  total: number;
}

/** Runs work, and counts the turns that something else gets. */
export async function watched<T>(work: () => Promise<T>): Promise<Watched<T>> {
  const tally = { turns: 0, longest: 0, total: 0 };
  let isDone = false;
  let before = process.cpuUsage();
  const look = () => {
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    tally.turns += 1;
    tally.longest = Math.max(tally.longest, (user + system) / 1000);
    tally.total += (user + system) / 1000;
    if (!isDone) setImmediate(look);
  };
  setImmediate(look);
  try {
    return { result: await work(), ...tally };
  } finally {
    isDone = true;
  }
}

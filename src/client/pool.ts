// Works off many items side by side, and slows down when the platform asks for it.

export type PoolResult<T, R> = { item: T; ok: true; value: R } | { item: T; ok: false; error: unknown };

export interface PoolOptions<T, R> {
  /** Subscribes to 429 answers, as `client.onRateLimit` does; each halves the concurrency. */
  onRateLimit?: (listener: () => void) => () => void;
  /** Called for each result; true: start no more items. */
  stop?: (result: PoolResult<T, R>) => boolean;
}

/** Successes in a row after which one more worker may run again. */
const RECOVERY = 20;

/**
 * Runs `fn` on each item, at most `concurrency` at a time.
 * Returns the results in input order, one for each item that was started; a failing item does not reject.
 */
export async function mapPool<T, R>(
  items: Iterable<T> | AsyncIterable<T>,
  concurrency: number,
  fn: (item: T, index: number) => Promise<R>,
  { onRateLimit, stop }: PoolOptions<T, R> = {},
): Promise<PoolResult<T, R>[]> {
  const results: PoolResult<T, R>[] = [];
  const running = new Set<Promise<void>>();
  const pace = paceOf(concurrency);
  const unsubscribe = onRateLimit?.(pace.slowDown);
  let stopped = false;

  async function work(item: T, index: number): Promise<void> {
    const result = await attempt(item, () => fn(item, index));
    results[index] = result;
    pace.done(result.ok);
    if (stop?.(result)) stopped = true;
  }

  try {
    let index = 0;
    for await (const item of items) {
      while (running.size >= pace.limit()) await Promise.race(running);
      if (stopped) break;
      const task: Promise<void> = work(item, index++).finally(() => running.delete(task));
      running.add(task);
    }
  } finally {
    await Promise.all(running);
    unsubscribe?.();
  }
  return results;
}

async function attempt<T, R>(item: T, run: () => Promise<R>): Promise<PoolResult<T, R>> {
  try {
    return { item, ok: true, value: await run() };
  } catch (error) {
    return { item, ok: false, error };
  }
}

export interface Gate {
  /** Runs `fn` as soon as there is room for it. */
  run<T>(fn: () => Promise<T>): Promise<T>;
}

/** One pool for work that comes from many places: at most `most` at a time, fewer after a 429, first come first served. */
export function createGate(most: number, onRateLimit?: PoolOptions<unknown, unknown>['onRateLimit']): Gate {
  const pace = paceOf(most);
  const waiting: (() => void)[] = [];
  let running = 0;
  onRateLimit?.(pace.slowDown);

  const admit = () => {
    while (waiting.length > 0 && running < pace.limit()) {
      running += 1;
      waiting.shift()?.();
    }
  };
  return {
    async run(fn) {
      const turn = new Promise<void>((resolve) => waiting.push(resolve));
      admit();
      await turn;
      let ok = false;
      try {
        const result = await fn();
        ok = true;
        return result;
      } finally {
        running -= 1;
        pace.done(ok);
        admit();
      }
    },
  };
}

/** Halves at most once for the requests that were in flight together; grows back one by one. */
function paceOf(most: number) {
  let limit = Math.max(1, most);
  let untouchable = 0;
  let calm = 0;
  return {
    limit: () => limit,
    slowDown() {
      calm = 0;
      if (untouchable > 0) return;
      untouchable = limit;
      limit = Math.max(1, Math.floor(limit / 2));
    },
    done(ok: boolean) {
      if (untouchable > 0) untouchable -= 1;
      calm = ok ? calm + 1 : 0;
      if (calm < RECOVERY || limit >= most) return;
      calm = 0;
      limit += 1;
    },
  };
}

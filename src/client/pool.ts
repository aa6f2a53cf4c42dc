// Works off many items side by side, and slows down when the platform asks for it; their results in order where that is asked.

export type PoolResult<T, R> = { item: T; ok: true; value: R } | { item: T; ok: false; error: unknown };

interface PoolOptions<T, R> {
  /** Subscribes to 429 answers, as `client.onRateLimit` does; each halves the concurrency. */
  onRateLimit?: (listener: () => void) => () => void;
  /** Called for each result; true: start no more items. */
  stop?: (result: PoolResult<T, R>) => boolean;
}

/** How many at a time: always so many, or so many at first and up to `most` while the platform never asks for fewer. */
export type Width = number | { start: number; most: number };

/** The most that a pool of this width ever runs at a time. */
export const mostOf = (width: Width): number => (typeof width === 'number' ? width : width.most);

/** Successes in a row after which one more worker may run again. */
const RECOVERY = 20;

/**
 * Runs `fn` on each item, at most `concurrency` at a time.
 * Returns the results in input order, one for each item that was started; a failing item does not reject.
 */
export async function mapPool<T, R>(
  items: Iterable<T> | AsyncIterable<T>,
  concurrency: Width,
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

  const room = async () => {
    while (running.size >= pace.limit()) await Promise.race(running);
  };

  try {
    let index = 0;
    for await (const item of items) {
      await room();
      if (stopped) break;
      const task: Promise<void> = work(item, index++).finally(() => running.delete(task));
      running.add(task);
      // Here, too: what is taken before it can begin would be begun although the items have ended meanwhile.
      await room();
      if (stopped) break;
    }
  } finally {
    await Promise.all(running);
    unsubscribe?.();
  }
  return results;
}

/** What a pool needs of a client: it subscribes to 429 answers. */
type Limited = Pick<PoolOptions<unknown, unknown>, 'onRateLimit'>;

/** The results of all items, in their order. Throws the first failure and starts no more: for what is whole or wrong. */
export async function mapAll<T, R>(
  { onRateLimit }: Limited,
  items: Iterable<T>,
  width: Width,
  fn: (item: T) => Promise<R>,
): Promise<R[]> {
  const options: PoolOptions<T, R> = { stop: ({ ok }) => !ok, ...(onRateLimit && { onRateLimit }) };
  return (await mapPool(items, width, fn, options)).map((result) => {
    if (!result.ok) throw result.error;
    return result.value;
  });
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

interface GateOptions extends Pick<PoolOptions<unknown, unknown>, 'onRateLimit'> {
  /** Says of a failure that nothing more will go well: who waits, and who comes later, fails with it. */
  endsAll?: (error: unknown) => boolean;
}

/** One pool for work that comes from many places: so many at a time, fewer after a 429, first come first served. */
export function createGate(width: Width, { onRateLimit, endsAll }: GateOptions = {}): Gate {
  const pace = paceOf(width);
  const waiting: { enter(): void; refuse(error: unknown): void }[] = [];
  let running = 0;
  let end: { error: unknown } | undefined;
  onRateLimit?.(pace.slowDown);

  const admit = () => {
    while (waiting.length > 0 && running < pace.limit()) {
      running += 1;
      waiting.shift()?.enter();
    }
  };
  const note = (error: unknown) => {
    if (end || !endsAll?.(error)) return;
    end = { error };
    for (const { refuse } of waiting.splice(0)) refuse(error);
  };
  return {
    async run(fn) {
      if (end) throw end.error;
      const turn = new Promise<void>((enter, refuse) => waiting.push({ enter, refuse }));
      admit();
      await turn;
      let ok = false;
      try {
        const result = await fn();
        ok = true;
        return result;
      } catch (error) {
        note(error);
        throw error;
      } finally {
        running -= 1;
        pace.done(ok);
        admit();
      }
    },
  };
}

/** Halves at most once for the requests that were in flight together; grows back one by one, to where it began. */
function paceOf(width: Width) {
  const start = Math.max(1, typeof width === 'number' ? width : width.start);
  let most = Math.max(start, mostOf(width));
  let limit = start;
  let untouchable = 0;
  let calm = 0;
  let isFree = true;
  return {
    limit: () => limit,
    slowDown() {
      calm = 0;
      isFree = false;
      most = start;
      if (untouchable > 0) return;
      untouchable = limit;
      limit = Math.max(1, Math.floor(limit / 2));
    },
    done(ok: boolean) {
      if (untouchable > 0) untouchable -= 1;
      calm = ok ? calm + 1 : 0;
      // As long as nobody complained: one more each time that as many went well as run at a time.
      if (calm < (isFree ? limit : RECOVERY) || limit >= most) return;
      calm = 0;
      limit += 1;
    },
  };
}

// Many items side by side, their results one after the other as soon as each one's turn has come.

interface InOrder<T, R> extends Pick<PoolOptions<T, R>, 'onRateLimit' | 'stop'> {
  /** How many at a time. */
  concurrency: Width;
}

/** The values of all items, in their order. Throws the first failure and starts no more: for what is whole or wrong. */
export async function* allInOrder<T, R>(
  { onRateLimit }: Pick<InOrder<T, R>, 'onRateLimit'>,
  items: Iterable<T>,
  concurrency: Width,
  fn: (item: T) => Promise<R>,
): AsyncGenerator<R, void, undefined> {
  const options = { concurrency, ...(onRateLimit && { onRateLimit }) };
  for await (const result of inOrder(items, fn, { ...options, stop: ({ ok }) => !ok })) {
    if (!result.ok) throw result.error;
    yield result.value;
  }
}

/**
 * Runs `fn` on each item and yields the results in the order of the items, one for each that was started. Only
 * results that wait for their turn are held. Who stops reading starts no more items. Throws what `items` throws.
 */
export async function* inOrder<T, R>(
  items: Iterable<T> | AsyncIterable<T>,
  fn: (item: T, index: number) => Promise<R>,
  { concurrency, stop, ...options }: InOrder<T, R>,
): AsyncGenerator<PoolResult<T, R>, void, undefined> {
  const waiting = new Map<number, PoolResult<T, R>>();
  let isStopped = false;
  let isRunning = true;
  let wake = () => {};

  const work = async (item: T, index: number): Promise<void> => {
    const result = await attempt(item, () => fn(item, index));
    waiting.set(index, result);
    isStopped ||= stop?.(result) === true;
    wake();
    // The pool slows down after failures, so it has to hear of them.
    if (!result.ok) throw result.error;
  };
  const pool = mapPool(items, concurrency, work, { ...options, stop: () => isStopped }).finally(() => {
    isRunning = false;
    wake();
  });
  pool.catch(() => {});

  try {
    for (let next = 0; isRunning || waiting.has(next); ) {
      const result = waiting.get(next);
      if (result) {
        waiting.delete(next++);
        yield result;
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
    await pool;
  } finally {
    isStopped = true;
  }
}

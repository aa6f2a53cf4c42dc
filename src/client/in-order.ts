// Many items side by side, their results one after the other as soon as each one's turn has come.
import { attempt, mapPool, type PoolOptions, type PoolResult, type Width } from './pool.ts';

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

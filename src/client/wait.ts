// Waiting that can be cut short.

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Waits `ms` milliseconds, or less when the signal comes first; never rejects for it. Throws RangeError above 2^31-1. */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  // A timer turns such a delay into 1 ms: a hot loop.
  if (!(ms >= 0 && ms <= LONGEST_TIMER_MS)) throw new RangeError(`cannot wait ${ms} ms`);
  const { setTimeout: delay } = await import('node:timers/promises');
  await delay(ms, undefined, signal && { signal }).catch(() => undefined);
}

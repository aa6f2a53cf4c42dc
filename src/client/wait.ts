// Waiting that can be cut short.
import { setTimeout as delay } from 'node:timers/promises';

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Waits `ms` milliseconds, or less when the signal comes first; never rejects for it. Throws RangeError above 2^31-1. */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  // A timer turns such a delay into 1 ms: a hot loop.
  if (!(ms >= 0 && ms <= LONGEST_TIMER_MS)) throw new RangeError(`cannot wait ${ms} ms`);
  await delay(ms, undefined, signal && { signal }).catch(() => undefined);
}

// Waiting that can be cut short.
import { onAbort } from '../files/on-abort.ts';

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Waits `ms` milliseconds, or less when the signal comes first; never rejects for it. Throws RangeError above 2^31-1. */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  // A timer turns such a delay into 1 ms: a hot loop.
  if (!(ms >= 0 && ms <= LONGEST_TIMER_MS)) throw new RangeError(`cannot wait ${ms} ms`);
  if (signal?.aborted) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(end, ms);
    const deafen = signal && onAbort(signal, end);
    function end() {
      clearTimeout(timer);
      deafen?.();
      resolve();
    }
  });
}

// Waiting between two looks at work of the platform.
import { sleep as wait } from '../../client/wait.ts';
import type { Context } from '../../context.ts';

/** Waits `ms` milliseconds; rejects with the signal's reason when that comes first. */
export async function sleep(
  ms: number,
  { pause = wait, signal }: Pick<Context, 'pause' | 'signal'>,
): Promise<void> {
  await pause(ms, signal);
  signal.throwIfAborted();
}

/** Lets signals and timers through in the middle of long work, and throws when one of them ended it. */
export async function breathe(signal: AbortSignal): Promise<void> {
  await new Promise(setImmediate);
  signal.throwIfAborted();
}

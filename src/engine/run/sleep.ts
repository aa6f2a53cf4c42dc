// Waiting between two looks at work of the platform.
import { sleep as wait } from '../../client/wait.ts';

/** Waits `ms` milliseconds; rejects with the signal's reason when that comes first. */
export async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, signal);
  signal.throwIfAborted();
}

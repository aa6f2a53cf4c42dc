// Parts of Node, as every file uses them.

import { setMaxListeners } from 'node:events';
import { getBuiltinModule, uptime } from 'node:process';

// A clock for how long something takes: it never goes back, and counts from the start of the process.

/** Milliseconds. `performance.now()` would say the same, and load a part of Node for a millisecond first. */
export const ticks = (): number => uptime() * 1000;

// Listening to the end of a signal, however many listen to it.

/** Calls `listener` when the signal ends, at most once; returns what stops that. A signal that has ended calls nobody. */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  // Each request in flight listens, and bulk work has many: Node 20 would warn of a leak at eleven.
  setMaxListeners(0, signal);
  signal.addEventListener('abort', listener, { once: true });
  return () => signal.removeEventListener('abort', listener);
}

// node:crypto, loaded when it is first used: that takes 2 to 8 ms, and most commands only carry code that might.
export const nodeCrypto = (): typeof import('node:crypto') => getBuiltinModule('node:crypto');

// The memory of long work: by itself, Node lets garbage grow to several times what is in use before it looks for it.

/** The heap grows by half between two collections. */
export const SMALL_HEAP = '--heap-growing-percent=50';

const setFlag = (flag: string): void => getBuiltinModule('node:v8').setFlagsFromString(flag);

/** For the rest of this process. Long work makes much garbage, and a server is one process among others. */
export function keepHeapSmall(): void {
  setFlag(SMALL_HEAP);
}

/** For the rest of this process: a job that holds little, whatever it reads. Garbage is looked for as soon as there is some. */
export function keepHeapSmallest(): void {
  keepHeapSmall();
  setFlag('--optimize-for-size');
}

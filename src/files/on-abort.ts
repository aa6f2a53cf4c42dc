// Listening to the end of a signal, however many listen to it.
import { setMaxListeners } from 'node:events';

/** Calls `listener` when the signal ends, at most once; returns what stops that. A signal that has ended calls nobody. */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  // Each request in flight listens, and bulk work has many: Node 20 would warn of a leak at eleven.
  setMaxListeners(0, signal);
  signal.addEventListener('abort', listener, { once: true });
  return () => signal.removeEventListener('abort', listener);
}

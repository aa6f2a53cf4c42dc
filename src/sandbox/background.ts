// Work that goes on after an answer.
import type { Background } from './sandbox.ts';

/** `next` is called whenever a work has ended, and may add another, which must be the last. */
export function makeBackground(next: () => void = () => {}): Background {
  const running = new Set<Promise<void>>();
  const control = new AbortController();
  return {
    add(work, { last = false } = {}) {
      running.add(work);
      const done = () => {
        running.delete(work);
        if (!last) next();
      };
      work.then(done, done);
    },
    async settle() {
      while (running.size > 0) await Promise.all(running);
    },
    stop: () => control.abort(),
    signal: control.signal,
  };
}

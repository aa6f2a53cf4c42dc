// Work that goes on after an answer.
import type { Background } from './sandbox.ts';

export function makeBackground(): Background {
  const running = new Set<Promise<void>>();
  return {
    add(work) {
      running.add(work);
      const done = () => running.delete(work);
      work.then(done, done);
    },
    async settle() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}

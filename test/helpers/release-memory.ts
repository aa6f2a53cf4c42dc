// What a release remembers from one run to the next, in this process: it outlives a run that was killed.
import type { Memory, MemoryStore } from '../../src/jobs/release/version.ts';

export function memoryStore(): MemoryStore {
  let kept: Memory | undefined;
  return {
    load: () => kept,
    save: (memory) => {
      kept = memory;
    },
    clear: () => {
      kept = undefined;
    },
  };
}

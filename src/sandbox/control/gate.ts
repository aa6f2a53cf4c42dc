// Lets requests through, and keeps them waiting while somebody has the file of the sandbox for themselves.

export interface Gate {
  /** Does the work of one request; waits while the file is taken. */
  pass<T>(work: () => Promise<T>): Promise<T>;
  /** Does the work when all requests that had begun are done; later ones wait for it. */
  alone<T>(work: () => Promise<T>): Promise<T>;
}

export function makeGate(): Gate {
  let taken: Promise<unknown> | undefined;
  let inside = 0;
  let tellEmpty = () => {};
  return {
    async pass(work) {
      while (taken !== undefined) await taken;
      inside += 1;
      try {
        return await work();
      } finally {
        inside -= 1;
        if (inside === 0) tellEmpty();
      }
    },
    async alone(work) {
      while (taken !== undefined) await taken;
      const done = (async () => {
        if (inside > 0)
          await new Promise<void>((resolve) => {
            tellEmpty = resolve;
          });
        return work();
      })();
      taken = done.catch(() => {});
      try {
        return await done;
      } finally {
        taken = undefined;
      }
    },
  };
}

export const CONTROL_PATH = '/_sandbox/';

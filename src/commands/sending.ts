// How commands send where more is known than the platform tells: of names, and of a refusal.

import type { Sent } from '../engine/model/command-type.ts';
import { settle } from '../engine/references/resolve-names.ts';
import type { Run } from '../engine/run/run.ts';

/** Names become IDs before it is sent: the answer to a name would not say that it is unknown. */
export async function settledFirst(run: Run, request: () => Promise<Sent>): Promise<Sent> {
  await settle(run);
  return request();
}

/** Sends as usual. `more` gives the error a hint, or returns a better one. */
export const whenRefused =
  <R extends Run>(more: (run: R, error: unknown) => unknown) =>
  async (run: R, request: () => Promise<Sent>): Promise<Sent> => {
    try {
      return await request();
    } catch (error) {
      throw (await more(run, error)) ?? error;
    }
  };

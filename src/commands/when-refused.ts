// What a command says of a refusal that it knows more about than the platform tells.

import type { Sent } from '../engine/model/command-type.ts';
import type { Run } from '../engine/run/run.ts';

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

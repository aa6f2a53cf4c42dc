// What ends the sending of an update that would change nothing.
import type { Sent } from '../model/command-type.ts';

/** What becomes of it, as a row says it. */
export const SAME = 'already up to date';

/** Everything is as a change would leave it: nothing was sent, and nothing is remembered. */
export class SameError extends Error {
  readonly before: unknown;

  constructor(before: unknown) {
    super('nothing to change');
    this.before = before;
  }
}

/** What was not sent, for want of anything to change. Throws any other error. */
export function asSame(error: unknown): Sent {
  if (error instanceof SameError) return { outcome: 'same', result: error.before };
  throw error;
}

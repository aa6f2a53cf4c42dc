// What ends the sending of an update that would change nothing.

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

// A job over many items that did not get through all of them.
import {
  AuthError,
  CancelledError,
  DocsError,
  type ErrorFacts,
  ForbiddenError,
  PartialError,
} from '../../errors.ts';
import { shellLine } from '../../files/shell-word.ts';
import { plural } from '../../output/format.ts';
import { note } from '../../output/note.ts';
import type { Run } from '../model/command-type.ts';
import { lineWithout } from '../model/typed-again.ts';

export interface Unfinished {
  /** `space`. */
  what: string;
  done: number;
  total: number;
  failures: readonly { name: string; error: unknown }[];
  /** The command that does the rest. */
  hint: string;
}

const MOST_NAMED = 5;

/** Throws what ended the job early (a refused token, missing rights, an interruption), else PartialError (exit 7). */
export function throwUnfinished({ what, done, total, failures, hint }: Unfinished): never {
  // What an interrupt cut off was not refused by anybody.
  const tried = failures.filter(({ error }) => !(error instanceof CancelledError));
  const left = total - done - tried.length;
  const counted = `${done} of ${plural(total, what)} done, ${tried.length} failed${left > 0 ? `, ${left} not tried` : ''}`;
  const isUncertain = failures.some(({ error }) => error instanceof DocsError && error.outcome === 'unknown');
  const facts: ErrorFacts = {
    hint,
    ...(isUncertain && { outcome: 'unknown' }),
    details: {
      done,
      notTried: left,
      failed: tried.map(({ name, error }) => ({ name, message: messageOf(error) })),
    },
  };
  const ender = failures.find(
    ({ error }) => error instanceof AuthError || error instanceof CancelledError,
  )?.error;
  if (ender instanceof CancelledError)
    throw new CancelledError(`interrupted: ${counted}`, { ...facts, exit: ender.exit });
  if (ender instanceof AuthError)
    throw new AuthError(`${ender.message} (${counted})`, { ...facts, hint: ender.hint });
  const refused = done === 0 && failures.every(({ error }) => error instanceof ForbiddenError);
  if (refused && failures[0])
    throw new ForbiddenError(`${messageOf(failures[0].error)} (${counted})`, {
      ...facts,
      hint: hintOf(failures[0].error),
    });
  throw new PartialError(`${counted}: ${namedIn(failures)}`, { ...facts, code: 'SOME_FAILED' });
}

/** The first of what failed, each with its reason. */
export function namedIn(failures: Unfinished['failures']): string {
  const named = failures.slice(0, MOST_NAMED).map(({ name, error }) => `${name}: ${messageOf(error)}`);
  const more = failures.length > MOST_NAMED ? `; and ${failures.length - MOST_NAMED} more` : '';
  return named.join('; ') + more;
}

/** An interruption, with how far the work came and the command that goes on; anything else as it is. */
export function cutOff(error: unknown, { counted, hint }: { counted: string; hint: string }): unknown {
  if (!(error instanceof CancelledError)) return error;
  const { exit, outcome } = error;
  return new CancelledError(`interrupted: ${counted}`, { exit, outcome, hint });
}

/** The same for work that leaves what it did: after any other failure, too, a note says what is done, and what does the rest. */
export function endedEarly(run: Run, error: unknown, counted: string, hint = sameCommand(run)): unknown {
  if (!(error instanceof CancelledError))
    note(run.context.io, `not finished, ${counted}: ${hint} does the rest`);
  return cutOff(error, { counted, hint });
}

const AMOUNT = /^\d+ [a-z ]+$/;

/** What was typed, ready to be typed again; consent to a number of things is left out, as fewer may be left. */
export const sameCommand = ({ context: { argv }, flags }: Run): string =>
  AMOUNT.test(flags.confirm ?? '') ? lineWithout(argv, ['--confirm']) : shellLine(['docs', ...argv]);

/** The failure of a job of one change. A job looks by itself what is left: its line finds out what is not known. */
export function asOne(run: Run, failure: DocsError): DocsError {
  if (failure.outcome === 'unknown') failure.hint = sameCommand(run);
  return failure;
}

const hintOf = (error: unknown) => (error instanceof DocsError ? error.hint : undefined);

const messageOf = (error: unknown): string => {
  if (!(error instanceof DocsError)) throw error;
  return error.message;
};

// Work that went wrong in part: what a job did not get through, and how to see whether a lost change took effect.

import { UNCERTAIN_HINTS } from '../../client/failure-context.ts';
import { asItem } from '../../domain/reversals/reversal.ts';
import {
  AuthError,
  CancelledError,
  ConflictError,
  DocsError,
  type ErrorFacts,
  ForbiddenError,
  PartialError,
} from '../../errors.ts';
import { shellLine, shellWord, wordsOf } from '../../files/shell-word.ts';
import { plural } from '../../output/format.ts';
import { note } from '../../output/note.ts';
import { type Command, lineWithout } from '../model/command.ts';
import type { Run } from '../model/command-type.ts';
import { loadLeaf } from '../model/load.ts';
import { inThisContext } from './next-command.ts';

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

/**
 * The same for work that leaves what it did: after any other failure, too, a note says what is done, and what does the rest.
 * That begins with a look at what may have been done.
 */
export function endedEarly(run: Run, error: unknown, counted: string, hint = sameCommand(run)): unknown {
  if (error instanceof DocsError && error.outcome === 'unknown') error.hint = hint;
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

// Answers of success that tell a failure, whatever operation gave them.

/**
 * ConflictError for a merge or sync that met conflicts, DocsError `CHECKOUT_REQUIRED` for a site to be paid, PartialError
 * for redirects of which some were refused; else undefined.
 */
export function verdictOn(result: unknown): DocsError | undefined {
  const { result: verdict, type, sessionId, results } = asItem(result);
  if (Array.isArray(results)) return someRefused(results.map(asItem));
  if (verdict === 'conflicts')
    return new ConflictError('there are conflicts: nothing was merged', {
      code: 'CONFLICTS',
      outcome: 'rejected',
    });
  if (type !== 'checkout') return undefined;
  return new DocsError(
    `not published: the plan of this site must be paid first (checkout ${sessionId})`,
    { code: 'CHECKOUT_REQUIRED', exit: 1 },
    { hint: 'pay in the app, then run the same command again', outcome: 'rejected' },
  );
}

/** Of the answers for many redirects those that were refused, and why. */
export const refusedIn = (outcomes: readonly { source?: unknown; status?: unknown; error?: unknown }[]) =>
  outcomes.flatMap(({ status, source, error }) =>
    status === 'error'
      ? [{ name: String(source), error: new ConflictError(String(error ?? 'refused')) }]
      : [],
  );

function someRefused(outcomes: Parameters<typeof refusedIn>[0]): PartialError | undefined {
  const failures = refusedIn(outcomes);
  if (failures.length === 0) return undefined;
  const counted = `${failures.length} of ${plural(outcomes.length, 'redirect')} refused`;
  const outcome = failures.length === outcomes.length ? 'rejected' : 'applied';
  return new PartialError(`${counted}: ${namedIn(failures)}`, { code: 'SOME_FAILED', outcome });
}

// After a write without a verdict: the command that shows whether it took effect.

/** Gives a conflict the command that leads on, and an error whose outcome is unknown the one to look with, where it has no better one. */
export async function withCheck(run: Run, error: unknown): Promise<void> {
  if (!(error instanceof DocsError)) return;
  if (error.http?.status === 409)
    error.hint ??=
      (await hintOfDryRun(run, error)) ??
      (await import('../references/conflict-hints.ts')).conflictHint(run, error);
  if (error.outcome !== 'unknown') return;
  if (error.hint !== undefined && !UNCERTAIN_HINTS.has(error.hint)) return;
  const isRepeatable = run.operation.retry === 'idempotent';
  const found = (await wayToCheck(run)) ?? (isRepeatable ? sameCommand(run) : undefined);
  if (found !== undefined) error.hint = await inThisContext(run, found);
}

/** What a dry run would have said leads on as well. Undefined where it could not tell, or has nothing to say. */
async function hintOfDryRun(run: Run, { http }: DocsError): Promise<string | undefined> {
  const { operation, command } = run;
  if (http?.method !== operation.method || http.path !== operation.path) return undefined;
  return (await command.foresee?.(run).catch(() => undefined))?.hint;
}

/** What the command names itself, else the get of the same thing, else the list beside it. Undefined: nothing reads it. */
async function wayToCheck(run: Run): Promise<string | undefined> {
  const { command, path } = run;
  if (command.check !== undefined) return ownCheck(run, command.check);
  const words = path.split(' ').slice(1, -1);
  for (const verb of ['get', 'list']) {
    const { command: read } = await loadLeaf(run.catalog, [...words, verb]);
    const args = read?.verb === verb && words.length > 0 ? argsFor(run, read) : undefined;
    if (args) return shellLine(['docs', ...wordsOf({ path: [...words, verb], names: args, flags: [] })]);
  }
  return undefined;
}

/** The template of a command, each `{param}` filled in; `--dry-run`: what was typed, without consent, shows what is left. */
function ownCheck(run: Run, check: string): string {
  if (check === 'again') return sameCommand(run);
  if (check === '--dry-run') return lineWithout(run.context.argv, ['--yes', '-y', '--confirm'], '--dry-run');
  return check.replace(/\{(\w+)\}/g, (_, name: string) =>
    shellWord(String(run.input[name] ?? run.args[name] ?? '')),
  );
}

/** Undefined when something that it needs is not known. */
function argsFor(run: Run, read: Command): string[] | undefined {
  const given = (field: string, required: boolean) =>
    required || run.command.args.some(({ field: own, label }) => own === field && label in run.args);
  const values = read.args
    .filter(({ field, required }) => given(field, required))
    .map(({ field }) => run.input[field]);
  return values.every((value) => typeof value === 'string') ? values : undefined;
}

// Answers of success that tell a failure, whatever operation gave them.

import { asItem } from '../../domain/reversals/reversal.ts';
import { ConflictError, DocsError, PartialError } from '../../errors.ts';
import { plural } from '../../output/format.ts';
import { namedIn } from './partial-failure.ts';

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

// Answers of success that tell a failure, whatever operation gave them.

import { asItem } from '../../domain/reversals/reversal.ts';
import { ConflictError, DocsError } from '../../errors.ts';

/** ConflictError for a merge or sync that met conflicts, DocsError `CHECKOUT_REQUIRED` for a site to be paid; else undefined. */
export function verdictOn(result: unknown): DocsError | undefined {
  const { result: verdict, type, sessionId } = asItem(result);
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

// Which failures mean that a rule cannot be evaluated here: no right, not in the plan, not on this host.

import { DocsError, ForbiddenError, UnsupportedError } from '../../errors.ts';

/** Why the platform does not show it; undefined when it is another failure, which is not the rule's to judge. */
export function refusalOf(error: unknown): string | undefined {
  if (!(error instanceof DocsError)) return undefined;
  const isAbsent = error instanceof UnsupportedError || error.http?.status === 501;
  // A refusal of our own, of a request that is not sent, is a defect of the rule.
  const isRefused = error instanceof ForbiddenError && error.http !== undefined;
  if (!isRefused && !isAbsent) return undefined;
  return error.message;
}

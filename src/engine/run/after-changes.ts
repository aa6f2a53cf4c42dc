// Once a run has changed something on the platform, no failure may say that nothing was sent.
import { CancelledError, DocsError, type ErrorFacts, LocalIoError } from '../../errors.ts';
import type { Made } from './made-changes.ts';

/** The error of a run that had changed something by then, when it says that nothing was sent. */
export function afterChanges(error: unknown, { changes }: Made): unknown {
  if (changes === 0 || !(error instanceof DocsError) || error.outcome !== 'not-sent') return error;
  const { message, code, exit, hint, retryable, http, details, cause } = error;
  const facts: ErrorFacts = {
    outcome: 'applied',
    hint,
    // The same command again would make the change twice.
    retryable: error instanceof LocalIoError ? false : retryable,
    ...(http && { http }),
    ...(details && { details }),
    ...(cause !== undefined && { cause }),
  };
  if (error instanceof CancelledError) return new CancelledError(message, { code, exit, ...facts });
  if (!(error instanceof LocalIoError)) return new DocsError(message, { code, exit }, facts);
  return new LocalIoError(`the change was made, but ${message}`, { code, exit, ...facts });
}

// Whether a run has changed something on the platform: no failure after that may say that nothing was sent.
import { mutates } from '../../api/operation.ts';
import type { Client } from '../../client/client.ts';
import { CancelledError, DocsError, type ErrorFacts, LocalIoError } from '../../errors.ts';

/** Counts the changes that the platform has answered with success. */
export interface Made {
  changes: number;
}

/** The client, counting in `made` what it changes. */
export function countChanges(client: Client, made: Made): Client {
  const counted = ({ status }: { status: number }): void => {
    if (status < 300) made.changes += 1;
  };
  return {
    ...client,
    async call(operation, input, options) {
      const result = await client.call(operation, input, options);
      if (mutates(operation)) made.changes += 1;
      return result;
    },
    async callWithStatus(operation, input, options) {
      const answer = await client.callWithStatus(operation, input, options);
      if (mutates(operation)) counted(answer);
      return answer;
    },
    async raw(request, options) {
      const answer = await client.raw(request, options);
      if (!/^(get|head)$/i.test(request.method)) counted(answer);
      return answer;
    },
  };
}

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

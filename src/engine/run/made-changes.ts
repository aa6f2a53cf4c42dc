// Whether a run has changed something on the platform.
import { mutates } from '../../api/operation.ts';
import type { Client } from '../../client/client.ts';

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

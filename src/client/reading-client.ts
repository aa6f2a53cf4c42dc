// A client that can only read: whatever is asked of it, no request that changes something leaves it.
import type { Operation } from '../api/operation.ts';
import { ForbiddenError } from '../errors.ts';
import type { Client } from './client.ts';

/** The client with every other method than GET refused before it is sent. */
export function readingClient(client: Client): Client {
  const only = ({ method, id }: Pick<Operation, 'method' | 'id'>) => {
    if (method !== 'GET') throw refusal(`${method} (${id})`);
  };
  return {
    ...client,
    async call(operation, input, options) {
      only(operation);
      return client.call(operation, input, options);
    },
    async callWithStatus(operation, input, options) {
      only(operation);
      return client.callWithStatus(operation, input, options);
    },
    pages(operation, input, options) {
      only(operation);
      return client.pages(operation, input, options);
    },
    async raw(request, options) {
      if (!/^get$/i.test(request.method)) throw refusal(request.method);
      return client.raw(request, options);
    },
  };
}

const refusal = (what: string): ForbiddenError =>
  new ForbiddenError(`refused to send ${what}: this command only reads`, {
    code: 'READS_ONLY',
    outcome: 'not-sent',
  });

// A client over a test sandbox that keeps a list of its requests, and may be made to fail.
import { type Client, createClient } from '../../src/client/client.ts';
import { inProcessTransport } from '../../src/client/transport/in-process.ts';
import type { Transport, WireRequest, WireResponse } from '../../src/client/transport/transport.ts';
import { dispatch } from '../../src/sandbox/app.ts';
import { match } from '../../src/sandbox/match.ts';
import type { TestSandbox } from './sandbox.ts';

export interface WorkflowClient {
  client: Client;
  /** `GET /v1/spaces/x` of each request, without the query. */
  requests: string[];
  /** What the sandbox answers. */
  answer(request: WireRequest): Promise<WireResponse>;
  /** Answers in place of the sandbox where it returns something. */
  intercept(
    answer: (
      request: WireRequest,
      line: string,
    ) => WireResponse | undefined | Promise<WireResponse | undefined>,
  ): void;
}

export function workflowClient({ sandbox, adminToken }: TestSandbox): WorkflowClient {
  const requests: string[] = [];
  let intercepted: Parameters<WorkflowClient['intercept']>[0] = () => undefined;
  const inner = inProcessTransport(
    async (operation, request) => dispatch(sandbox, operation, request),
    async (method, path) => match(method, path),
  );
  const transport: Transport = async (request) => {
    const line = `${request.method} ${request.path.replace(/\?.*/s, '')}`;
    requests.push(line);
    return (await intercepted(request, line)) ?? inner(request);
  };
  const client = createClient({
    baseUrl: 'sandbox:',
    token: () => ({ reveal: () => adminToken }),
    userAgent: 'docs/0.0.0',
    transport,
    sleep: async () => {},
  });
  return {
    client,
    requests,
    answer: inner,
    intercept(answer) {
      intercepted = answer;
    },
  };
}

/** An answer of the platform that refuses. */
export const refused = (status: number, message = 'no'): WireResponse => ({
  status,
  headers: {},
  payload: { value: { error: { code: status, message } } },
});

/** A process that ended where nobody expected it. */
export class Killed extends Error {}

/** The same client, whose process ends at a request, counted from one: before or after the host has done it. */
export function killedAt(client: Client, request: number, isDone: boolean): Client {
  let left = request;
  return {
    ...client,
    call: (async (...given: Parameters<Client['call']>) => {
      left -= 1;
      if (left === 0 && isDone) await client.call(...given);
      if (left <= 0) throw new Killed();
      return client.call(...given);
    }) as Client['call'],
  };
}

/** The same client, whose process ends once the host has done this operation: its answer never comes. */
export function losing(client: Client, operation: { id: string }): Client {
  return {
    ...client,
    call: (async (...given: Parameters<Client['call']>) => {
      const answer = await client.call(...given);
      if (given[0].id === operation.id) throw new Killed();
      return answer;
    }) as Client['call'],
  };
}

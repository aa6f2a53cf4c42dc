// A client without real waits, and operations to call.
import { builders, Paging, pageOf, resource } from '../../src/api/schema.ts';
import { type Client, type ClientOptions, createClient } from '../../src/client/client.ts';
import type { Transport, WireRequest, WireResponse } from '../../src/client/transport/transport.ts';
import { DocsError } from '../../src/errors.ts';

const { Obj, Str, Optional } = builders;
const Thing = Obj({ id: Str(), title: Optional(Str()) });

const thing = resource('things');
export const getThing = thing('get', 'Show a thing', {
  method: 'GET',
  path: '/v1/things/{thingId}',
  result: Thing,
});
export const listThings = thing('list', 'List things', {
  method: 'GET',
  path: '/v1/things',
  query: Obj({ ...Paging, authors: Optional(builders.ArrayOf(Str())) }),
  result: pageOf(Thing),
  paging: 'pages',
});
export const createThing = thing('create', 'Create a thing', {
  method: 'POST',
  path: '/v1/things',
  body: Obj({ title: Str() }),
  result: Thing,
});
export const updateThing = thing('update', 'Change a thing', {
  method: 'PATCH',
  path: '/v1/things/{thingId}',
  body: Obj({ title: Str() }),
  result: Thing,
});
export const putThing = thing('put', 'Replace a thing', {
  method: 'PUT',
  path: '/v1/things/{thingId}',
  body: Obj({ title: Str() }),
  result: Thing,
});
export const deleteThing = thing('delete', 'Delete a thing', {
  method: 'DELETE',
  path: '/v1/things/{thingId}',
});

export const CANARY = 'gb_api_CANARY-0123456789/+abc';

export interface Harness {
  client: Client;
  /** Every pause between attempts, in milliseconds. */
  waits: number[];
  warnings: string[];
  lines: string[];
}

/** A client whose clock moves only when it waits. */
export function harness(transport: Transport, options: Partial<ClientOptions> = {}): Harness {
  const waits: number[] = [];
  const warnings: string[] = [];
  const lines: string[] = [];
  let clock = 0;
  const client = createClient({
    baseUrl: 'https://api.example.com',
    token: () => ({ reveal: () => CANARY }),
    userAgent: 'docs/0.0.0',
    profile: 'work',
    transport,
    random: () => 0.5,
    ticks: () => clock,
    now: () => Date.parse('2025-01-01T00:00:00Z') + clock,
    sleep: async (ms) => {
      waits.push(ms);
      clock += ms;
    },
    warn: (message) => warnings.push(message),
    trace: ({ method, url, status, fault }) => lines.push(`${method} ${url} ${status ?? fault}`),
    ...options,
  });
  return { client, waits, warnings, lines };
}

/** A client of a host of this machine, with a clock of its own and no pause between attempts. */
export const clientFor = (
  baseUrl: string,
  transport: Transport,
  options: Partial<ClientOptions> = {},
): Client =>
  createClient({
    ...{ baseUrl, transport, userAgent: 'docs/1', ...options },
    token: () => ({ reveal: () => CANARY }),
    sleep: async () => {},
  });

/** A carrier that answers from a script; the last step is repeated. A step that is an Error is thrown. */
export function scripted(
  steps: readonly (Partial<WireResponse> | Error)[],
): Transport & { requests: WireRequest[] } {
  const requests: WireRequest[] = [];
  const transport = async (request: WireRequest) => {
    const step = steps[Math.min(requests.length, steps.length - 1)];
    requests.push(request);
    if (step instanceof Error) throw step;
    return { status: 200, headers: {}, payload: { text: '' }, ...step };
  };
  return Object.assign(transport, { requests });
}

export const text = (status: number, body: string, headers: Record<string, string> = {}): WireResponse => ({
  status,
  headers,
  payload: { text: body },
});
export const ok = (value: unknown): WireResponse => text(200, JSON.stringify(value));

/** The DocsError a promise rejects with; fails for anything else. */
export async function failureFrom(promise: Promise<unknown>): Promise<DocsError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof DocsError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

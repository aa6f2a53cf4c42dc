// A request as a carrier gets it, with limits that nothing in a test comes near.
import type { WireRequest } from '../../src/client/transport/transport.ts';

const LIMITS = {
  connectMs: 60_000,
  headersMs: 60_000,
  idleMs: 60_000,
  totalMs: 60_000,
  maxBytes: 1_000_000,
  maxErrorBytes: 1000,
  maxRequestBytes: 1_000_000,
};

export const wire = (origin: string, overrides: Partial<WireRequest> = {}, limits = {}): WireRequest => ({
  method: 'GET',
  origin,
  path: '/v1/things',
  params: {},
  query: {},
  body: undefined,
  headers: { Accept: '*/*' },
  limits: { ...LIMITS, ...limits },
  ...overrides,
});

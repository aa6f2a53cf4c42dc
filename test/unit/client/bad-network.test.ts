import { describe, expect, it } from 'vitest';
import { operations } from '../../../src/api/index.ts';
import type { Operation } from '../../../src/api/operation.ts';
import { nodeHttpTransport } from '../../../src/client/transport/node-http.ts';
import type { Transport } from '../../../src/client/transport/transport.ts';
import { undiciTransport } from '../../../src/client/transport/undici.ts';
import { DocsError } from '../../../src/errors.ts';
import { clientFor } from '../../helpers/client-harness.ts';
import { faultServer, http } from '../../helpers/fault-server.ts';
import { perFile } from '../../helpers/lasting.ts';
import { reached, runs } from '../../helpers/runs.ts';
import { soonerThan } from '../../helpers/sooner.ts';
import { startTcpProxy, type Trouble } from '../../helpers/tcp-proxy.ts';

const CARRIERS: [string, () => Transport][] = [
  ['node:http', nodeHttpTransport],
  ['undici', undiciTransport],
];
const OFFSETS = 2000;
const BODY = JSON.stringify({ id: 'a', items: [{ id: 'a', title: 'x'.repeat(OFFSETS) }] });

/** Twenty kinds of exchanges: every way an operation may be repeated, with and without body and answer. */
const EXCHANGES: readonly Operation[] = ['safe', 'idempotent', 'absolute', 'never'].flatMap((retry) =>
  operations.filter((operation) => operation.retry === retry && operation.result).slice(0, 5),
);

let answer: Uint8Array = http(200, BODY, { 'content-type': 'application/json' });
const server = perFile(
  () => faultServer(() => answer),
  (it) => it.close(),
);
const proxy = perFile(
  () => startTcpProxy(server.port),
  (it) => it.stop(),
);

const inputOf = ({ params, body }: Operation) => ({
  ...Object.fromEntries(Object.keys(params.properties).map((name) => [name, 'x'])),
  ...(body && { title: 'a', body: { title: 'a' } }),
});

interface Ended {
  error: DocsError | undefined;
  /** How often the server got the whole request. */
  received: number;
}

let calls = 0;

/** One call through the proxy, known by its user agent; fails for an error that is none of ours. */
async function callThrough(
  transport: Transport,
  operation: Operation,
  trouble: Trouble,
  { timeoutMs = 120_000, attempts = 1 } = {},
): Promise<Ended> {
  proxy.trouble = trouble;
  calls += 1;
  const userAgent = `docs/${calls}`;
  const client = clientFor(proxy.origin, transport, { userAgent, timeoutMs });
  let error: DocsError | undefined;
  try {
    await client.call(operation, inputOf(operation), { attempts });
  } catch (thrown) {
    if (!(thrown instanceof DocsError)) throw thrown;
    expect(thrown.message).not.toMatch(/[\r\n]|CANARY/);
    expect([1, 8]).toContain(thrown.exit);
    error = thrown;
  }
  // What an earlier call sent may arrive late.
  const received = server.received.filter(({ headers }) => headers['user-agent'] === userAgent).length;
  return { error, received };
}

describe.each(CARRIERS)('a network that resets connections, over %s', (_name, create) => {
  it('ends a call at every byte of its answer with one orderly error', async () => {
    const wanted = runs('N3', 'resets', 160) / CARRIERS.length;
    const step = Math.ceil((OFFSETS * EXCHANGES.length) / CARRIERS.length / wanted);
    const transport = create();
    answer = http(200, BODY, { 'content-type': 'application/json' });
    let resets = 0;
    for (const [at, operation] of EXCHANGES.entries()) {
      // Each carrier takes half of the offsets of each exchange.
      const first = (at + (create === nodeHttpTransport ? 0 : 1)) % 2;
      for (let byte = first; byte < OFFSETS; byte += 2 * step) {
        const { error, received } = await callThrough(transport, operation, { resetAfter: { down: byte } });
        expect(error, `${operation.id} at byte ${byte}`).toBeDefined();
        if (operation.retry !== 'safe') expect(error?.outcome).toBe('unknown');
        expect(received, `${operation.id} at byte ${byte}: ${error?.message}`).toBe(1);
        resets += 1;
      }
    }
    await transport.close?.();
    expect(resets).toBeGreaterThanOrEqual(wanted);
    reached('N3', 'resets', resets);
  });
});

describe.each(CARRIERS)('a lost answer, over %s', (_name, create) => {
  const POINTS: [string, Trouble, number][] = [
    ['before the request is read', { resetAfter: { up: 0 } }, 200],
    ['within the request', { resetAfter: { up: 30 } }, 200],
    ['after the request', { resetAfter: { down: 0 } }, 200],
    ['within the head of the answer', { resetAfter: { down: 20 } }, 200],
    ['before the last byte of the answer', { resetAfter: { down: -1 } }, 200],
    ['behind a gateway', {}, 502],
  ];

  it('makes no operation that creates or starts something happen twice', async () => {
    const calls = runs('N5', 'calls', 65);
    const chosen = operations.filter((_, at) => at % Math.ceil((operations.length * 12) / calls) === 0);
    const transport = create();
    for (const [where, trouble, status] of POINTS) {
      answer = http(status, '{"id":"a","items":[]}', { 'content-type': 'application/json' });
      const last = { resetAfter: { down: answer.length - 1 } };
      const given = trouble.resetAfter?.down === -1 ? last : trouble;
      for (const operation of chosen) {
        const { received } = await callThrough(transport, operation, given, { attempts: 4 });
        if (operation.retry === 'never' || operation.retry === 'absolute') {
          expect(received, `${operation.id} ${where}`).toBeLessThanOrEqual(1);
        }
      }
    }
    await transport.close?.();
    reached('N5', 'calls', chosen.length * POINTS.length);
  });
});

describe.each(CARRIERS)('a network that stalls, over %s', (_name, create) => {
  const [get] = EXCHANGES;
  if (!get) throw new Error('there are no operations');
  const LIMIT_MS = 200;
  /** How long a request may take that nobody set a limit for. */
  const REQUEST_MS = 30_000;
  const stalls: [string, Trouble][] = [
    ['swallows the request', { blackholeAfter: { up: 10 } }],
    ['swallows the answer', { blackholeAfter: { down: 0 } }],
    ['stops within the head', { blackholeAfter: { down: 20 } }],
    ['stops within the body', { blackholeAfter: { down: 300 } }],
    ['drips', { slice: 1, bytesPerSecond: 20 }],
    ['is late', { latencyMs: REQUEST_MS }],
  ];

  it.each(stalls)('ends a call in time when it %s', async (_what, trouble) => {
    answer = http(200, BODY, { 'content-type': 'application/json' });
    const transport = create();
    const ended = await soonerThan(REQUEST_MS, async () => {
      const end = await callThrough(transport, get, trouble, { timeoutMs: LIMIT_MS, attempts: 4 });
      await transport.close?.();
      return end;
    });
    expect(ended.error).toMatchObject({ code: 'TIMEOUT', exit: 8 });
    reached('N3', 'stalls', 1);
  });

  it('brings the whole answer, however slow and in whatever pieces', async () => {
    answer = http(200, BODY, { 'content-type': 'application/json' });
    const transport = create();
    for (const trouble of [{ slice: 1 }, { slice: 7, latencyMs: 1 }, { bytesPerSecond: 8000 }]) {
      const { error } = await callThrough(transport, get, trouble);
      expect(error).toBeUndefined();
    }
    await transport.close?.();
  });
});

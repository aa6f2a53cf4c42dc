import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeHttpTransport } from '../../../src/client/transport/node-http.ts';
import { undiciTransport } from '../../../src/client/transport/undici.ts';
import { DocsError } from '../../../src/errors.ts';
import {
  clientFor,
  createThing,
  deleteThing,
  getThing,
  harness,
  listThings,
  scripted,
  text,
} from '../../helpers/client-harness.ts';
import { type FaultServer, faultServer, http } from '../../helpers/fault-server.ts';
import { reached, runs } from '../../helpers/runs.ts';

const EXITS = [1, 2, 4, 5, 8];
const status = fc.oneof(
  fc.integer({ min: 100, max: 599 }),
  fc.constantFrom(200, 201, 204, 301, 401, 404, 429, 500),
);
const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.json(),
  fc.constantFrom(
    '',
    '\ufeff{}',
    '{"items":',
    '{"items":[{"id":"\0"}]}',
    '<html><body>x',
    '[[[[',
    'null',
    '"',
    '1e999',
  ),
  fc
    .record({ items: fc.jsonValue(), next: fc.jsonValue(), count: fc.jsonValue() })
    .map((page) => JSON.stringify(page)),
  fc.record({ error: fc.jsonValue(), message: fc.jsonValue() }).map((body) => JSON.stringify(body)),
);
const headers = fc.dictionary(
  fc.constantFrom('content-type', 'retry-after', 'date', 'location', 'x-request-id', '__proto__'),
  fc.string({ maxLength: 60 }),
);

/** Whatever the answer, a call gives a result or one documented error of one line. */
async function expectOrderly(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof DocsError)) throw error;
    expect(EXITS).toContain(error.exit);
    expect(error.message).not.toMatch(/[\r\n]/);
    expect(error.message.length).toBeLessThan(700);
    expect(error.message + (error.hint ?? '')).not.toContain('CANARY');
  }
}

const ANSWERS = runs('N1', 'answers', 500);
const BROKEN = runs('N1', 'broken answers over each carrier', 150);

describe('hostile answers', () => {
  it('end in a result or an orderly error', async () => {
    await fc.assert(
      fc.asyncProperty(status, hostile, headers, async (code, body, given) => {
        const answer = text(code, body, given);
        const { client } = harness(scripted([answer]));
        await expectOrderly(client.call(getThing, { thingId: 'a' }));
        await expectOrderly(client.call(createThing, { title: 'a' }));
        await expectOrderly(client.call(deleteThing, { thingId: 'a' }));
        await expectOrderly(
          (async () => {
            for await (const _ of client.pages(listThings, {}, { limit: 10 }));
          })(),
        );
      }),
      { numRuns: ANSWERS },
    );
    reached('N1', 'answers', ANSWERS);
  });

  it('never make a create be sent twice, whatever happens after it was sent', async () => {
    await fc.assert(
      fc.asyncProperty(status, hostile, headers, async (code, body, given) => {
        if (code === 429) return;
        const carrier = scripted([text(code, body, given)]);
        await expectOrderly(harness(carrier).client.call(createThing, { title: 'a' }));
        expect(carrier.requests).toHaveLength(1);
      }),
      { numRuns: 200 },
    );
  });
});

describe.each([
  ['node:http', nodeHttpTransport],
  ['undici', undiciTransport],
])('hostile servers, over %s', (_name, create) => {
  let server: FaultServer;
  let reply: string | Uint8Array = '';
  let cut: number | undefined;
  const transport = create();
  beforeAll(async () => {
    server = await faultServer((_request, socket) => {
      if (cut === undefined) return reply;
      return socket.write(Buffer.from(reply).subarray(0, cut), () => socket.resetAndDestroy());
    });
  });
  afterAll(async () => {
    await transport.close?.();
    await server.close();
  });
  const client = (timeoutMs = 60_000) => clientFor(server.origin, transport, { timeoutMs });

  it('end in a result or an orderly error', async () => {
    const head = fc.constantFrom(
      'HTTP/1.1 200 OK',
      'HTTP/1.0 200 OK',
      'HTTP/1.1 204 No',
      'HTTP/1.1 101 Up',
      'HTTP/1.1 100 Go',
      'HTTP/1.1 999 x',
      'HTTP/1.1 099 x',
      'HTTP/9.9 200 OK',
      'HTTP/1.1 200',
      'ICY 200 OK',
      '',
    );
    const lines = fc.array(
      fc.constantFrom(
        'content-length: 5',
        'content-length: -1',
        'content-length: 99999999999999999999',
        'transfer-encoding: chunked',
        'transfer-encoding: gzip, chunked',
        'content-encoding: gzip',
        'content-type: text/html',
        'connection: close',
        ': empty',
        'x\0y: z',
        ' folded: yes',
        `x: ${'a'.repeat(20_000)}`,
      ),
      { maxLength: 4 },
    );
    const bodies = fc.constantFrom('', '{"id":"a"}', '5\r\n{"a":\r\n', '0\r\n\r\n', 'zz\r\n', '\0\0\0');
    await fc.assert(
      fc.asyncProperty(head, lines, bodies, async (first, rest, body) => {
        cut = undefined;
        reply = `${[first, ...rest].join('\r\n')}\r\n\r\n${body}`;
        // No call may outlast a body without end.
        await expectOrderly(client(2000).call(getThing, { thingId: 'a' }, { attempts: 1 }));
      }),
      { numRuns: BROKEN },
    );
    reached('N1', 'broken answers over each carrier', BROKEN / 2);
  });

  it('do not get a create twice, wherever the answer breaks off', async () => {
    reply = http(201, '{"id":"a","title":"b"}', { 'content-type': 'application/json' });
    // A read that an earlier call gave up on can arrive late.
    const creates = () => server.received.filter(({ method }) => method === 'POST').length;
    for (cut = 0; cut < reply.length; cut += 4) {
      const before = creates();
      await expect(client().call(createThing, { title: 'a' })).rejects.toMatchObject({
        outcome: 'unknown',
        exit: 1,
      });
      expect(creates() - before).toBe(1);
    }
  });
});

import { describe, expect, it } from 'vitest';
import { nodeHttpTransport } from '../../../src/client/transport/node-http.ts';
import { undiciTransport } from '../../../src/client/transport/undici.ts';
import {
  CANARY,
  clientFor,
  createThing,
  failureFrom,
  getThing,
  harness,
  listThings,
  ok,
  scripted,
} from '../../helpers/client-harness.ts';
import { endingServer, http, json } from '../../helpers/fault-server.ts';
import { reached } from '../../helpers/runs.ts';

const STATUSES = [301, 302, 303, 307, 308];
describe.each([
  ['node:http', nodeHttpTransport],
  ['undici', undiciTransport],
])('the token, over %s', (_name, create) => {
  const elsewhere = [
    ...STATUSES.map((status): [string, number, (port: number) => string] => [
      `${status} to another host`,
      status,
      (port) => `http://localhost:${port}/x`,
    ]),
    ...STATUSES.map((status): [string, number, (port: number) => string] => [
      `${status} to another port`,
      status,
      (port) => `http://127.0.0.1:${port}/x`,
    ]),
    ['with user info', 302, (port: number) => `http://user:pass@127.0.0.1:${port}/x`],
    ['without scheme', 302, (port: number) => `//127.0.0.1:${port}/x`],
    ['with backslashes', 302, (port: number) => `\\\\127.0.0.1:${port}\\x`],
    ['with a mixed slash', 307, (port: number) => `/\\127.0.0.1:${port}/x`],
    ['with a trailing dot', 302, (port: number) => `http://127.0.0.1.:${port}/x`],
    ['to https', 308, (port: number) => `https://127.0.0.1:${port}/x`],
    ['to another scheme', 301, (port: number) => `ftp://127.0.0.1:${port}/x`],
    ['with no location worth the name', 302, () => 'http://[::'],
  ] as const;

  it.each(elsewhere)(
    'stays with its origin at a redirect %s, also of a download',
    async (_, status, location) => {
      const other = await endingServer(() => json({ id: 'stolen' }));
      const own = await endingServer(() => http(status, '', { location: location(other.port) }));
      const client = clientFor(own.origin, create());
      const error = await failureFrom(client.call(getThing, { thingId: 'a' }));
      const file = await failureFrom(client.download(`${own.origin}/file`, () => {}));
      await client.close();
      expect(error).toMatchObject({
        code: 'PROTOCOL',
        exit: 1,
        message: expect.stringContaining(String(status)),
      });
      expect(error.message).not.toMatch(/pass|\n/);
      expect(file.message).not.toMatch(/pass@|\n/);
      expect(own.received.map(({ headers }) => headers.authorization)).toEqual([
        `Bearer ${CANARY}`,
        undefined,
      ]);
      expect(JSON.stringify(own.received[1])).not.toContain(CANARY);
      expect(other.received).toEqual([]);
      reached('S5', 'cases', 2);
    },
  );

  it('goes to no address that a page names as the next one', async () => {
    const other = await endingServer(() => json({ items: [] }));
    const next = { page: `${other.origin}/v1/things` };
    const own = await endingServer(({ path }) =>
      json({ items: [], ...(!path.includes('page=') && { next }) }),
    );
    const client = clientFor(own.origin, create());
    for await (const _ of client.pages(listThings, {}));
    await client.close();
    expect([own.received.length, other.received.length]).toEqual([2, 0]);
    reached('S5', 'cases', 1);
  });
});

describe('the token', () => {
  it('goes with every request of the operations and raw calls', async () => {
    const carrier = scripted([ok({ id: 'a' })]);
    const { client } = harness(carrier);
    await client.call(getThing, { thingId: 'a' });
    await client.raw({ method: 'GET', path: '/v1/user' });
    for (const { headers, origin } of carrier.requests) {
      expect(origin).toBe('https://api.example.com');
      expect(headers.Authorization).toBe(`Bearer ${CANARY}`);
      expect(headers).toMatchObject({ Accept: '*/*', 'User-Agent': 'docs/0.0.0' });
    }
  });

  it('is not sent when nobody is signed in', async () => {
    const carrier = scripted([ok({ id: 'a' })]);
    await harness(carrier, { token: () => undefined }).client.call(getThing, { thingId: 'a' });
    expect(carrier.requests[0]?.headers.Authorization).toBeUndefined();
  });

  it('is not sent while certificates are not checked, except to this machine by http', async () => {
    const carrier = scripted([ok({ id: 'a' })]);
    const { client } = harness(carrier, { insecureTls: true });
    expect(await failureFrom(client.call(getThing, { thingId: 'a' }))).toMatchObject({
      code: 'INSECURE_TLS',
    });
    expect(carrier.requests).toHaveLength(0);
    const local = harness(carrier, { insecureTls: true, baseUrl: 'http://127.0.0.1:8080' });
    await local.client.call(getThing, { thingId: 'a' });
    expect(carrier.requests).toHaveLength(1);
  });

  it.each(['a b', 'a\r\nX: y', 'ä', ''])(
    'is refused without being quoted when it is no token: %j',
    async (token) => {
      const { client } = harness(scripted([]), { token: () => ({ reveal: () => token }) });
      const error = await failureFrom(client.call(getThing, { thingId: 'a' }));
      expect(error.code).toBe('BAD_TOKEN');
      if (token) expect(error.message).not.toContain(token);
    },
  );
});

describe('requests', () => {
  it('repeat the key of a list, drop what is undefined, percent-encode', () => {
    const { client } = harness(scripted([]), { baseUrl: 'https://example.com/api' });
    expect(client.describe(listThings, { authors: ['a b', 'ü'], limit: 5 })).toEqual({
      method: 'GET',
      url: 'https://example.com/api/v1/things?limit=5&authors=a%20b&authors=%C3%BC',
      body: undefined,
    });
    expect(client.describe(createThing, { title: 'x' }).body).toEqual({ title: 'x' });
  });

  it.each(['', '.', '..', '\ud800'])('refuse %j where an id belongs', async (thingId) => {
    const carrier = scripted([ok({})]);
    const error = await failureFrom(harness(carrier).client.call(getThing, { thingId }));
    expect(error).toMatchObject({ code: 'VALIDATION', exit: 2 });
    expect(carrier.requests).toHaveLength(0);
  });

  it('keep an id in its place in the path', async () => {
    const carrier = scripted([ok({ id: 'a' })]);
    await harness(carrier).client.call(getThing, { thingId: '../a?b#c/..' });
    expect(carrier.requests[0]?.path).toBe('/v1/things/..%2Fa%3Fb%23c%2F..');
  });

  it('refuse a body above 1 MiB', async () => {
    const error = await failureFrom(
      harness(scripted([])).client.call(createThing, { title: 'ä'.repeat(600_000) }),
    );
    expect(error).toMatchObject({ code: 'VALIDATION' });
    expect(error.message).toMatch(/1200012 bytes/);
  });

  it('take no header of their own that docs must set, nor one that would split the request', async () => {
    const { client } = harness(scripted([ok({})]));
    for (const [name, value] of [
      ['Authorization', 'Bearer x'],
      ['host', 'evil.com'],
      ['Transfer-Encoding', 'chunked'],
      ['X-A', 'b\r\nX-C: d'],
      ['X A', 'b'],
    ] as const) {
      const sent = client.raw({ method: 'GET', path: '/', headers: { [name]: value } });
      expect((await failureFrom(sent)).exit).toBe(2);
    }
  });
});

describe('a read-only client', () => {
  it('refuses every write before it is sent', async () => {
    const carrier = scripted([ok({ id: 'a' })]);
    const { client } = harness(carrier, {
      readOnly: { why: 'DOCS_READ_ONLY is set', hint: 'unset DOCS_READ_ONLY' },
    });
    for (const write of [
      client.call(createThing, { title: 'a' }),
      client.raw({ method: 'POST', path: '/v1/things' }),
      client.raw({ method: 'delete', path: '/v1/things/a' }),
    ]) {
      expect(await failureFrom(write)).toMatchObject({
        message: expect.stringMatching(/^refusing to .*: DOCS_READ_ONLY is set$/),
        code: 'READ_ONLY',
        exit: 4,
        hint: 'unset DOCS_READ_ONLY',
      });
    }
    expect(carrier.requests).toHaveLength(0);
    await client.call(getThing, { thingId: 'a' });
    await client.raw({ method: 'GET', path: '/v1/things' });
    expect(carrier.requests).toHaveLength(2);
  });
});

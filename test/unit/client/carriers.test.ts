import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { nodeHttpTransport } from '../../../src/client/transport/node-http.ts';
import {
  type Transport,
  WireFault,
  type WireRequest,
  type WireResponse,
} from '../../../src/client/transport/transport.ts';
import { undiciTransport } from '../../../src/client/transport/undici.ts';
import { type FaultServer, faultServer, http, json, type Reply } from '../../helpers/fault-server.ts';
import { notRun } from '../../helpers/needs.ts';
import { wire } from '../../helpers/wire-request.ts';

const hasIpv6 = Object.values(networkInterfaces())
  .flat()
  .some((found) => found?.address === '::1');
if (!hasIpv6) notRun('IPv6 missing (a carrier reaches an address of IPv6)');

describe.each([
  ['node:http', nodeHttpTransport],
  ['undici', undiciTransport],
])('%s', (name, create) => {
  let server: FaultServer | undefined;
  let carrier: Transport | undefined;
  afterEach(async () => {
    await carrier?.close?.();
    await server?.close();
    server = undefined;
  });

  async function ask(reply: Reply, overrides: Partial<WireRequest> = {}, limits = {}): Promise<WireResponse> {
    server = await faultServer(reply);
    carrier = create();
    return carrier(wire(server.origin, overrides, limits));
  }
  async function fault(reply: Reply, overrides: Partial<WireRequest> = {}, limits = {}): Promise<WireFault> {
    const error: unknown = await ask(reply, overrides, limits).catch((thrown: unknown) => thrown);
    if (error instanceof WireFault) return error;
    throw new Error(`no fault but ${JSON.stringify(error)}`);
  }

  it('sends method, path, headers and body as they are', async () => {
    const answer = await ask(() => json({ done: true }), {
      method: 'PATCH',
      path: '/v1/a%2Fb?x=1&x=2',
      headers: { 'X-One': '1', 'Content-Type': 'application/json' },
      body: { title: 'é' },
    });
    expect(answer).toMatchObject({ status: 200, payload: { text: '{"done":true}' } });
    expect(server?.received).toMatchObject([
      { method: 'PATCH', path: '/v1/a%2Fb?x=1&x=2', headers: { 'x-one': '1', 'content-length': '14' } },
    ]);
    expect(Buffer.from(server?.received[0]?.body ?? '', 'latin1').toString()).toBe('{"title":"é"}');
  });

  it.each(['DELETE', 'GET'])('says the length of a body of %s', async (method) => {
    await ask(() => json({}), { method, body: { a: 1 } });
    expect(server?.received).toMatchObject([{ method, headers: { 'content-length': '7' }, body: '{"a":1}' }]);
  });

  it('keeps the connection for the next request', async () => {
    server = await faultServer((_request, socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
    });
    carrier = create();
    for (let n = 0; n < 3; n++) await carrier(wire(server.origin));
    // undici may open a second one: the first is free only after the answer is handed over.
    expect(server.connections()).toBeLessThanOrEqual(name === 'undici' ? 2 : 1);
  });

  it('does not follow redirects', async () => {
    const answer = await ask(() => http(302, '', { location: 'http://127.0.0.1:1/' }));
    expect(answer.status).toBe(302);
    expect(server?.received).toHaveLength(1);
  });

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
    ['identity', (text: string) => Buffer.from(text)],
  ])('decodes %s', async (encoding, encode) => {
    const text = JSON.stringify({ text: 'ä'.repeat(50_000) });
    const answer = await ask(() => http(200, encode(text), { 'content-encoding': encoding }));
    expect(answer.payload).toEqual({ text });
  });

  it('takes a byte order mark off', async () => {
    const answer = await ask(() => http(200, '\ufeff{"a":1}'));
    expect(answer.payload).toEqual({ text: '{"a":1}' });
  });

  it.each([204, 205, 304])('takes %i without a body, whatever follows', async (status) => {
    const answer = await ask(() => http(status, 'surprise'));
    expect(answer).toMatchObject({ status, payload: { text: '' } });
  });

  it('does not wait for the body of a 205 that tells no length', async () => {
    const answer = await ask((_request, socket) => {
      socket.write('HTTP/1.1 205 Reset Content\r\n\r\n');
    });
    expect(answer.status).toBe(205);
  });

  it('reads a body without a length until the connection closes', async () => {
    const answer = await ask(() => 'HTTP/1.1 200 OK\r\n\r\n{"a":1}');
    expect(answer.payload).toEqual({ text: '{"a":1}' });
  });

  it('survives a header named __proto__', async () => {
    const answer = await ask(() => http(200, '{}', { __proto__x: '1', ['__proto__']: 'x' }));
    expect(answer.status).toBe(200);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  it('joins headers that come twice', async () => {
    const answer = await ask(
      () => 'HTTP/1.1 200 OK\r\nx-a: 1\r\nx-a: 2\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}',
    );
    expect(answer.headers['x-a']).toBe('1, 2');
  });

  it('writes the body piece by piece where a writer is given, and waits for it', async () => {
    const pieces: number[] = [];
    let busy = false;
    const answer = await ask(() => http(200, Buffer.alloc(500_000, 'a')), {
      write: async (chunk) => {
        expect(busy).toBe(false);
        busy = true;
        await new Promise((resolve) => setImmediate(resolve));
        pieces.push(chunk.length);
        busy = false;
      },
    });
    expect(answer.payload).toEqual({ text: '' });
    expect(pieces.reduce((sum, size) => sum + size, 0)).toBe(500_000);
  });

  it('brings the rest of a body to a slow writer when the connection is closed already', async () => {
    let closed: Promise<unknown> = Promise.resolve();
    const pieces: string[] = [];
    const answer = await ask(
      (_request, socket) => {
        closed = once(socket, 'close');
        const head = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n';
        socket.end(`${head}3\r\none\r\n3\r\ntwo\r\n0\r\n\r\n`);
      },
      {
        write: async (chunk) => {
          await closed;
          await new Promise(setImmediate);
          pieces.push(Buffer.from(chunk).toString());
        },
      },
    );
    expect(answer.status).toBe(200);
    expect(pieces.join('')).toBe('onetwo');
  });

  it('gives an error body as text even where a writer is given', async () => {
    const answer = await ask(() => http(404, 'gone'), { write: () => {} });
    expect(answer).toMatchObject({ status: 404, payload: { text: 'gone' } });
  });

  it.runIf(hasIpv6)('reaches an address of IPv6', async () => {
    const other = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => socket.end(json({ id: 'a' })));
    }).listen(0, '::1');
    await once(other, 'listening');
    carrier = create();
    // Safe: it listens on a port.
    const { port } = other.address() as AddressInfo;
    expect(await carrier(wire(`http://[::1]:${port}`))).toMatchObject({ status: 200 });
    other.close();
  });

  describe('faults', () => {
    it('calls a refused connection unreachable and not sent', async () => {
      server = await faultServer(() => undefined);
      const { origin } = server;
      await server.close();
      carrier = create();
      server = undefined;
      await expect(carrier(wire(origin))).rejects.toMatchObject({ kind: 'unreachable', sent: false });
    });

    it.each<[string, Reply, string]>([
      ['closes without a word', (_r, socket) => socket.end(), 'reset'],
      ['resets', (_r, socket) => socket.resetAndDestroy(), 'reset'],
      ['ends inside the headers', () => 'HTTP/1.1 200 OK\r\ncontent-le', 'reset'],
      ['ends inside the body', () => 'HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{"a":', 'reset'],
      [
        'ends inside a chunk',
        () => 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nff\r\n{"a',
        'reset',
      ],
      [
        'switches to another protocol',
        () => 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
        'reset',
      ],
      ['speaks another protocol', () => 'SSH-2.0-OpenSSH_9.2\r\n', 'malformed'],
      [
        'sends bad chunks',
        () => 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{}',
        'malformed',
      ],
      // undici takes the lengths for one of 23 bytes, and the body for one cut off.
      [
        'sends two lengths',
        () => 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}',
        name === 'undici' ? 'reset' : 'malformed',
      ],
      ['sends giant headers', () => `HTTP/1.1 200 OK\r\nx: ${'a'.repeat(100_000)}\r\n\r\n{}`, 'malformed'],
      ['sends damaged gzip', () => http(200, 'no gzip at all', { 'content-encoding': 'gzip' }), 'encoding'],
      [
        'cuts gzip off',
        () => http(200, gzipSync('a'.repeat(9999)).subarray(0, 20), { 'content-encoding': 'gzip' }),
        'encoding',
      ],
      [
        'compresses five times',
        () => http(200, 'x', { 'content-encoding': 'gzip,gzip,gzip,gzip,gzip' }),
        'encoding',
      ],
      ['compresses in an unknown way', () => http(200, 'x', { 'content-encoding': 'zstd' }), 'encoding'],
      ['sends more than the cap', () => http(200, 'a'.repeat(1_000_001)), 'too-large'],
    ])('notices that the server %s', async (_name, reply, kind) => {
      expect(await fault(reply)).toMatchObject({ kind, sent: true });
    });

    it('stops a gzip bomb at the cap of decoded bytes', async () => {
      const bomb = gzipSync(Buffer.alloc(50_000_000));
      const before = process.memoryUsage().rss;
      expect(await fault(() => http(200, bomb, { 'content-encoding': 'gzip' }))).toMatchObject({
        kind: 'too-large',
      });
      expect(process.memoryUsage().rss - before).toBeLessThan(100e6);
    });

    it('stops an endless body', async () => {
      const endless = await fault((_request, socket) => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        const feed = (): void => {
          while (!socket.destroyed && socket.write('a'.repeat(65_536)));
          if (!socket.destroyed) socket.once('drain', feed);
        };
        feed();
      });
      expect(endless.kind).toBe('too-large');
    });

    it.each<[string, Reply, object, string]>([
      ['before the headers', () => undefined, { headersMs: 80 }, 'waiting for headers'],
      [
        'inside the body',
        (_r, socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{'),
        { idleMs: 80 },
        'waiting for the body',
      ],
      [
        'dripping',
        (_r, socket) => {
          socket.write('HTTP/1.1 200 OK\r\ncontent-length: 999\r\n\r\n');
          const drip = setInterval(() => socket.write('a'), 20);
          socket.on('close', () => clearInterval(drip));
        },
        { idleMs: 500, totalMs: 200 },
        'the request took longer',
      ],
    ])('gives up on a server that hangs %s', async (_name, reply, limits, words) => {
      const found = await fault(reply, {}, limits);
      expect(found).toMatchObject({ kind: 'timeout', sent: true });
      expect(found.message).toContain(words);
    });

    it('calls a request sent that was written to a connection kept from before', async () => {
      server = await faultServer((_request, socket, index) => {
        if (index === 0) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
      });
      carrier = create();
      await carrier(wire(server.origin));
      await expect(carrier(wire(server.origin, {}, { headersMs: 80 }))).rejects.toMatchObject({
        kind: 'timeout',
        message: 'waiting for headers took longer than 0.1 s',
        sent: true,
      });
    });

    it('stops at the signal, and at once when it came before', async () => {
      const control = new AbortController();
      setTimeout(() => control.abort(), 50);
      expect(await fault(() => undefined, { signal: control.signal })).toMatchObject({ kind: 'aborted' });
      await server?.close();
      expect(await fault(() => undefined, { signal: AbortSignal.abort() })).toMatchObject({
        kind: 'aborted',
      });
    });

    it('passes on what the writer throws', async () => {
      const full = new Error('disk full');
      const found = await fault(() => http(200, 'abc'), {
        write: () => {
          throw full;
        },
      });
      expect(found).toMatchObject({ kind: 'sink', cause: full });
    });

    it('keeps the status of a refusal whose body is cut off, hangs or is too long', async () => {
      const cut = await ask(() => 'HTTP/1.1 429 x\r\ncontent-length: 99\r\n\r\n{"mess');
      expect(cut).toMatchObject({ status: 429, payload: { text: '{"mess' } });
      await server?.close();
      const long = await ask(() => http(400, 'a'.repeat(100_000)));
      expect(long.status).toBe(400);
      await server?.close();
      const hung = await ask(
        (_r, socket) => socket.write('HTTP/1.1 503 x\r\ncontent-length: 9\r\n\r\n'),
        {},
        { idleMs: 80 },
      );
      expect(hung.status).toBe(503);
    });

    it('refuses TLS with a server that does not speak it', async () => {
      server = await faultServer((_r, socket) => socket.end('no'));
      carrier = create();
      const origin = server.origin.replace('http:', 'https:');
      const error = await carrier(wire(origin, {}, { connectMs: 300 })).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ sent: false });
    });

    it('refuses a private address where only public ones may be reached', async () => {
      server = await faultServer(() => json({}));
      carrier = create();
      const named = server.origin.replace('127.0.0.1', 'localhost');
      for (const origin of [server.origin, named]) {
        await expect(carrier(wire(origin, { publicOnly: true }))).rejects.toMatchObject({
          kind: 'address',
          sent: false,
        });
      }
      expect(server.received).toHaveLength(0);
    });

    it.each(['127.0.0.1', 'localhost'])('refuses %s also where it has been reached before', async (host) => {
      server = await faultServer((_request, socket) =>
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'),
      );
      carrier = create();
      const origin = `http://${host}:${server.port}`;
      const asked = () => carrier?.(wire(origin, { publicOnly: true }));
      await expect(asked()).rejects.toMatchObject({ kind: 'address', sent: false });
      expect(await carrier(wire(origin))).toMatchObject({ status: 200 });
      await expect(asked()).rejects.toMatchObject({ kind: 'address', sent: false });
      expect(server.received).toHaveLength(1);
    });

    it('survives a connection reset at every byte of an answer', async () => {
      const whole = Buffer.from(json({ id: 'a', title: 'b' }));
      server = await faultServer((_request, socket, index) => {
        if (index === 0) return socket.resetAndDestroy();
        return socket.write(whole.subarray(0, index), () => socket.resetAndDestroy());
      });
      carrier = create();
      for (let byte = 0; byte < whole.length; byte++) {
        const error = await carrier(wire(server.origin)).catch((thrown: unknown) => thrown);
        expect(error, `byte ${byte}`).toMatchObject({
          kind: expect.stringMatching(/reset|malformed/),
          sent: true,
        });
      }
    });
  });
});

import { afterEach, describe, expect, it } from 'vitest';
import { networkTransport } from '../../../src/client/transport/choose.ts';
import type { Transport } from '../../../src/client/transport/transport.ts';
import { proxyFor } from '../../../src/client/transport/undici.ts';
import { failureFrom, getThing, harness } from '../../helpers/client-harness.ts';
import { endingServer, http, type Reply } from '../../helpers/fault-server.ts';
import { reached } from '../../helpers/runs.ts';
import { soonerThan } from '../../helpers/sooner.ts';

const timers: NodeJS.Timeout[] = [];
afterEach(() => {
  for (const timer of timers.splice(0)) clearInterval(timer);
});

function every(ms: number, step: () => void): void {
  timers.push(setInterval(step, ms));
}

function flood(text: string): Reply {
  return (_, socket) => {
    every(5, () => {
      if (socket.writableLength < 2 ** 20) socket.write(text.repeat(200));
    });
  };
}

/** Says that much, and then something again and again. */
const after =
  (text: string, more: Reply): Reply =>
  (request, socket, index) => {
    socket.write(text);
    return more(request, socket, index);
  };
const drip =
  (text: string): Reply =>
  (_, socket) =>
    every(20, () => socket.write(text));
const nothing: Reply = () => undefined;

const OPENED = 'HTTP/1.1 200 OK\r\n\r\n';
const MANNERS: [string, Reply][] = [
  ['closes at once', (_, socket) => socket.end()],
  ['resets the connection', (_, socket) => socket.resetAndDestroy()],
  ['never answers', nothing],
  ['answers half a line', () => 'HTTP/1.1 20'],
  ['answers half a header and waits', after('HTTP/1.1 200 OK\r\nVia: x', nothing)],
  ['drips its answer', drip('x')],
  ['drips headers', after('HTTP/1.1 200 OK\r\n', drip('a: b\r\n'))],
  ['sends headers without end', after('HTTP/1.1 200 OK\r\n', flood('a: b\r\n'))],
  ['says Continue without end', flood('HTTP/1.1 100 Continue\r\n\r\n')],
  ['says no in a body without end', after('HTTP/1.1 403 No\r\n\r\n', flood('no'))],
  ['opens the tunnel and closes it', () => OPENED],
  ['opens the tunnel and is silent', after(OPENED, nothing)],
  ['opens the tunnel and talks first', after(`${OPENED}HTTP/1.1 200 OK\r\n\r\n{}`, nothing)],
  ['opens the tunnel to noise', after(OPENED, flood('noise'))],
  ['sends elsewhere', () => http(302, '', { location: 'http://127.0.0.1:1/' })],
];

/** Three connections, each given up after ten seconds: the time it takes where the limit of the call counts for nothing. */
const CONNECTS_MS = 30_000;

describe.each(MANNERS)('a proxy that %s', (_manner, reply) => {
  it('gets few requests, and the call ends in time with one error', async () => {
    const proxy = await endingServer(reply);
    const transport = networkTransport({
      proxy: { httpsProxy: `http://me:hunter2@127.0.0.1:${proxy.port}` },
    });
    const { client, lines } = harness(transport, { baseUrl: 'https://api.example.com', timeoutMs: 400 });
    const error = await soonerThan(CONNECTS_MS, async () => {
      const failure = await failureFrom(client.call(getThing, { thingId: 'a' }));
      await client.close();
      return failure;
    });
    expect(['NETWORK', 'TIMEOUT']).toContain(error.code);
    expect(`${error.message} ${error.hint} ${lines.join()}`).not.toMatch(/hunter2|\n/);
    expect(proxy.received.filter(({ method }) => method === 'CONNECT').length).toBeLessThanOrEqual(4);
    await expect.poll(() => proxy.open(), { timeout: 30_000 }).toBe(0);
    reached('N13', 'manners', 1);
  });
});

describe('a proxy', () => {
  it('that keeps silent holds no connection of a closed client, however long one may take to open', async () => {
    const proxy = await endingServer(nothing);
    const through = networkTransport({ proxy: { httpsProxy: proxy.origin } });
    const patient: Transport = (request) =>
      through({ ...request, limits: { ...request.limits, connectMs: 600_000 } });
    patient.close = () => through.close?.() ?? Promise.resolve();
    const { client } = harness(patient, { baseUrl: 'https://api.example.com', timeoutMs: 400 });
    expect((await failureFrom(client.call(getThing, { thingId: 'a' }))).code).toBe('TIMEOUT');
    expect(proxy.open()).toBeGreaterThan(0);
    await client.close();
    await expect.poll(() => proxy.open(), { timeout: 30_000 }).toBe(0);
  });

  it('that closes once is asked again', async () => {
    const proxy = await endingServer((_, socket, index) =>
      index === 0 ? socket.resetAndDestroy() : http(403),
    );
    const transport = networkTransport({ proxy: { httpsProxy: proxy.origin } });
    const { client, lines } = harness(transport, { baseUrl: 'https://api.example.com' });
    const error = await failureFrom(client.call(getThing, { thingId: 'a' }));
    await client.close();
    // The closed connection is noticed by itself, not by the time limit of ten seconds.
    expect(lines[0]).toContain('the proxy closed the connection');
    expect(error).toMatchObject({ code: 'NETWORK', hint: 'check HTTPS_PROXY and NO_PROXY' });
    expect(error.message).toContain('the proxy refused the connection (403)');
    expect(proxy.received).toHaveLength(2);
  });

  it.each(['socks5://127.0.0.1:9', 'socks://me:hunter2@127.0.0.1:9', 'ftp://127.0.0.1:9'])(
    'of another kind is refused: %s',
    async (httpsProxy) => {
      const { client } = harness(networkTransport({ proxy: { httpsProxy } }), {
        baseUrl: 'https://a.example',
      });
      const error = await failureFrom(client.call(getThing, { thingId: 'a' }));
      expect(error).toMatchObject({ code: 'BAD_PROXY', exit: 2 });
      expect(error.message).not.toContain('hunter2');
    },
  );
});

describe('NO_PROXY', () => {
  it('takes an address without a scheme, and the proxy of http for https', () => {
    const proxy = proxyFor('https://a.example', { httpProxy: 'proxy.example:3128' });
    expect(proxy?.href).toBe('http://proxy.example:3128/');
  });

  it('takes a proxy that speaks TLS, and that of https for nothing else', () => {
    expect(proxyFor('http://a.example', { httpProxy: 'https://p.example' })?.href).toBe('https://p.example/');
    expect(proxyFor('http://a.example', { httpsProxy: 'http://p.example' })).toBeUndefined();
    expect(proxyFor('https://a.example', { httpsProxy: 'http://p.example' })?.host).toBe('p.example');
  });

  it('says which kind of proxy it cannot use', () => {
    expect(() => proxyFor('http://a.example', { httpProxy: 'socks5://p.example' })).toThrow(
      /^a socks5 proxy is not supported: use an http or https proxy$/,
    );
  });
});

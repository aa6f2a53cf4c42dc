// A proxy is asked for a connection to the host: by its name, with who asks, and what it says instead is told as its own.
import { describe, expect, it } from 'vitest';
import { undiciTransport } from '../../../src/client/transport/undici.ts';
import { endingServer, http, json, type Reply } from '../../helpers/fault-server.ts';
import { untilEnd } from '../../helpers/lasting.ts';
import { wire } from '../../helpers/wire-request.ts';

/** Opens the tunnel, and answers as the host would. */
const opens: Reply = ({ method }, socket) =>
  method === 'CONNECT' ? void socket.write('HTTP/1.1 200 OK\r\n\r\n') : json({ through: true });

/** An answer or a fault of `origin` behind the proxy at this address. */
function ask(address: string, origin: string, limits = {}): Promise<unknown> {
  const transport = untilEnd(undiciTransport({ proxy: { httpProxy: address, httpsProxy: address } }), (it) =>
    it.close?.(),
  );
  return transport(wire(origin, {}, limits)).catch((fault: unknown) => fault);
}

it.each([
  ['http://api.example.com', 'api.example.com:80'],
  ['http://api.example.com:8080', 'api.example.com:8080'],
  ['http://[2001:db8::7]:8080', '[2001:db8::7]:8080'],
  ['http://[2001:db8::7]', '[2001:db8::7]:80'],
])('is asked for %s as %s', async (origin, target) => {
  const proxy = await endingServer(opens);
  expect(await ask(proxy.origin, origin)).toMatchObject({
    status: 200,
    payload: { text: '{"through":true}' },
  });
  const [{ method, path, headers } = {}, request] = proxy.received;
  expect([method, path, headers?.host]).toEqual(['CONNECT', target, target]);
  expect(request).toMatchObject({ method: 'GET', path: '/v1/things' });
});

it('is asked for port 443 where the host speaks TLS', async () => {
  const proxy = await endingServer(() => http(502, ''));
  await ask(proxy.origin, 'https://api.example.com');
  expect(proxy.received[0]).toMatchObject({ method: 'CONNECT', path: 'api.example.com:443' });
});

it.each([
  ['', undefined],
  ['ann@', 'ann:'],
  [':secret@', ':secret'],
  ['ann:s%40f%65@', 'ann:s@fe'],
  ['ann:100%@', 'ann:100%'],
])('is told who asks: %s', async (user, pair) => {
  const proxy = await endingServer(opens);
  await ask(`http://${user}127.0.0.1:${proxy.port}`, 'http://api.example.com');
  const [asked, request] = proxy.received;
  expect(asked?.headers['proxy-authorization']).toBe(pair && `Basic ${Buffer.from(pair).toString('base64')}`);
  expect(request?.headers['proxy-authorization']).toBeUndefined();
});

describe('what it says instead', () => {
  it.each<[string, Reply, Record<string, unknown>]>([
    ['407', () => http(407, ''), { kind: 'proxy-login', message: 'the proxy refused the connection (407)' }],
    ['403', () => http(403, ''), { kind: 'proxy', message: 'the proxy refused the connection (403)' }],
    ['300', () => http(300, ''), { kind: 'proxy', message: 'the proxy refused the connection (300)' }],
    [
      'the words of a host',
      () => 'HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 OK\r\n\r\n{}',
      { kind: 'proxy', message: 'the proxy does not speak HTTP' },
    ],
    [
      'no HTTP',
      () => 'SSH-2.0-x\r\n',
      { kind: 'proxy', message: expect.stringMatching(/^the proxy does not speak HTTP \(HPE_\w+\)$/) },
    ],
    [
      'nothing',
      (_, socket) => void socket.end(),
      { kind: 'proxy-lost', message: 'the proxy closed the connection' },
    ],
    [
      'nothing, in a hurry',
      (_, socket) => void socket.resetAndDestroy(),
      { kind: 'proxy-lost', message: 'the proxy closed the connection' },
    ],
  ])('%s', async (_, reply, fault) => {
    const proxy = await endingServer(reply);
    expect(await ask(proxy.origin, 'http://api.example.com')).toMatchObject({ ...fault, sent: false });
  });

  it('nothing, for too long', async () => {
    const proxy = await endingServer(() => undefined);
    const fault = await ask(proxy.origin, 'http://api.example.com', { connectMs: 200 });
    expect(fault).toMatchObject({ message: expect.stringMatching(/took longer than 0\.2 s$/), sent: false });
  });

  it('nothing, as nobody is there', async () => {
    expect(await ask('http://127.0.0.1:1', 'http://api.example.com')).toMatchObject({
      ...{ kind: 'proxy-lost', message: 'no connection to the proxy (ECONNREFUSED)', sent: false },
    });
  });

  it('nothing, as its name leads nowhere', async () => {
    expect(await ask('http://proxy.invalid:3128', 'http://api.example.com')).toMatchObject({
      kind: 'proxy',
      message: expect.stringMatching(/^the host name of the proxy cannot be resolved \(\w+\)$/),
      sent: false,
    });
  });
});

import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { networkTransport } from '../../../../src/client/transport/choose.ts';
import type { Transport } from '../../../../src/client/transport/transport.ts';
import { endingServer, http } from '../../../helpers/fault-server.ts';
import { wire } from '../../../helpers/wire-request.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function opened(...options: Parameters<typeof networkTransport>): Transport {
  const transport = networkTransport(...options);
  cleanups.push(() => transport.close?.());
  return transport;
}

const proxyServer = () => endingServer(() => http(502));

/** Holds every request back until `release`; keeps connections open, and the bytes as they came. */
async function patientServer() {
  const sockets: Socket[] = [];
  const texts: string[] = [];
  const waiting: Socket[] = [];
  let holds = false;
  let told = () => {};
  const answer = (socket: Socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      texts.push(String(chunk));
      if (holds) waiting.push(socket);
      else answer(socket);
      told();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sockets,
    texts,
    hold: () => {
      holds = true;
    },
    release: () => {
      holds = false;
      for (const socket of waiting.splice(0)) answer(socket);
    },
    async until(count: number) {
      while (texts.length < count) {
        await new Promise<void>((resolve) => {
          told = resolve;
        });
      }
    },
  };
}

describe('the carrier of a network profile', () => {
  it.each([
    // node:http writes its own headers with a capital, undici in small letters.
    ['node:http as a rule', undefined, 'Host'],
    ['node:http for few requests', { many: false }, 'Host'],
    ['node:http where no proxy is named', { proxy: {} }, 'Host'],
    ['node:http where the proxies are empty', { proxy: { httpProxy: '', httpsProxy: '' } }, 'Host'],
    ['undici for many', { many: true }, 'host'],
    ['undici where a proxy may be needed', { proxy: { httpsProxy: 'http://127.0.0.1:9' } }, 'host'],
  ])('is %s', async (_, options, header) => {
    const server = await patientServer();
    const transport = opened(options);
    expect(await transport(wire(server.origin))).toMatchObject({ status: 200, payload: { text: 'ok' } });
    expect(/^host:/im.exec(server.texts.join(''))?.[0]).toBe(`${header}:`);
  });

  it.each([
    ['http', 'httpProxy', 'http://nowhere.invalid'],
    ['https', 'httpsProxy', 'https://nowhere.invalid'],
  ] as const)('asks the proxy for %s alone', async (_, name, origin) => {
    const proxy = await proxyServer();
    const transport = opened({ proxy: { [name]: proxy.origin } });
    await expect(transport(wire(origin))).rejects.toMatchObject({ kind: 'proxy' });
    expect(proxy.received[0]).toMatchObject({
      method: 'CONNECT',
      path: `nowhere.invalid:${name === 'httpProxy' ? 80 : 443}`,
    });
  });

  it('asks no proxy for this machine', async () => {
    const proxy = await proxyServer();
    const server = await patientServer();
    const transport = opened({ proxy: { httpProxy: proxy.origin, httpsProxy: proxy.origin } });
    expect(await transport(wire(server.origin))).toMatchObject({ payload: { text: 'ok' } });
    expect(proxy.received).toEqual([]);
  });

  it('sends nothing where the address of the proxy is no URL', async () => {
    await expect(
      opened({ proxy: { httpsProxy: '[::' } })(wire('https://nowhere.invalid')),
    ).rejects.toMatchObject({
      kind: 'proxy',
      message: 'the address of the proxy is not a URL',
      sent: false,
    });
  });

  it('drops a download of many that waits longer than there is room for', async () => {
    const server = await endingServer(() => http(200, Buffer.alloc(65 * 2 ** 20)));
    const request = wire(server.origin, {}, { maxBytes: 2 ** 30 });
    const write = () => new Promise<void>(() => {});
    await expect(opened({ many: true })({ ...request, write })).rejects.toMatchObject({
      kind: 'sink',
      message: 'cannot keep up',
      sent: true,
    });
  });

  it('has nothing to close before the first request', async () => {
    await expect(networkTransport().close?.()).resolves.toBeUndefined();
  });
});

describe.each([
  ['few', false],
  ['many', true],
])('the connections of a carrier for %s requests', (_, many) => {
  it('are no more than it may open', async () => {
    for (const connections of [1, 2, undefined]) {
      const server = await patientServer();
      const transport = opened({ many, ...(connections && { connections }) });
      const most = connections ?? 8;
      server.hold();
      const answers = Array.from({ length: 10 }, () => transport(wire(server.origin)));
      await server.until(most);
      // One more would be there by then.
      for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
      expect(server.texts).toHaveLength(most);
      server.release();
      for (const answer of await Promise.all(answers)) expect(answer.status).toBe(200);
    }
  });

  it('are let go when it is closed', async () => {
    const server = await patientServer();
    const transport = opened({ many });
    await transport(wire(server.origin));
    const [socket] = server.sockets;
    if (!socket) throw new Error('no connection');
    const gone = once(socket, 'close');
    await transport.close?.();
    await gone;
    // Left alone, they would be let go after four seconds.
  }, 3000);

  it('are never used for what is given up while it waits for one', async () => {
    const server = await patientServer();
    const transport = opened({ many, connections: 1 });
    server.hold();
    const first = transport(wire(server.origin));
    await server.until(1);
    const control = new AbortController();
    const second = transport({ ...wire(server.origin), path: '/given-up', signal: control.signal });
    const refused = expect(second).rejects.toMatchObject({ kind: 'aborted', sent: false });
    await new Promise(setImmediate);
    control.abort();
    await refused;
    server.release();
    await first;
    expect(await transport(wire(server.origin))).toMatchObject({ payload: { text: 'ok' } });
    expect(server.texts.join('')).not.toContain('given-up');
  });
});

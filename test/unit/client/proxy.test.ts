import { connect } from 'node:net';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { networkTransport } from '../../../src/client/transport/choose.ts';
import { failureFrom, getThing, harness } from '../../helpers/client-harness.ts';
import { endingServer, http, type Reply } from '../../helpers/fault-server.ts';
import { reached } from '../../helpers/runs.ts';

async function proxied(reply: Reply, baseUrl: string, noProxy?: string) {
  const proxy = await endingServer(reply);
  const httpsProxy = `http://me:hunter2@127.0.0.1:${proxy.port}`;
  const transport = networkTransport({ proxy: { httpsProxy, ...(noProxy && { noProxy }) } });
  return { proxy, ...harness(transport, { baseUrl, timeoutMs: 5000 }) };
}

const USERS = ['me:hunter2', 'hunter2', ':hunter2', 'me:hunter2%40x', 'me:hunter2hunter2', 'm%65:hunter2%2F'];
const REFUSALS: [string, Reply][] = [
  ['says who are you', () => http(407, 'who are you, me:hunter2?', { 'proxy-authenticate': 'Basic' })],
  ['says no', (request) => http(403, JSON.stringify(request))],
  ['is down', () => http(502)],
  ['closes the connection', (_request, socket) => socket.resetAndDestroy()],
  ['speaks something else', () => 'SSH-2.0-x\r\n'],
  ['sends back what it got', ({ headers }) => JSON.stringify(headers)],
];

describe.each(REFUSALS)('a proxy that %s', (_how, reply) => {
  it.each(USERS)('is named without its credentials %s', async (user) => {
    const proxy = await endingServer(reply);
    const transport = networkTransport({ proxy: { httpsProxy: `http://${user}@127.0.0.1:${proxy.port}` } });
    const { client, lines } = harness(transport, { baseUrl: 'https://api.example.com', timeoutMs: 5000 });
    const error = await failureFrom(client.call(getThing, { thingId: 'a' }));
    await client.close();
    const password = decodeURIComponent(user.slice(user.indexOf(':') + 1));
    const forms = [user, password, Buffer.from(decodeURIComponent(user)).toString('base64')];
    const printed = `${error.message} ${error.hint} ${lines.join()}`;
    expect(forms.filter((form) => printed.includes(form))).toEqual([]);
    expect(error.message).not.toContain('\n');
    expect(proxy.received.every(({ headers }) => headers.authorization === undefined)).toBe(true);
    reached('S11', 'refusals', 1);
  });
});

describe('a proxy', () => {
  it('that refuses is named without its credentials', async () => {
    const { proxy, client, lines } = await proxied(
      () => http(407, 'who are you?'),
      'https://api.example.com',
    );
    const error = await failureFrom(client.call(getThing, { thingId: 'a' }));
    await client.close();
    expect(error).toMatchObject({ code: 'NETWORK', exit: 1, outcome: 'not-sent' });
    expect(error.message).toContain('the proxy refused the connection');
    expect(error.hint).toContain('set HTTPS_PROXY=http://<user>:<password>@<proxy>:<port>');
    expect(`${error.message} ${error.hint} ${lines}`).not.toMatch(/hunter2|bWU6aHVudGVyMg/);
    expect(inspect(error.cause)).not.toContain('hunter2');
    expect(proxy.received[0]).toMatchObject({ method: 'CONNECT', path: 'api.example.com:443' });
    // The token belongs inside the tunnel.
    expect(JSON.stringify(proxy.received)).not.toContain('CANARY');
  });

  it('is not asked for hosts that NO_PROXY names', async () => {
    const { proxy, client } = await proxied(() => http(500), 'https://nowhere.invalid', '.invalid');
    expect((await failureFrom(client.call(getThing, { thingId: 'a' }))).code).toBe('NETWORK');
    await client.close();
    expect(proxy.received).toEqual([]);
  });

  it('that opens a tunnel to something that speaks no TLS gives one orderly error', async () => {
    const target = await endingServer(() => 'no TLS here');
    const { client } = await proxied((_request, socket) => {
      const inner = connect(target.port, '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
      inner.on('error', () => {});
      socket.on('error', () => {});
      socket.removeAllListeners('data');
      socket.pipe(inner).pipe(socket);
      inner.write('x\r\n\r\n');
    }, 'https://api.example.com');
    const error = await failureFrom(client.call(getThing, { thingId: 'a' }));
    await client.close();
    expect(error.message).not.toMatch(/hunter2|\n/);
  });
});

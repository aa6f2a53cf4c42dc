import { afterEach, describe, expect, it } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { inProcessTransport } from '../../../src/client/transport/in-process.ts';
import { nodeHttpTransport } from '../../../src/client/transport/node-http.ts';
import { WireFault } from '../../../src/client/transport/transport.ts';
import { undiciTransport } from '../../../src/client/transport/undici.ts';
import { isPrivateAddress } from '../../../src/files/private-address.ts';
import { CANARY, failureFrom, getThing, harness, scripted, text } from '../../helpers/client-harness.ts';
import { type FaultServer, faultServer, http } from '../../helpers/fault-server.ts';
import { reached } from '../../helpers/runs.ts';

const open: FaultServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

describe.each([
  ['node:http', nodeHttpTransport],
  ['undici', undiciTransport],
])('a download over %s', (_name, create) => {
  async function fetchFrom(server: FaultServer, url: string, options = {}) {
    open.push(server);
    const chunks: Uint8Array[] = [];
    const client = createClient({
      baseUrl: server.origin,
      token: () => ({ reveal: () => CANARY }),
      transport: create(),
      userAgent: 'docs/1',
    });
    try {
      const result = await client.download(url, (chunk) => void chunks.push(chunk), options);
      return { ...result, text: Buffer.concat(chunks).toString() };
    } finally {
      await client.close();
    }
  }

  it('brings the bytes without sending the token', async () => {
    const server = await faultServer(() => http(200, 'a file', { 'content-type': 'image/png' }));
    expect(await fetchFrom(server, `${server.origin}/f.png?sig=1`)).toEqual({
      bytes: 6,
      contentType: 'image/png',
      text: 'a file',
    });
    expect(server.received[0]).toMatchObject({ path: '/f.png?sig=1' });
    expect(JSON.stringify(server.received)).not.toContain('CANARY');
  });

  it('follows redirects on its own origin, five at most', async () => {
    const server = await faultServer(({ path }) => {
      const hop = Number(path.slice(1));
      return hop === 0 ? http(200, 'here') : http(302, '', { location: `/${hop - 1}` });
    });
    expect((await fetchFrom(server, `${server.origin}/5`)).text).toBe('here');
    expect(await failureFrom(fetchFrom(server, `${server.origin}/6`))).toMatchObject({ code: 'PROTOCOL' });
  });

  it('does not follow a redirect to another port of this machine', async () => {
    const other = await faultServer(() => http(200, 'secret'));
    open.push(other);
    const server = await faultServer(() => http(302, '', { location: `${other.origin}/x` }));
    expect(await failureFrom(fetchFrom(server, `${server.origin}/`))).toMatchObject({
      code: 'BAD_DOWNLOAD_URL',
    });
    const secure = await faultServer(() => http(302, '', { location: `https://127.0.0.1:${other.port}/x` }));
    expect((await failureFrom(fetchFrom(secure, `${secure.origin}/`))).message).toContain('private address');
    expect(other.received).toEqual([]);
  });

  it('stops at the size it was told', async () => {
    const server = await faultServer(() => http(200, 'a'.repeat(1000)));
    const error = await failureFrom(fetchFrom(server, `${server.origin}/`, { maxBytes: 999 }));
    expect(error).toMatchObject({ code: 'PROTOCOL' });
    expect(error.message).toContain('longer than 999 bytes');
  });

  it('fails for a status that is no success, without blaming the token', async () => {
    const server = await faultServer(() => http(403, '<Error>expired</Error>'));
    expect(await failureFrom(fetchFrom(server, `${server.origin}/x`))).toMatchObject({
      code: 'FORBIDDEN',
      exit: 4,
    });
  });
});

describe('a URL to download from', () => {
  it.each([
    'file:///etc/passwd',
    'http://example.com/a',
    'http://api.example.com/a',
    'ftp://example.com/a',
    'javascript:alert(1)',
    'data:text/plain,x',
    'sandbox:/x',
    '//example.com/x',
    '/x',
    '',
    'https://',
    'http://169.254.169.254/latest/meta-data',
  ])('%s is refused', async (url) => {
    const carrier = scripted([text(200, '')]);
    const error = await failureFrom(harness(carrier).client.download(url, () => {}));
    expect(error).toMatchObject({ code: 'BAD_DOWNLOAD_URL' });
    expect(carrier.requests).toEqual([]);
  });

  it.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://10.1.2.3/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://169.254.169.254/',
    'https://100.64.0.1/',
    'https://0.0.0.0/',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[fe80::1]/',
    'https://[fd00::1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://localhost/',
  ])('%s is not connected to', async (url) => {
    for (const transport of [nodeHttpTransport(), undiciTransport()]) {
      const { client } = harness(transport);
      const error = await failureFrom(client.download(url, () => {}));
      expect(error.message).toContain('private address');
      await client.close();
    }
  });

  it('is refused in every spelling of a place that it must not reach', async () => {
    const hosts = [
      ...['127.0.0.1', '127.1', '0', '0x7f000001', '017700000001', '2130706433', '127.0.0.1.', '[::1]'],
      ...[
        '[0:0:0:0:0:0:0:1]',
        '[::ffff:7f00:1]',
        '[::ffff:169.254.169.254]',
        '169.254.169.254',
        '0xa9fea9fe',
      ],
      ...[
        '10.0.0.1',
        '172.31.255.255',
        '192.168.0.1',
        '100.127.255.255',
        '198.18.0.1',
        '224.0.0.1',
        '0.0.0.0',
      ],
      ...['[fe80::1%25lo]', '[fc00::1]', '[fec0::1]', '[ff02::1]', '[64:ff9b::a00:1]', '[2002:a00:1::]'],
    ];
    const urls = [
      ...hosts.map((host) => `https://${host}/x`),
      ...hosts.slice(0, 14).map((host) => `https://user:secret@${host}:8443/x`),
      ...[
        'file:///etc/passwd',
        'file://localhost/etc/passwd',
        'FILE:/etc/passwd',
        'ftp://files.example.net/x',
      ],
      ...[
        'gopher://files.example.net/',
        'http://files.example.net/x',
        'HTTP://files.example.net',
        'ws://x.example/',
      ],
      ...[
        'data:text/plain,x',
        'blob:https://x.example/1',
        'javascript:1',
        'unix:/var/run/x.sock',
        'sandbox:/x',
      ],
      ...['//files.example.net/x', '/etc/passwd', '../x', '', ' ', 'https://', 'http:x', 'x.example/y'],
      ...['https://api.example.com.:1@127.0.0.1/x', 'https://127.0.0.1\\@files.example.net/'],
    ];
    const { client } = harness(nodeHttpTransport());
    for (const url of urls) {
      const error = await failureFrom(client.download(url, () => {}));
      const refused = error.code === 'BAD_DOWNLOAD_URL' || /private address/.test(error.message);
      expect(refused, `${url}: ${error.code} ${error.message}`).toBe(true);
    }
    await client.close();
    expect(new Set(urls).size).toBeGreaterThanOrEqual(60);
    reached('F8', 'urls', new Set(urls).size);
  });

  it.each(['8.8.8.8', '2606:4700::1111', '172.32.0.1', '[2606:4700::1111]'])('%s is public', (address) => {
    expect(isPrivateAddress(address)).toBe(false);
  });

  it('asks for public addresses only, except on the origin of the profile', async () => {
    const carrier = scripted([text(200, '')]);
    const { client } = harness(carrier);
    await client.download('https://files.example.net/a?b', () => {});
    await client.download('https://api.example.com/a', () => {});
    expect(carrier.requests.map(({ publicOnly }) => publicOnly)).toEqual([true, undefined]);
    expect(carrier.requests.map(({ headers }) => headers.Authorization)).toEqual([undefined, undefined]);
  });
});

describe('a file', () => {
  it('that comes slower than 1 KiB a second is given up', async () => {
    const { download } = await import('../../../src/client/download.ts');
    let clock = 0;
    const job = download({
      url: 'https://files.example.net/a',
      write: () => {},
      base: { origin: 'https://api.example.com', prefix: '', host: 'api.example.com' },
      send: async ({ openWrite }) => {
        const write = await openWrite?.();
        for (let n = 0; n < 40; n++) {
          clock += 1000;
          await write?.(Buffer.alloc(100));
        }
        throw new Error('went on');
      },
      userAgent: 'docs/1',
      redact: (words) => words,
      ticks: () => clock,
    });
    await expect(job).rejects.toBeInstanceOf(WireFault);
  });

  it('of the platform inside this process comes from there', async () => {
    const asked: string[] = [];
    const transport = inProcessTransport(
      async (_operation, { params, headers }) => {
        asked.push(params.thingId ?? '', headers.authorization ?? 'no token');
        return { status: 200, headers: { 'Content-Type': 'text/plain' }, body: Buffer.from('bytes') };
      },
      (_method, path) => (path === '/~f/x' ? { operation: getThing, params: { thingId: 'x' } } : undefined),
    );
    const { client } = harness(transport, { baseUrl: 'sandbox:' });
    let found = '';
    const result = await client.download('sandbox:/~f/x', (chunk) => {
      found += Buffer.from(chunk).toString();
    });
    expect({ found, ...result }).toEqual({ found: 'bytes', bytes: 5, contentType: 'text/plain' });
    expect(asked).toEqual(['x', 'no token']);
  });
});

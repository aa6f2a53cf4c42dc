import { describe, expect, it } from 'vitest';
import { inProcessTransport } from '../../../src/client/transport/in-process.ts';
import { nodeHttpTransport } from '../../../src/client/transport/node-http.ts';
import { WireFault } from '../../../src/client/transport/transport.ts';
import { undiciTransport } from '../../../src/client/transport/undici.ts';
import { clientFor, failureFrom, getThing, harness, scripted, text } from '../../helpers/client-harness.ts';
import { endingServer, type FaultServer, http } from '../../helpers/fault-server.ts';

describe.each([
  ['node:http', nodeHttpTransport],
  ['undici', undiciTransport],
])('a download over %s', (_name, create) => {
  async function fetchFrom(server: FaultServer, url: string, options = {}) {
    const chunks: Uint8Array[] = [];
    const client = clientFor(server.origin, create());
    try {
      const result = await client.download(url, (chunk) => void chunks.push(chunk), options);
      return { ...result, text: Buffer.concat(chunks).toString() };
    } finally {
      await client.close();
    }
  }

  it('brings the bytes without sending the token', async () => {
    const server = await endingServer(() => http(200, 'a file', { 'content-type': 'image/png' }));
    expect(await fetchFrom(server, `${server.origin}/f.png?sig=1`)).toEqual({
      bytes: 6,
      contentType: 'image/png',
      text: 'a file',
    });
    expect(server.received[0]).toMatchObject({ path: '/f.png?sig=1' });
    expect(JSON.stringify(server.received)).not.toContain('CANARY');
  });

  it('follows redirects on its own origin, five at most', async () => {
    const server = await endingServer(({ path }) => {
      const hop = Number(path.slice(1));
      return hop === 0 ? http(200, 'here') : http(302, '', { location: `/${hop - 1}` });
    });
    expect((await fetchFrom(server, `${server.origin}/5`)).text).toBe('here');
    expect(await failureFrom(fetchFrom(server, `${server.origin}/6`))).toMatchObject({ code: 'PROTOCOL' });
  });

  it('does not follow a redirect to another port of this machine', async () => {
    const other = await endingServer(() => http(200, 'secret'));
    const server = await endingServer(() => http(302, '', { location: `${other.origin}/x` }));
    expect(await failureFrom(fetchFrom(server, `${server.origin}/`))).toMatchObject({
      code: 'BAD_DOWNLOAD_URL',
    });
    const secure = await endingServer(() => http(302, '', { location: `https://127.0.0.1:${other.port}/x` }));
    expect((await failureFrom(fetchFrom(secure, `${secure.origin}/`))).message).toContain('private address');
    expect(other.received).toEqual([]);
  });

  it('stops at the size it was told', async () => {
    const server = await endingServer(() => http(200, 'a'.repeat(1000)));
    const error = await failureFrom(fetchFrom(server, `${server.origin}/`, { maxBytes: 999 }));
    expect(error).toMatchObject({ code: 'PROTOCOL' });
    expect(error.message).toContain('longer than 999 bytes');
  });

  it('fails for a status that is no success, without blaming the token', async () => {
    const server = await endingServer(() => http(403, '<Error>expired</Error>'));
    expect(await failureFrom(fetchFrom(server, `${server.origin}/x`))).toMatchObject({
      code: 'FORBIDDEN',
      exit: 4,
    });
  });
});

describe('a URL to download from', () => {
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

import type { LookupAddress } from 'node:dns';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { fetchBytes, reachFrom } from '../../../src/sandbox/content/import/fetch-bytes.ts';
import { importFetch } from '../../../src/sandbox/content/import/import-source.ts';
import { reached, runs } from '../../helpers/runs.ts';

/** A system whose names lead where the table says. Safe: of the many forms of the lookup, this one is called. */
const resolving = (table: Record<string, string>) =>
  ((host: string, _: object, done: (error: Error | null, found: LookupAddress[]) => void) => {
    const address = table[host];
    if (address) done(null, [{ address, family: address.includes(':') ? 6 : 4 }]);
    else done(new Error('ENOTFOUND'), []);
  }) as unknown as typeof import('node:dns').lookup;

const INSIDE = [
  'http://169.254.169.254/latest/meta-data/',
  'http://10.0.0.5/admin?reboot=1',
  'http://127.0.0.1:6379/',
  'http://[::1]/',
  'http://[::ffff:169.254.169.254]/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://[fd00::1]/',
  'http://100.64.0.1/',
  'http://0.0.0.0:8080/',
];

describe('a fetch that began at a public address', () => {
  it('never goes on to a private one', async () => {
    const from = ['http://93.184.216.34/', 'https://docs.example.com/guide'];
    const wanted = runs('L11', 'addresses', INSIDE.length * from.length);
    let refused = 0;
    for (const first of from) {
      const reach = reachFrom(first, resolving({ 'docs.example.com': '93.184.216.34' }));
      for (const url of INSIDE) {
        await expect(reach(new URL(url)), `${first} ${url}`).rejects.toThrow('is a private address');
        refused += 1;
      }
    }
    expect(refused).toBe(wanted);
    reached('L11', 'addresses', refused);
  });

  it('never goes on to a name that leads inside, nor to its own name once that does', async () => {
    const table = { 'docs.example.com': '93.184.216.34', 'inside.example.com': '10.0.0.5' };
    const reach = reachFrom('http://docs.example.com/', resolving(table));
    const found = async (url: string) => {
      const { lookup } = await reach(new URL(url));
      return new Promise((done) =>
        lookup?.(new URL(url).hostname, {}, (error, address) => done(error ? error.message : address)),
      );
    };
    expect(await found('http://inside.example.com/')).toContain('is a private address');
    expect(await found('http://docs.example.com/')).toBe('93.184.216.34');
    table['docs.example.com'] = '127.0.0.1';
    expect(await found('http://docs.example.com/')).toContain('is a private address');
  });
});

describe('a fetch that began at a private address', () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });
  /** Redirects /away to `away`, counts what is asked, and answers the rest. */
  async function serve(away: string) {
    let asked = 0;
    const server = createServer(({ url }, response) => {
      asked += 1;
      if (url === '/away') response.writeHead(302, { location: away });
      response.end('here');
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked: () => asked };
  }
  const options = { maxBytes: 100, timeoutMs: 5000 };

  it('stays on its own origin', async () => {
    const other = await serve('/');
    const own = await serve(`${other.base}/secret`);
    expect(Buffer.from((await fetchBytes(`${own.base}/`, options)).bytes).toString()).toBe('here');
    await expect(fetchBytes(`${own.base}/away`, options)).rejects.toThrow('is a private address');
    const fetch = importFetch(`${own.base}/`);
    expect((await fetch(`${own.base}/`)).status).toBe(200);
    expect((await fetch(`${other.base}/logo.png`)).status).toBe(502);
    expect(other.asked()).toBe(0);
  });
});

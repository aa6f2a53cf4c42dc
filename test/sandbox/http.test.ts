// The server of a sandbox where scripts (test/sandbox/served/http.txt) do not see enough: every host, origin, and bytes.
import { connect } from 'node:net';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spaceId } from '../../src/sandbox/demo/content.ts';
import { serveSandbox } from '../../src/sandbox/serve.ts';
import { perFile } from '../helpers/lasting.ts';
import { rawRequests } from '../helpers/raw-requests.ts';
import { reached } from '../helpers/runs.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';
import { linesIn } from '../helpers/text-cases.ts';

const box = perFile(openTestSandbox);
const server = perFile(
  () => serveSandbox({ file: box.file, env: {}, now: () => box.clock.now }),
  (it) => it.close(),
);

interface Exchange {
  method?: string;
  path?: string;
  headers?: [string, string][];
  body?: string;
  version?: string;
}

/** One exchange byte by byte; `headers` are sent as they are. */
function send({ method = 'GET', path, headers = [], body = '', version = '1.1' }: Exchange): Promise<string> {
  const lines = [
    `${method} ${path ?? `/v1/orgs/${box.organizationId}/spaces`} HTTP/${version}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body === '' ? [] : [`content-length: ${Buffer.byteLength(body)}`]),
    'connection: close',
    '',
    body,
  ];
  return new Promise((resolve, reject) => {
    const socket = connect(server.port, '127.0.0.1', () => socket.write(lines.join('\r\n')));
    let text = '';
    socket.on('data', (part) => {
      text += part;
    });
    socket.on('end', () => resolve(text));
    socket.on('error', reject);
  });
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
const own = (): [string, string][] => [
  ['host', `127.0.0.1:${server.port}`],
  ['authorization', `Bearer ${box.adminToken}`],
];
const spaces = () => box.sandbox.db.get<{ n: number }>('SELECT count(*) AS n FROM spaces')?.n;

describe('a server on loopback', () => {
  it('refuses every other Host before it looks at anything else', async () => {
    const hosts = linesIn(join(import.meta.dirname, 'other-hosts.txt')).map((line) =>
      line.replace('PORT', String(server.port)).replace('OTHER', String(server.port + 1)),
    );
    const authorization: [string, string] = ['authorization', `Bearer ${box.adminToken}`];
    for (const host of hosts) {
      expect([host, statusOf(await send({ headers: [['host', host], authorization] }))]).toEqual([host, 403]);
    }
    expect(statusOf(await send({ headers: [authorization] }))).toBe(403);
    expect(statusOf(await send({ headers: [['host', ''], authorization] }))).toBe(403);
    expect(statusOf(await send({ headers: [authorization], version: '1.0' }))).toBe(403);
    expect(statusOf(await send({ headers: [...own(), ['host', 'evil.com']] }))).toBe(403);
    expect(statusOf(await send({ headers: [...own(), ...own().slice(0, 1)] }))).toBe(403);
    expect(statusOf(await send({ headers: own(), path: 'http://evil.com/v1/orgs' }))).toBe(403);
    reached('L1', 'Host values', hosts.length + 6);
  });

  it('lets no web page change anything: methods by content types by origins', async () => {
    const before = spaces();
    const types = [
      undefined,
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/json',
      'application/json-patch+json',
      'application/json, text/plain',
      'application/json',
    ];
    const origins = [
      'null',
      'http://evil.com',
      `http://localhost:${server.port + 1}`,
      `https://127.0.0.1:${server.port}`,
      `http://127.0.0.1.evil.com:${server.port}`,
      '',
    ];
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      for (const type of types) {
        for (const origin of origins) {
          const headers: [string, string][] = [...own(), ['origin', origin]];
          if (type !== undefined) headers.push(['content-type', type]);
          const status = statusOf(await send({ method, headers, body: '{"title":"from a page"}' }));
          expect([method, type, origin, status]).toEqual([method, type, origin, 403]);
        }
      }
    }
    expect(spaces()).toBe(before);
    reached('L2', 'combinations', 5 * types.length * origins.length);
  });

  it('tells a port that is in use', async () => {
    await expect(serveSandbox({ file: box.file, env: {}, port: server.port })).rejects.toThrow(
      `port ${server.port} is in use`,
    );
  });

  it('outlives whatever bytes are thrown at it', async () => {
    await fc.assert(
      fc.asyncProperty(rawRequests(server.port), async (text) => {
        const socket = connect(server.port, '127.0.0.1');
        const closed = new Promise((resolve) => socket.once('close', resolve));
        socket.on('error', () => {});
        socket.resume();
        socket.end(text);
        await closed;
      }),
      { numRuns: 100 },
    );
    expect(statusOf(await send({ headers: own() }))).toBe(200);
  });
});

describe('files of a served sandbox', () => {
  it('are read by their signed address without a token, and by no other', async () => {
    const demo = await openTestSandbox({ demo: true });
    const served = await serveSandbox({ file: demo.file, env: {}, now: () => demo.clock.now });
    const headers = { authorization: `Bearer ${demo.adminToken}` };
    const content = await fetch(`${served.url}/v1/spaces/${spaceId('Guides')}/content`, { headers });
    const { files } = (await content.json()) as { files: { downloadURL: string; size: number }[] };
    for (const { downloadURL, size } of files) {
      expect(downloadURL.startsWith(`${served.url}/~download/`)).toBe(true);
      const file = await fetch(downloadURL);
      expect([file.status, (await file.arrayBuffer()).byteLength]).toEqual([200, size]);
      expect(file.headers.get('content-security-policy')).toContain('sandbox');
      const forged = downloadURL.replace(/~download\/[^/]{8}/, '~download/AAAAAAAA');
      expect((await fetch(forged)).status).toBe(404);
    }
    await served.close();
    demo.cleanup();
  });
});

import { connect } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spaceId } from '../../src/sandbox/demo/content.ts';
import { serveSandbox } from '../../src/sandbox/serve.ts';
import { perFile } from '../helpers/lasting.ts';
import { rawRequests } from '../helpers/raw-requests.ts';
import { reached } from '../helpers/runs.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

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
  it('answers a program that addresses it by its own name', async () => {
    for (const name of ['127.0.0.1', 'localhost', '[::1]']) {
      const headers: [string, string][] = [
        ['host', `${name}:${server.port}`],
        ['authorization', `Bearer ${box.adminToken}`],
      ];
      expect(statusOf(await send({ headers }))).toBe(200);
    }
  });

  it('answers a 205 and a 201 over HTTP as the sandbox does in-process', async () => {
    const post = await fetch(`${server.url}/v1/orgs/${box.organizationId}/spaces`, {
      method: 'POST',
      headers: { authorization: `Bearer ${box.adminToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'Over HTTP' }),
    });
    expect(post.status).toBe(201);
    const space = (await post.json()) as { id: string; urls: { location: string } };
    expect(post.headers.get('location')).toBe(space.urls.location);
    expect(space.urls.location).toBe(`${server.url}/v1/spaces/${space.id}`);
    const headers = { authorization: `Bearer ${box.adminToken}` };
    const statuses = [];
    for (let round = 0; round < 2; round++) {
      statuses.push((await fetch(space.urls.location, { method: 'DELETE', headers })).status);
    }
    expect(statuses).toEqual([205, 204]);
  });

  it('has no CORS headers, and says that it is a sandbox', async () => {
    const answer = await send({ headers: own() });
    expect(answer).not.toMatch(/access-control/i);
    expect(answer).toMatch(/x-docs-sandbox: 1/i);
  });

  it('refuses every other Host before it looks at anything else', async () => {
    const port = server.port;
    const hosts = [
      '127.0.0.1',
      'localhost',
      `127.0.0.1:${port + 1}`,
      `127.0.0.1:${port}.`,
      `127.0.0.1.:${port}`,
      `localhost.:${port}`,
      `127.0.0.1.evil.com:${port}`,
      `evil.com:${port}`,
      'evil.com',
      `0.0.0.0:${port}`,
      `127.1:${port}`,
      `127.0.1:${port}`,
      `0177.0.0.1:${port}`,
      `0x7f.0.0.1:${port}`,
      `0x7f000001:${port}`,
      `2130706433:${port}`,
      `127.0.0.2:${port}`,
      `[::]:${port}`,
      `[::ffff:127.0.0.1]:${port}`,
      `[0:0:0:0:0:0:0:1]:${port}`,
      `::1:${port}`,
      `user@127.0.0.1:${port}`,
      `127.0.0.1:${port}@evil.com`,
      `127.0.0.1:0${port}`,
      `127.0.0.1:${port}/`,
      `127.0.0.1:${port},evil.com`,
      `evil.com,127.0.0.1:${port}`,
      `127.0.0.1 :${port}`,
      `http://127.0.0.1:${port}`,
      `localhost.evil.com:${port}`,
      `evil.localhost:${port}`,
      `localhost:${port}:80`,
      `127。0。0。1:${port}`,
      `LOCALHOST%00:${port}`,
      ':',
      `:${port}`,
      `*:${port}`,
      `127.0.0.1:${port}#`,
      `127.0.0.1:${port}?`,
    ];
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

  it('takes a body as JSON only', async () => {
    const before = spaces();
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx', '']) {
      const headers: [string, string][] = [...own(), ['content-type', type]];
      expect(statusOf(await send({ method: 'POST', headers, body: '{}' }))).toBe(415);
    }
    expect(statusOf(await send({ method: 'POST', headers: own(), body: '{}' }))).toBe(415);
    const two: [string, string][] = [
      ...own(),
      ['content-type', 'application/json'],
      ['content-type', 'text/plain'],
    ];
    expect(statusOf(await send({ method: 'POST', headers: two, body: '{}' }))).toBe(415);
    expect(spaces()).toBe(before);
    const json: [string, string][] = [...own(), ['content-type', 'Application/JSON; charset=UTF-8']];
    expect(statusOf(await send({ method: 'POST', headers: json, body: '{}' }))).toBe(201);
  });

  it('refuses what a browser says comes from elsewhere', async () => {
    for (const site of ['cross-site', 'same-site']) {
      expect(statusOf(await send({ headers: [...own(), ['sec-fetch-site', site]] }))).toBe(403);
    }
    for (const site of ['same-origin', 'none']) {
      expect(statusOf(await send({ headers: [...own(), ['sec-fetch-site', site]] }))).toBe(200);
    }
    const ours: [string, string] = ['origin', `http://127.0.0.1:${server.port}`];
    expect(statusOf(await send({ headers: [...own(), ours] }))).toBe(200);
  });

  it('requires a token it knows', async () => {
    const host = own().slice(0, 1);
    const refused = await send({ headers: host });
    expect(statusOf(refused)).toBe(401);
    expect(refused).toMatch(/^www-authenticate: Bearer\b/im);
    for (const value of ['Bearer x', 'Basic eDp5', 'Bearer', `Bearer  ${box.adminToken} x`]) {
      expect(statusOf(await send({ headers: [...host, ['authorization', value]] }))).toBe(401);
    }
  });

  it('bounds the body, its depth and its form', async () => {
    const json: [string, string][] = [...own(), ['content-type', 'application/json']];
    const post = (body: string) => send({ method: 'POST', headers: json, body });
    expect(statusOf(await post(JSON.stringify({ title: 'x'.repeat(1024 * 1024) })))).toBe(413);
    const deep = (levels: number) =>
      `{"template":{"id":"a","params":{"b":${'['.repeat(levels)}${']'.repeat(levels)}}}}`;
    expect(statusOf(await post(deep(300)))).toBe(400);
    expect(await post(deep(100))).toMatch(/template/);
    for (const body of ['{', 'nul', '{"a":1}}', '\ufeff\ufeff{}']) {
      expect(statusOf(await post(body))).toBe(400);
    }
    expect(statusOf(await post('[1]'))).toBe(400);
    expect(statusOf(await post('"text"'))).toBe(400);
    const brackets = JSON.stringify({ title: '["[[[[\\"'.repeat(6) });
    expect(statusOf(await post(brackets))).toBe(201);
    expect(statusOf(await post('{"__proto__":{"title":"x"},"constructor":1}'))).toBe(201);
  });

  it('survives a header and a query named __proto__', async () => {
    expect(statusOf(await send({ headers: [...own(), ['__proto__', 'x']] }))).toBe(200);
    const path = `/v1/orgs/${box.organizationId}/spaces?__proto__=1&limit=1`;
    expect(statusOf(await send({ headers: own(), path }))).toBe(200);
  });

  it('says 404 for an unknown path and 405 with the methods of a known one', async () => {
    expect(statusOf(await send({ headers: own(), path: '/v1/nothing' }))).toBe(404);
    const wrong = await send({ headers: own(), method: 'PUT', path: `/v1/orgs/${box.organizationId}` });
    expect(statusOf(wrong)).toBe(405);
    expect(wrong).toMatch(/allow: GET/i);
    expect(statusOf(await send({ headers: own(), path: '/v1/spaces/%ff' }))).toBe(400);
  });

  it('answers a HEAD like its GET, without a body', async () => {
    const answer = await send({ headers: own(), method: 'HEAD' });
    expect([statusOf(answer), answer.split('\r\n\r\n')[1]]).toEqual([200, '']);
    expect(statusOf(await send({ headers: own(), method: 'HEAD', path: '/v1/spaces/nope' }))).toBe(404);
  });

  it('has no ETag and takes no condition, as nothing says that the platform does', async () => {
    const answer = await send({ headers: [...own(), ['if-none-match', '*'], ['if-match', '"x"']] });
    expect(statusOf(answer)).toBe(200);
    expect(answer).not.toMatch(/^etag:/im);
  });

  it('tells its health and its operations to whoever asks by its own name', async () => {
    const host = own().slice(0, 1);
    const health = await send({ headers: host, path: '/~health' });
    expect([statusOf(health), health.split('\r\n\r\n')[1]]).toEqual([200, '{"status":"ok"}']);
    expect(statusOf(await send({ headers: host, path: '/v1/openapi.json' }))).toBe(200);
    expect(statusOf(await send({ headers: [['host', 'evil.com']], path: '/~health' }))).toBe(403);
  });

  it('says 415 for a compressed body', async () => {
    const headers: [string, string][] = [
      ...own(),
      ['content-type', 'application/json'],
      ['content-encoding', 'gzip'],
    ];
    expect(statusOf(await send({ method: 'POST', headers, body: '{}' }))).toBe(415);
  });

  it('knows no operation for a path whose ID is empty', async () => {
    const answer = await send({ headers: own(), path: '/v1/orgs/' });
    expect(answer).toContain('no operation answers /v1/orgs/');
  });

  it.each([
    ['headers that are too large', 431, `GET / HTTP/1.1\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`],
    ['what is not HTTP', 400, 'nonsense\r\n\r\n'],
  ])('refuses %s in the form of the platform', async (_, status, text) => {
    const socket = connect(server.port, '127.0.0.1', () => socket.write(text));
    socket.on('error', () => {});
    let answer = '';
    for await (const part of socket) answer += part;
    expect(statusOf(answer)).toBe(status);
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ error: { code: status } });
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

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createProxy } from 'node:http';
import { createServer, type Server } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BIN, finished, NODE } from '../helpers/built.ts';
import { temporaryFolder } from '../helpers/lasting.ts';
import { lacks } from '../helpers/needs.ts';
import { reached } from '../helpers/runs.ts';

const CANARY = 'gb_api_CANARY-5d1e0123456789';
const LIST = ['spaces', 'list', '--org', 'organization-1234', '--json'];
const isLacking = lacks('certificates that nobody vouches for', 'openssl');

describe.skipIf(isLacking)('a server with a certificate of its own', () => {
  const folder = temporaryFolder();
  let server: Server;
  const received: unknown[] = [];
  const certificate = () => join(folder, 'cert.pem');
  beforeAll(async () => {
    const key = join(folder, 'key.pem');
    const words =
      'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=localhost';
    const files = [
      '-addext',
      'subjectAltName=DNS:docs.example,IP:127.0.0.1',
      '-keyout',
      key,
      '-out',
      certificate(),
    ];
    execFileSync('openssl', [...words.split(' '), ...files], { stdio: 'ignore' });
    server = createServer(
      { key: readFileSync(key), cert: readFileSync(certificate()) },
      (request, response) => {
        received.push(request.headers.authorization);
        response.end('{"items":[{"id":"a"}]}');
      },
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(async () => {
    server.close();
    await once(server, 'close');
  });

  const list = (env: Record<string, string>, args = LIST) => {
    const { port } = server.address() as AddressInfo;
    const base = { HOME: '/nonexistent', DOCS_TOKEN: CANARY, DOCS_BASE_URL: `https://127.0.0.1:${port}` };
    return finished(spawn(NODE, [BIN, ...args], { env: { ...base, ...env }, stdio: 'pipe' }));
  };

  it.each([
    ['is not trusted', {}, 'NETWORK'],
    ['is not checked', { NODE_TLS_REJECT_UNAUTHORIZED: '0' }, 'INSECURE_TLS'],
    [
      'is not checked by a flag of Node',
      { NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_NO_WARNINGS: '1' },
      'INSECURE_TLS',
    ],
    ['is not the one that is trusted', { NODE_EXTRA_CA_CERTS: '/etc/hostname' }, 'NETWORK'],
  ])('gets no token while it %s', async (_what, env, code) => {
    for (const args of [
      LIST,
      ['api', 'GET', '/v1/user', '--json'],
      ['spaces', 'update', 'a', 'b', '--title', 'x', '--json'],
    ]) {
      const { code: exit, stderr } = await list(env, args);
      expect(stderr).toContain(code);
      expect([1, 4]).toContain(exit);
      expect(stderr).not.toContain('CANARY');
    }
    expect(received).toEqual([]);
    reached('N10', 'settings', 1);
  });

  it('gets it once it is trusted', async () => {
    const { code, stdout, stderr } = await list({ NODE_EXTRA_CA_CERTS: certificate() });
    expect([code, stderr, JSON.parse(stdout)]).toEqual([0, '', [{ id: 'a' }]]);
    expect(received).toEqual([`Bearer ${CANARY}`]);
    received.length = 0;
    reached('N10', 'settings', 1);
  });

  it('gets it through the tunnel of a proxy, which sees only where it leads', async () => {
    const { port } = server.address() as AddressInfo;
    const asked: string[] = [];
    const proxy = createProxy().on('connect', (request, near) => {
      asked.push(JSON.stringify([request.url, request.headers]));
      const far = connect(port, '127.0.0.1', () => near.write('HTTP/1.1 200 OK\r\n\r\n'));
      pipeline(near, far, near, () => {});
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const { code, stdout, stderr } = await list({
      DOCS_BASE_URL: `https://docs.example:${port}`,
      HTTPS_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
      NODE_EXTRA_CA_CERTS: certificate(),
    });
    proxy.close();
    expect([code, stderr, stdout.replace(/\s/g, '')]).toEqual([0, '', '[{"id":"a"}]']);
    expect(received).toEqual([`Bearer ${CANARY}`]);
    expect(asked.join()).toContain(`docs.example:${port}`);
    expect(asked.join()).not.toContain('CANARY');
    received.length = 0;
  });
});

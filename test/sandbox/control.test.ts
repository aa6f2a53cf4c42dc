// Control of a served sandbox where scripts (test/sandbox/served) do not see enough: files, several at once, and time.
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { seedSandbox } from '../../src/sandbox/control/seed.ts';
import type { LoggedRequest } from '../../src/sandbox/http/routes.ts';
import { type RunningSandbox, type ServeOptions, serveSandbox } from '../../src/sandbox/serve.ts';
import { temporaryFolder, untilEnd } from '../helpers/lasting.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

async function served(options: Partial<ServeOptions> = {}) {
  const { file, adminToken, organizationId } = untilEnd(await openTestSandbox());
  const server = untilEnd(await serveSandbox({ file, env: {}, ...options }), (it) => it.close());
  return { ...server, file, adminToken, spaces: `/v1/orgs/${organizationId}/spaces` };
}

async function call(
  { url, adminToken }: RunningSandbox & { adminToken: string },
  line: string,
  body?: object,
) {
  const [method = '', path = ''] = line.split(' ');
  const type = body && { 'content-type': 'application/json' };
  const headers = { authorization: `Bearer ${adminToken}`, ...type };
  const answer = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? {} : JSON.parse(text) };
}

describe('snapshots of a served sandbox', () => {
  it('are files for their owner only', async () => {
    const server = await served();
    await call(server, 'POST /_sandbox/snapshot', { name: 'two' });
    expect(statSync(`${server.file}.snapshots/two.db`).mode & 0o777).toBe(0o600);
    expect(readdirSync(`${server.file}.snapshots`)).toEqual(['two.db']);
  });

  it('wait for requests that have begun, and let none in meanwhile', async () => {
    const server = await served();
    await call(server, 'POST /_sandbox/snapshot', { name: 'empty' });
    const many = Array.from({ length: 20 }, (_, at) =>
      call(server, `POST ${server.spaces}`, { title: `space ${at}` }),
    );
    const [back] = await Promise.all([call(server, 'POST /_sandbox/restore', { name: 'empty' }), ...many]);
    expect(back.status).toBe(200);
    await call(server, 'POST /_sandbox/restore', { name: 'empty' });
    expect((await call(server, `GET ${server.spaces}`)).body.items).toEqual([]);
  });
});

describe('resets', () => {
  it.skipIf(process.platform !== 'linux')('leave no file open', async () => {
    const server = await served({ resettable: true });
    const open = () => readdirSync('/proc/self/fd').length;
    await call(server, 'POST /_sandbox/reset', {});
    const before = open();
    for (let at = 0; at < 20; at += 1) await call(server, 'POST /_sandbox/reset', {});
    // A connection of fetch more or less.
    expect(open()).toBeLessThan(before + 6);
  });
});

describe('a dump', () => {
  it('that would compute for ever is refused', async () => {
    const folder = temporaryFolder();
    const seed = join(folder, 'endless.sql');
    const endless = 'WITH RECURSIVE a(x) AS (SELECT 1 UNION ALL SELECT x FROM a) SELECT count(*) FROM a;';
    writeFileSync(seed, `CREATE TABLE t (a DEFAULT 'with'); INSERT INTO t ${endless}`);
    const make = seedSandbox({ file: join(folder, 'endless.db'), seed, env: {}, now: () => new Date() });
    await expect(make).rejects.toThrow('it has a WITH clause');
  });
});

describe('requests of a served sandbox', () => {
  it('are waited for', async () => {
    const server = await served();
    const waiting = call(server, 'GET /_sandbox/requests?wait=5000');
    await call(server, 'GET /v1/user');
    expect((await waiting).body.requests).toMatchObject([{ operation: 'users.caller' }]);
  });
});

describe('faults', () => {
  const outcomes = async (server: Awaited<ReturnType<typeof served>>, count: number): Promise<number[]> => {
    const seen: number[] = [];
    for (let at = 0; at < count; at += 1)
      seen.push(
        await call(server, 'GET /v1/user').then(
          ({ status }) => status,
          () => 0,
        ),
      );
    return seen;
  };

  it('meet the same requests in the same run, and others with another seed', async () => {
    const plan = (seed: number) => ({
      faults: {
        seed,
        faults: [
          { operation: 'users.*', share: 0.3, status: 503 },
          { share: 0.2, cut: true },
        ],
      },
    });
    const first = await outcomes(await served(plan(7)), 40);
    expect(await outcomes(await served(plan(7)), 40)).toEqual(first);
    expect(await outcomes(await served(plan(8)), 40)).not.toEqual(first);
    expect(new Set(first)).toEqual(new Set([0, 200, 503]));
  });

  it('come slowly, and as wrong JSON', async () => {
    const logged: LoggedRequest[] = [];
    const server = await served({
      log: (request) => logged.push(request),
      faults: {
        faults: [
          { operation: 'users.caller', times: 1, status: 429, retryAfter: 3 },
          { operation: 'orgs.list', times: 1, wrongJson: true },
          { operation: 'orgs.list', slow: '60ms' },
        ],
      },
    });
    const limited = await call(server, 'GET /v1/user');
    expect(limited.status).toBe(429);
    expect((await call(server, 'GET /v1/user')).status).toBe(200);
    await expect(call(server, 'GET /v1/orgs')).rejects.toThrow(SyntaxError);
    const began = performance.now();
    expect((await call(server, 'GET /v1/orgs')).status).toBe(200);
    expect(performance.now() - began).toBeGreaterThan(50);
    expect(logged.map(({ fault }) => fault)).toEqual(['429', undefined, 'wrong-json', 'slow 60 ms']);
  });
});

it('a connection that control closes is told so', async () => {
  const server = await served();
  const status = await new Promise((resolve, reject) => {
    const sent = request(`${server.url}/_sandbox/clock`, { method: 'POST' }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.once('error', reject).end();
  });
  expect(status).toBe(401);
});

import { copyFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedSandbox } from '../../src/sandbox/control/seed.ts';
import type { LoggedRequest } from '../../src/sandbox/http/routes.ts';
import { type InitResult, initSandbox } from '../../src/sandbox/init.ts';
import { newToken, revokeTokens } from '../../src/sandbox/new-token.ts';
import { type RunningSandbox, type ServeOptions, serveSandbox } from '../../src/sandbox/serve.ts';
import { temporaryFolder } from '../helpers/lasting.ts';

const folder = temporaryFolder();
let made: InitResult;
beforeAll(async () => {
  made = await initSandbox({ file: join(folder, 'original.db'), demo: false, env: {} });
});
const running: RunningSandbox[] = [];
afterAll(async () => {
  for (const one of running) await one.close();
});

let copies = 0;
async function served(options: Partial<ServeOptions> = {}): Promise<RunningSandbox & { file: string }> {
  copies += 1;
  const file = join(folder, `${copies}.db`);
  copyFileSync(made.file, file);
  const server = await serveSandbox({ file, env: {}, ...options });
  running.push(server);
  return { ...server, file };
}

interface Answer {
  status: number;
  body: Record<string, unknown>;
  headers: Headers;
}

async function call(
  { url }: RunningSandbox,
  line: string,
  body?: object,
  token = made.adminToken,
): Promise<Answer> {
  const [method = '', path = ''] = line.split(' ');
  const answer = await fetch(url + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? {} : JSON.parse(text), headers: answer.headers };
}

const spaces = async (server: RunningSandbox): Promise<string[]> => {
  const { body } = await call(server, `GET /v1/orgs/${made.organizationId}/spaces?limit=100`);
  return (body.items as { title: string }[]).map(({ title }) => title).sort();
};
const addSpace = async (server: RunningSandbox, title: string) =>
  (await call(server, `POST /v1/orgs/${made.organizationId}/spaces`, { title })).body as {
    id: string;
    createdAt: string;
  };

describe('snapshots of a served sandbox', () => {
  it('are saved and brought back while it runs, and tokens made since then stay good', async () => {
    const server = await served();
    await addSpace(server, 'before');
    const saved = await call(server, 'POST /_sandbox/snapshot', { name: 'two' });
    expect([saved.status, saved.body.name]).toEqual([200, 'two']);
    await addSpace(server, 'after');
    const later = newToken(server.file, { kind: 'user' }, new Date());
    expect(await spaces(server)).toEqual(['after', 'before']);
    expect((await call(server, 'POST /_sandbox/restore', { name: 'two' })).status).toBe(200);
    expect(await spaces(server)).toEqual(['before']);
    expect((await call(server, 'GET /v1/user', undefined, later)).status).toBe(200);
    // The file is the same one: the server goes on.
    await addSpace(server, 'again');
    expect(await spaces(server)).toEqual(['again', 'before']);
    const { body } = await call(server, 'GET /_sandbox/snapshots');
    expect(body.snapshots).toMatchObject([{ name: 'two' }]);
    expect(statSync(`${server.file}.snapshots/two.db`).mode & 0o777).toBe(0o600);
    expect(readdirSync(`${server.file}.snapshots`)).toEqual(['two.db']);
  });

  it('wait for requests that have begun, and let none in meanwhile', async () => {
    const server = await served();
    await call(server, 'POST /_sandbox/snapshot', { name: 'empty' });
    const many = Array.from({ length: 20 }, (_, at) => addSpace(server, `space ${at}`));
    const [back] = await Promise.all([call(server, 'POST /_sandbox/restore', { name: 'empty' }), ...many]);
    expect(back.status).toBe(200);
    await call(server, 'POST /_sandbox/restore', { name: 'empty' });
    expect(await spaces(server)).toEqual([]);
  });

  it.each([
    ['../x', 400],
    ['', 400],
    ['absent', 404],
  ])('refuse the name "%s"', async (name, status) => {
    const server = await served();
    expect((await call(server, 'POST /_sandbox/restore', { name })).status).toBe(status);
  });

  it('do not take the place of one another unless asked', async () => {
    const server = await served();
    await call(server, 'POST /_sandbox/snapshot', { name: 'one' });
    expect((await call(server, 'POST /_sandbox/snapshot', { name: 'one' })).status).toBe(409);
    expect((await call(server, 'POST /_sandbox/snapshot', { name: 'one', replace: true })).status).toBe(200);
  });

  it('include the start, where it was kept', async () => {
    const server = await served({ resettable: true });
    await addSpace(server, 'more');
    await call(server, 'POST /_sandbox/clock', { now: '2031-01-01', frozen: true });
    expect((await call(server, 'POST /_sandbox/reset', {})).status).toBe(200);
    expect(await spaces(server)).toEqual([]);
    const { now, frozen } = (await call(server, 'GET /_sandbox/clock')).body;
    expect([frozen, String(now).slice(0, 4)]).toEqual([false, String(new Date().getUTCFullYear())]);
    expect((await call(await served(), 'POST /_sandbox/reset', {})).status).toBe(409);
  });
});

describe('control', () => {
  it('is for those who have a token of an administrator, and for no web page', async () => {
    const server = await served();
    const statusOf = async (headers: Record<string, string>) =>
      (await fetch(`${server.url}/_sandbox/clock`, { headers })).status;
    expect(await statusOf({})).toBe(401);
    expect(await statusOf({ authorization: 'Bearer guess' })).toBe(401);
    const authorization = `Bearer ${made.adminToken}`;
    expect(await statusOf({ authorization })).toBe(200);
    expect(await statusOf({ authorization, origin: 'https://elsewhere.example' })).toBe(403);
    expect((await call(server, 'POST /_sandbox/explode', {})).status).toBe(404);
  });

  it('is not for members without that right', async () => {
    const file = join(folder, 'demo.db');
    const demo = await initSandbox({ file, demo: true, env: {} });
    const server = await served({ file });
    const other = newToken(file, { kind: 'user', of: 'mei@tarnpost.example' }, new Date());
    expect((await call(server, 'POST /_sandbox/clock', { advance: '1d' }, other)).status).toBe(403);
    expect((await call(server, 'POST /_sandbox/clock', { advance: '1d' }, demo.adminToken)).status).toBe(200);
  });

  it('changes faults, makes and revokes tokens, and tells the key of events', async () => {
    const server = await served();
    const rule = { operation: 'spaces.list', status: 503, times: 1 };
    expect((await call(server, 'POST /_sandbox/faults', { faults: [rule] })).status).toBe(200);
    const list = `GET /v1/orgs/${made.organizationId}/spaces`;
    expect((await call(server, list)).status).toBe(503);
    expect((await call(server, list)).status).toBe(200);
    expect((await call(server, 'POST /_sandbox/faults', { faults: [{ statuss: 1 }] })).status).toBe(400);
    const { token } = (await call(server, 'POST /_sandbox/token', { expiresIn: '1h' })).body;
    expect((await call(server, list, undefined, String(token))).status).toBe(200);
    expect((await call(server, 'POST /_sandbox/token', { of: 'nobody' })).status).toBe(400);
    expect((await call(server, 'GET /_sandbox/key')).body).toEqual({
      eventKey: expect.stringMatching(/^[\w-]{16,}/),
    });
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
    const seed = join(folder, 'endless.sql');
    const endless = 'WITH RECURSIVE a(x) AS (SELECT 1 UNION ALL SELECT x FROM a) SELECT count(*) FROM a;';
    writeFileSync(seed, `CREATE TABLE t (a DEFAULT 'with'); INSERT INTO t ${endless}`);
    const make = seedSandbox({ file: join(folder, 'endless.db'), seed, env: {}, now: () => new Date() });
    await expect(make).rejects.toThrow('it has a WITH clause');
  });
});

describe('the clock of a served sandbox', () => {
  it('starts where it is told, runs, moves and stops', async () => {
    const server = await served({ startAt: new Date('2026-01-01T00:00:00Z') });
    expect((await addSpace(server, 'first')).createdAt).toMatch(/^2026-01-01T00:0/);
    await call(server, 'POST /_sandbox/clock', { advance: '36h', frozen: true });
    const { body } = await call(server, 'GET /_sandbox/clock');
    expect([body.frozen, String(body.now).slice(0, 13)]).toEqual([true, '2026-01-02T12']);
    expect((await call(server, 'GET /_sandbox/clock')).body.now).toBe(body.now);
    for (const wrong of [{ now: 'tomorrow' }, { advance: '7 days' }, { now: '12026-01-01' }, {}])
      expect((await call(server, 'POST /_sandbox/clock', wrong)).status).toBe(400);
    expect((await call(server, 'POST /_sandbox/clock', { advance: '999999999w' })).status).toBe(400);
  });

  it('empties the trash after 7 days', async () => {
    const server = await served({ startAt: new Date('2026-01-01T00:00:00Z') });
    const { id } = await addSpace(server, 'old');
    await call(server, `DELETE /v1/spaces/${id}`);
    await call(server, 'POST /_sandbox/clock', { advance: '6d' });
    expect((await call(server, `GET /v1/spaces/${id}`)).body.deletedAt).toMatch(/^2026-01-01/);
    await call(server, 'POST /_sandbox/clock', { advance: '2d' });
    expect((await call(server, `GET /v1/spaces/${id}`)).status).toBe(404);
    expect((await call(server, `POST /v1/spaces/${id}/restore`)).status).toBe(404);
  });

  it('ends tokens', async () => {
    const server = await served({ startAt: new Date('2026-01-01T00:00:00Z') });
    const wish = { kind: 'user', expiresAt: '2026-01-01T01:00:00.000Z' } as const;
    const token = newToken(server.file, wish, new Date('2026-01-01T00:00:00Z'));
    const user = () => call(server, 'GET /v1/user', undefined, token);
    expect((await user()).status).toBe(200);
    await call(server, 'POST /_sandbox/clock', { advance: '61m' });
    const { status, body } = await user();
    expect([status, body]).toMatchObject([
      401,
      { error: { message: /this token expired at 2026-01-01T01/ } },
    ]);
  });
});

it('a token that was revoked is refused, and stays so when a snapshot is brought back', async () => {
  const server = await served();
  const token = newToken(server.file, { kind: 'internal' }, new Date());
  await call(server, 'POST /_sandbox/snapshot', { name: 'before' });
  expect(revokeTokens(server.file, { kind: 'internal' }, new Date('2026-02-03T00:00:00Z'))).toBe(1);
  const refused = { error: { message: 'this token was revoked at 2026-02-03T00:00:00.000Z' } };
  expect((await call(server, 'GET /v1/user', undefined, token)).body).toMatchObject(refused);
  await call(server, 'POST /_sandbox/restore', { name: 'before' });
  expect((await call(server, 'GET /v1/user', undefined, token)).body).toMatchObject(refused);
});

describe('requests of a served sandbox', () => {
  it('are kept with whether the contract has them', async () => {
    const server = await served();
    await addSpace(server, 'one');
    await call(server, `POST /v1/orgs/${made.organizationId}/spaces`, { titel: 'two' });
    await call(server, `GET /v1/orgs/${made.organizationId}/spaces?limt=2`);
    await call(server, 'GET /v1/nothing');
    await call(server, `GET /v1/orgs/${made.organizationId}/spaces?limit=none`);
    const { requests } = (await call(server, 'GET /_sandbox/requests')).body;
    expect(requests).toMatchObject([
      { number: 1, operation: 'spaces.create', status: 201, fits: true },
      { number: 2, status: 201, fits: false, problems: ['body.titel is not declared'] },
      { number: 3, status: 200, fits: false, problems: ['query.limt is not declared'] },
      { number: 4, status: 404, fits: false },
      { number: 5, status: 400, fits: false },
    ]);
    expect((await call(server, 'GET /_sandbox/requests?after=4')).body.requests).toHaveLength(1);
  });

  it('are waited for', async () => {
    const server = await served();
    const waiting = call(server, 'GET /_sandbox/requests?wait=5000');
    await call(server, 'GET /v1/user');
    expect((await waiting).body.requests).toMatchObject([{ operation: 'users.caller' }]);
  });

  it('with undeclared fields are refused in strict mode', async () => {
    const server = await served({ strict: true });
    const wrong = await call(server, `POST /v1/orgs/${made.organizationId}/spaces`, {
      title: 'a',
      titel: 'b',
    });
    expect([wrong.status, wrong.body]).toMatchObject([
      400,
      { error: { message: 'not declared by spaces.create: body.titel' } },
    ]);
    expect(await spaces(server)).toEqual([]);
    await addSpace(server, 'right');
    expect(await spaces(server)).toEqual(['right']);
  });
});

describe('faults', () => {
  const outcomes = async (server: RunningSandbox, count: number): Promise<number[]> => {
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

  it('come as a status with Retry-After, slowly, as wrong JSON, and a few times only', async () => {
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
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '3']);
    expect((await call(server, 'GET /v1/user')).status).toBe(200);
    await expect(call(server, 'GET /v1/orgs')).rejects.toThrow(SyntaxError);
    const began = performance.now();
    expect((await call(server, 'GET /v1/orgs')).status).toBe(200);
    expect(performance.now() - began).toBeGreaterThan(50);
    expect(logged.map(({ fault }) => fault)).toEqual(['429', undefined, 'wrong-json', 'slow 60 ms']);
  });

  it('may lose the answer of what was done', async () => {
    const server = await served({
      faults: { faults: [{ operation: 'spaces.create', cut: true, applied: true }] },
    });
    await expect(addSpace(server, 'done')).rejects.toThrow();
    expect(await spaces(server)).toEqual(['done']);
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

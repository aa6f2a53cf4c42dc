import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { builtDocs, finished } from '../helpers/built.ts';
import { type FaultServer, faultServer, json, type Reply } from '../helpers/fault-server.ts';
import { perFile } from '../helpers/lasting.ts';
import { soonerThan } from '../helpers/sooner.ts';

const docs = perFile(builtDocs);
const open: FaultServer[] = [];
const timers: NodeJS.Timeout[] = [];
afterEach(async () => {
  for (const timer of timers.splice(0)) clearInterval(timer);
  for (const server of open.splice(0)) await server.close();
});

const GET = ['spaces', 'get', 'aaaaaaaaaaaaaaaaaaa1'];
/** How long a request may take that nobody set a limit for. */
const REQUEST_MS = 30_000;

async function serverFor(reply: Reply): Promise<FaultServer> {
  const server = await faultServer(reply);
  open.push(server);
  return server;
}

const silent: Reply = () => undefined;
const drips: Reply = (_, socket) => {
  socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n{');
  timers.push(setInterval(() => socket.write(' '), 20));
};
const closes: Reply = (_, socket) => socket.end();
const floods: Reply = (_, socket) => {
  socket.write('HTTP/1.1 200 OK\r\n\r\n[');
  timers.push(setInterval(() => socket.writableLength < 2 ** 20 && socket.write('[],'.repeat(20_000)), 5));
};

function envFor(server: FaultServer, way: 'proxy' | 'host') {
  return way === 'host'
    ? { DOCS_TOKEN: 't', DOCS_BASE_URL: server.origin }
    : { DOCS_TOKEN: 't', DOCS_BASE_URL: 'https://docs.example.test', HTTPS_PROXY: server.origin };
}

const CASES = [
  ['proxy', 'is silent', silent],
  ['proxy', 'closes', closes],
  ['proxy', 'drips', drips],
  ['host', 'is silent', silent],
  ['host', 'drips', drips],
  ['host', 'floods', floods],
] as const;

it.each(CASES)('behind a %s that %s, --timeout ends the process', async (way, _, reply) => {
  const server = await serverFor(reply);
  const result = await soonerThan(REQUEST_MS, () =>
    docs([...GET, '--timeout', '1'], { env: envFor(server, way) }),
  );
  expect([1, 8]).toContain(result.code);
  expect(result.stderr).toMatch(/^docs: .*\n/);
  expect(server.received.length).toBeLessThanOrEqual(8);
});

/** One of each kind: a list, a look-up by name, a write, bulk work, an export, a download, bytes, a check. */
const SAMPLE = [
  'spaces list --org organization-1234',
  'spaces update Guides --title X --org organization-1234',
  'spaces update aaaaaaaaaaaaaaaaaaa1 bbbbbbbbbbbbbbbbbbbb --title X',
  'cr inbox --org organization-1234',
  'export --space aaaaaaaaaaaaaaaaaaa1 --to out',
  'files list --space aaaaaaaaaaaaaaaaaaa1 --download files',
  'openapi download parcels --org organization-1234',
  'links check --space aaaaaaaaaaaaaaaaaaa1',
  'api GET /v1/user',
  'auth status',
];

it.each([
  ['is silent', silent],
  ['drips', drips],
])('ten kinds of commands before a host that %s end by --timeout', async (_, reply) => {
  const server = await serverFor(reply);
  const env = { ...envFor(server, 'host'), DOCS_HISTORY: 'off' };
  const ended = await soonerThan(REQUEST_MS, () =>
    Promise.all(
      SAMPLE.map(async (line) => ({
        line,
        ...(await docs([...line.split(' '), '--timeout', '1'], { env })),
      })),
    ),
  );
  expect(ended.filter(({ code, stderr }) => code === 0 || code === null || !/^docs: /m.test(stderr))).toEqual(
    [],
  );
});

it.each(
  CASES.flatMap(([way, manner, reply]) =>
    (['SIGINT', 'SIGTERM'] as const).map((signal) => [way, manner, signal, reply] as const),
  ).filter(([, manner]) => manner !== 'floods'),
)('behind a %s that %s, one %s ends the process', async (way, _manner, signal, reply) => {
  const server = await serverFor(reply);
  const child = docs.start(GET, { env: envFor(server, way) });
  const ended = finished(child);
  await expect.poll(() => server.received.length, { timeout: 30_000 }).toBeGreaterThan(0);
  const { code, signal: killed } = await soonerThan(REQUEST_MS, () => {
    child.kill(signal);
    return ended;
  });
  // What answers nonsense may have been given up just before.
  expect(signal === 'SIGINT' ? [130, 1] : [143, 1]).toContain(code ?? (killed === signal ? 1 : 0));
});

it.each(['SIGINT', 'SIGTERM'] as const)('a filter that never ends is ended by one %s', async (signal) => {
  const server = await serverFor(() => json({ object: 'space', id: 'a', title: 'A' }));
  const child = docs.start([...GET, '--jq', 'def f: f; f'], { env: envFor(server, 'host') });
  const ended = finished(child);
  await expect.poll(() => server.received.length, { timeout: 30_000 }).toBeGreaterThan(0);
  await new Promise((resolve) => setTimeout(resolve, 500));
  child.kill(signal);
  const { code } = await ended;
  expect(code).toBe(signal === 'SIGINT' ? 130 : 143);
});

it('a filter that never ends is ended by --timeout', async () => {
  const server = await serverFor(() => json({ object: 'space', id: 'a', title: 'A' }));
  const { code, stderr } = await docs([...GET, '--timeout', '1', '--jq', 'def f: f; f'], {
    env: envFor(server, 'host'),
  });
  expect([code, stderr]).toEqual([8, expect.stringContaining('time limit')]);
});

it('a second Ctrl-C in the middle of a change says that it may have taken effect', async () => {
  const space = { object: 'space', id: 'aaaaaaaaaaaaaaaaaaa1', title: 'A', urls: {} };
  const server = await serverFor(({ method, path }) => {
    if (method === 'PATCH') return undefined;
    return json(path.startsWith('/v1/spaces/') ? space : { items: [] });
  });
  const child = docs.start(['spaces', 'update', 'aaaaaaaaaaaaaaaaaaa1', '--title', 'B'], {
    env: { ...envFor(server, 'host'), DOCS_HISTORY: 'off' },
  });
  const ended = finished(child);
  await expect
    .poll(() => server.received.some(({ method }) => method === 'PATCH'), { timeout: 30_000 })
    .toBe(true);
  child.kill('SIGINT');
  await new Promise((resolve) => setTimeout(resolve, 500));
  child.kill('SIGINT');
  const { code, stderr } = await ended;
  expect(code).toBe(130);
  expect(stderr).toContain('(PATCH /v1/spaces/aaaaaaaaaaaaaaaaaaa1): it may have taken effect');
});

it('a pipe in place of an export is not a folder', async () => {
  execFileSync('mkfifo', [join(docs.home, 'pipe')]);
  const { code, stderr } = await docs(['export', 'verify', join(docs.home, 'pipe')]);
  expect([code, stderr]).toEqual([2, expect.stringContaining('is not a folder')]);
});

import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '../../src/sandbox/db/database.ts';
import { BIN, collected, demoDocs, finished, NODE } from '../helpers/built.ts';
import { perFile } from '../helpers/lasting.ts';
import { lacks } from '../helpers/needs.ts';
import { reached, runs } from '../helpers/runs.ts';
import { startServing } from '../helpers/served.ts';

const STARTS = runs('L9', 'starts', 2);
const ENDS = [
  ['SIGTERM', 143],
  ['SIGINT', 130],
  ['SIGHUP', 129],
  ['end of input', 0],
  ['SIGKILL', null],
] as const;

const docs = perFile(demoDocs);
const isListening = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
const hasProfile = async () => (await docs(['profiles', 'list', '-q'])).stdout.includes('sandbox-serve');

it('a server leaves nothing behind, however it ends', async () => {
  for (let start = 0; start < STARTS; start += 1) {
    const [end, exit] = ENDS[start % ENDS.length] ?? ENDS[0];
    const served = await startServing(docs, ['--until-eof']);
    expect(await isListening(served.port)).toBe(true);
    if (end === 'end of input') served.child.stdin?.end();
    else served.child.kill(end);
    expect([end, (await served.ended).code]).toEqual([end, exit]);
    expect(await isListening(served.port)).toBe(false);
    // A kill leaves the profile; the next one takes its place.
    if (end !== 'SIGKILL') expect(await hasProfile()).toBe(false);
  }
  reached('L9', 'starts', STARTS);
});

it('a server ends with the program that started it', async () => {
  const script = `const { spawn } = require('node:child_process');
    const child = spawn(process.execPath, [${JSON.stringify(BIN)}, 'sandbox', 'serve', '--until-eof'], { stdio: ['pipe', 'pipe', 'inherit'] });
    child.stdout.once('data', (url) => { process.stdout.write(child.pid + ' ' + url); });
    setInterval(() => {}, 1000);`;
  const parent = spawn(NODE, ['-e', script], { env: docs.env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [pid, url] = await new Promise<string[]>((resolve) =>
    parent.stdout.once('data', (chunk) => resolve(String(chunk).trim().split(' '))),
  );
  const port = Number(new URL(url ?? '').port);
  expect(await isListening(port)).toBe(true);
  parent.kill('SIGKILL');
  await expect.poll(() => isAlive(Number(pid)), { timeout: 30_000 }).toBe(false);
  expect(await isListening(port)).toBe(false);
});

function isAlive(pid: number): boolean {
  try {
    // A process that has ended and that nobody waits for is no server any more.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

it('a port in use is exit 1 at once, and a second server takes nothing from the first', async () => {
  const first = await startServing(docs);
  const again = await docs(['sandbox', 'serve', '--port', String(first.port)]);
  expect(again).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/port \d+ is in use/) });
  expect(await hasProfile()).toBe(true);

  const second = await startServing(docs);
  expect(second.port).not.toBe(first.port);
  const own = `sandbox-serve-${second.port}`;
  for (const profile of ['sandbox-serve', own]) {
    const through = await docs(['auth', 'status', '--profile', profile, '--json']);
    expect(through.code, through.stderr).toBe(0);
  }
  const named = await docs(['sandbox', 'serve', '--profile-name', own]);
  expect([named.code, named.stderr]).toEqual([2, expect.stringContaining('--profile-name')]);
  first.child.kill('SIGTERM');
  await first.ended;
  const through = await docs(['spaces', 'list', '--profile', own, '-q']);
  expect(through.code, through.stderr).toBe(0);
  second.child.kill('SIGTERM');
  await second.ended;
  expect(await hasProfile()).toBe(false);
});

it('servers started side by side each name their own profile', async () => {
  const dated = ['--seed', 'demo', '--now', '2026-01-01'];
  const children = [[], [], dated].map((more) => docs.start(['sandbox', 'serve', '--json', ...more]));
  const facts = await Promise.all(
    children.map(async (child) => {
      let text = '';
      for await (const chunk of child.stdout ?? []) {
        text += chunk;
        if (text.includes('\n')) break;
      }
      expect(text.trimEnd(), 'one line, which a launcher reads').not.toContain('\n');
      return JSON.parse(text) as { url: string; profile: string; token?: string };
    }),
  );
  expect(new Set(facts.map(({ profile }) => profile)).size).toBe(children.length);
  for (const { url, profile, token } of facts) {
    expect(token).toMatch(/^docs_sandbox_/);
    const own = (await docs(['auth', 'token'], { env: { DOCS_PROFILE: profile } })).stdout.trim();
    const answer = await fetch(`${url}/v1/user`, { headers: { authorization: `Bearer ${own}` } });
    expect([profile, answer.status]).toEqual([profile, 200]);
  }
  // The content of the demo is no younger than its clock.
  const { url, token } = facts[2] ?? expect.fail();
  const get = async (path: string) =>
    (await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })).json();
  const { items } = (await get('/v1/orgs')) as { items: { id: string }[] };
  const listed = JSON.stringify(await get(`/v1/orgs/${items[0]?.id}/spaces`));
  const times = [...listed.matchAll(/"(?:updated|created)At":"([^"]+)"/g)].map(([, time = '']) => time);
  expect(times.length).toBeGreaterThan(4);
  expect(times.filter((time) => time > '2026-01-01T00:00:00.000Z')).toEqual([]);
  await Promise.all(
    children.map(async (child) => {
      const ended = new Promise((resolve) => child.once('close', resolve));
      child.kill('SIGTERM');
      await ended;
    }),
  );
  expect(await hasProfile()).toBe(false);
});

it('a removed file ends its server with one message', async () => {
  const made = await docs(['sandbox', 'init', '--file', 'gone.db', '--name', 'gone']);
  expect(made.code, made.stderr).toBe(0);
  const child = docs.start(['sandbox', 'serve', '--file', 'gone.db']);
  child.stdout?.once('data', () => rmSync(join(docs.home, 'work/gone.db')));
  const { code, stderr } = await collected(child);
  expect([code, stderr.match(/was removed while it was open/g)?.length]).toEqual([1, 1]);
});

it('a signal ends it in time, while a request hangs and another process writes', async () => {
  const made = await docs(['sandbox', 'init', '--file', 'busy.db', '--name', 'busy']);
  expect(made.code, made.stderr).toBe(0);
  const served = await startServing(docs, ['--file', 'busy.db']);
  const half = connect(served.port, '127.0.0.1', () =>
    half.write(`POST /v1/orgs HTTP/1.1\r\nhost: 127.0.0.1:${served.port}\r\ncontent-length: 9\r\n`),
  );
  half.on('error', () => {});
  const lock = openDatabase(join(docs.home, 'work/busy.db'));
  lock.run('BEGIN IMMEDIATE');
  void fetch(`${served.url}/v1/orgs/x/spaces`, { method: 'POST' }).catch(() => {});
  await new Promise((resolve) => setTimeout(resolve, 200));
  // Both go on for ever.
  served.child.kill('SIGTERM');
  expect((await served.ended).code).toBe(143);
  lock.run('ROLLBACK');
  lock.close();
  half.destroy();
});

it.skipIf(lacks('a sandbox that cannot be written is not served', 'setpriv', 'root'))(
  'a file or folder that cannot be written ends the start with exit 1',
  async () => {
    const home = mkdtempSync(join(tmpdir(), 'docs-readonly-'));
    chownSync(home, 65534, 65534);
    const as = (...words: string[]) => {
      const argv = ['--reuid=65534', '--regid=65534', '--clear-groups', NODE, BIN, ...words];
      return spawnSync('setpriv', argv, {
        env: { HOME: home, PATH: process.env.PATH ?? '', NO_COLOR: '1' },
        cwd: home,
        encoding: 'utf8',
        timeout: 20_000,
      });
    };
    expect(as('sandbox', 'init', '--file', 'box/x.db').status).toBe(0);
    for (const [path, closed, open] of [
      ['box/x.db', 0o444, 0o600],
      ['box', 0o555, 0o700],
    ] as const) {
      chmodSync(join(home, path), closed);
      const refused = as('sandbox', 'serve', '--file', 'box/x.db');
      expect([path, refused.status], refused.stderr).toEqual([path, 1]);
      expect(refused.stderr.match(/^docs: /gm)).toHaveLength(1);
      chmodSync(join(home, path), open);
    }
    rmSync(home, { recursive: true, force: true });
  },
);

it('listens on 127.0.0.1 alone, and tells that address', async () => {
  const { url, port, child, ended } = await startServing(docs);
  expect(url).toBe(`http://127.0.0.1:${port}`);
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  const table = readFileSync('/proc/net/tcp', 'utf8') + readFileSync('/proc/net/tcp6', 'utf8');
  const listening = table.split('\n').flatMap((line) => {
    const [, local = '', , state] = line.trim().split(/\s+/);
    return state === '0A' && local.endsWith(`:${hex}`) ? [local] : [];
  });
  expect(listening).toEqual([`0100007F:${hex}`]);
  child.kill('SIGTERM');
  await ended;
});

it.skipIf(lacks('another user gets nothing of the sandbox', 'setpriv', 'root'))(
  'another user of the machine gets nothing',
  async () => {
    // What protects it must be its own modes, not those of the folder around it.
    chmodSync(docs.home, 0o755);
    const served = await startServing(docs);
    const token = (await docs(['auth', 'token'], { env: { DOCS_PROFILE: 'sandbox-serve' } })).stdout.trim();
    const asOther = (...argv: string[]) =>
      spawnSync('setpriv', ['--reuid=65534', '--regid=65534', '--clear-groups', ...argv], {
        env: { PATH: process.env.PATH ?? '', HOME: '/nonexistent' },
        encoding: 'utf8',
      });
    expect(asOther('id', '-u').stdout.trim()).toBe('65534');
    const files = readdirSync(docs.home, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      // What docs keeps: tests before this one may have left files of their own beside it.
      .filter((path) => path.startsWith(`${docs.home}/.`));
    expect(files.some((path) => path.endsWith('credentials.json'))).toBe(true);
    expect(files.some((path) => path.endsWith('sandbox.db'))).toBe(true);
    for (const path of files) {
      expect([path, statSync(path).mode & 0o077]).toEqual([path, 0]);
      expect([path, asOther('cat', path).status]).toEqual([path, 1]);
    }
    const ask = (header: string) =>
      asOther(
        NODE,
        '-e',
        `fetch('${served.url}/v1/orgs', { headers: ${header} }).then((r) => console.log(r.status))`,
      ).stdout.trim();
    expect(ask('{}')).toBe('401');
    expect(ask("{ authorization: 'Bearer sandbox' }")).toBe('401');
    const shown = asOther('cat', `/proc/${served.child.pid}/cmdline`, `/proc/${served.child.pid}/environ`);
    expect(token.length).toBeGreaterThan(20);
    expect(shown.stdout).not.toContain(token);
    served.child.kill('SIGTERM');
    await served.ended;
    reached('L3', 'users', 1);
  },
);

it.skipIf(lacks('the sandbox connects to nothing that no request asked for', 'strace'))(
  'connects to nothing that no request asked for',
  async () => {
    const asked: string[] = [];
    const site = createServer((request, response) => {
      asked.push(`${request.url} ${request.headers.authorization ?? ''}`);
      response.setHeader('content-type', 'text/html');
      response.end('<main><h1>Limits</h1><p>One parcel.</p></main>');
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    const { port } = site.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}`;
    await docs(['spaces', 'create', '--title', 'Imports', '--edit-mode', 'live', '--empty']);
    const space = ['--space', 'Imports', '--yes'];
    const lines: [words: string[], connects: boolean][] = [
      [['content', 'import', `${url}/page`, '--source', 'website', ...space], true],
      [['content', 'import', 'file:///etc/passwd', '--source', 'website', ...space], false],
      [['openapi', 'create', 'tracking', '--url', `${url}/api.yaml`], true],
      [['integrations', 'dev', 'enable', 'parcel-map', '--tunnel-url', `https://127.0.0.1:${port}/x`], false],
      [['spaces', 'list'], false],
    ];
    for (const [words, connects] of lines) {
      const log = join(docs.home, 'connects');
      const trace = ['-f', '-qq', '-e', 'trace=connect', '-o', log, NODE, BIN, ...words];
      const traced = await finished(spawn('strace', trace, { env: docs.env }));
      const found = readFileSync(log, 'utf8').match(/sin6?_port=htons\(\d+\)/g) ?? [];
      expect([words, new Set(found)], traced.stderr).toEqual([
        words,
        new Set(connects ? [`sin_port=htons(${port})`] : []),
      ]);
    }
    expect(asked.length).toBeGreaterThan(1);
    expect(asked.filter((line) => !line.endsWith(' '))).toEqual([]);
    await new Promise((resolve) => site.close(resolve));
    reached('L6', 'commands', lines.length);
  },
);

import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BIN, type Built, builtDocs, finished, NODE } from '../helpers/built.ts';
import { lacks } from '../helpers/needs.ts';
import { reached, runs } from '../helpers/runs.ts';
import { startServing } from '../helpers/served.ts';

const STARTS = runs('L9', 'starts', 4);
const ENDS = [
  ['SIGTERM', 143],
  ['SIGINT', 130],
  ['SIGHUP', 129],
  ['end of input', 0],
  ['SIGKILL', null],
] as const;

let docs: Built;
beforeAll(async () => {
  docs = builtDocs();
  const made = await docs(['sandbox', 'init', '--demo']);
  expect(made.code, made.stderr).toBe(0);
});
afterAll(() => docs.cleanup());

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
  await expect.poll(() => isAlive(Number(pid)), { timeout: 10_000 }).toBe(false);
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
  first.child.kill('SIGTERM');
  await first.ended;
  const through = await docs(['spaces', 'list', '--profile', 'sandbox-serve', '-q']);
  expect(through.code, through.stderr).toBe(0);
  second.child.kill('SIGTERM');
  await second.ended;
  expect(await hasProfile()).toBe(false);
});

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
      .map((entry) => join(entry.parentPath, entry.name));
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

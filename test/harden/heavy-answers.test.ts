import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { BIN, NODE } from '../helpers/built.ts';
import { listening, temporaryFolder } from '../helpers/lasting.ts';
import { reached, runs } from '../helpers/runs.ts';

const MiB = 2 ** 20;
const LIST = ['spaces', 'list', '--org', 'organization-1234'];

let answer: (request: IncomingMessage, response: ServerResponse) => unknown = () => {};
let url: string;
let folder: string;
beforeEach(async () => {
  folder = temporaryFolder();
  // Not maxRSS of resourceUsage(): that one counts what this process had when it started the other.
  writeFileSync(
    join(folder, 'watch.cjs'),
    `const { readFileSync, writeFileSync } = require('fs');
process.on('exit', () => {
  const rssMiB = /VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1] / 1024;
  const { user, system } = process.cpuUsage();
  const used = { rssMiB, seconds: (user + system) / 1e6 };
  writeFileSync(${JSON.stringify(join(folder, 'used'))}, JSON.stringify(used));
});`,
  );
  const server = createServer((request, response) => {
    response.on('error', () => {});
    answer(request, response);
  });
  url = await listening(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
});

interface Ended {
  code: number | null;
  stderr: string;
  lines: number;
  /** Of computing: the machine may be shared, and then the clock tells nothing. */
  seconds: number;
  /** The most memory it ever had. */
  rssMiB: number;
}

function run(args: readonly string[], ...nodeOptions: string[]): Promise<Ended> {
  const env = {
    HOME: '/dev/null/home',
    DOCS_TOKEN: 'gb_api_canary-5d1e',
    DOCS_BASE_URL: url,
    NODE_OPTIONS: [`--require=${join(folder, 'watch.cjs')}`, ...nodeOptions].join(' '),
  };
  const child = spawn(NODE, [BIN, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let lines = 0;
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => {
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines += 1;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  return new Promise((resolve) => {
    child.on('close', (code) => {
      const used = JSON.parse(readFileSync(join(folder, 'used'), 'utf8'));
      // After ten seconds it says how far it is.
      const complaints = stderr.replace(/^List the spaces in an organization: .*\d+ s so far\n/gm, '');
      resolve({ code, stderr: complaints, lines, ...used });
    });
  });
}

/** The same piece for as long as somebody takes it. */
function endless(response: ServerResponse, piece: Uint8Array): void {
  const more = () => {
    while (!response.destroyed && response.write(piece));
  };
  response.on('drain', more);
  more();
}

const zeros = Buffer.alloc(MiB, '0');
const json = { 'content-type': 'application/json' };
const gzipped = { ...json, 'content-encoding': 'gzip' };
const packed = (encoding: string, bytes: Uint8Array) => (response: ServerResponse) => {
  response.writeHead(200, { ...json, 'content-encoding': encoding });
  response.end(bytes);
};

describe('an answer made to fill the memory', () => {
  it.each<[string, number, (response: ServerResponse) => void]>([
    ['300 MiB in gzip', 1, packed('gzip', Buffer.concat(Array.from({ length: 300 }, () => gzipSync(zeros))))],
    ['300 MiB in brotli', 1, packed('br', brotliCompressSync(Buffer.alloc(300 * MiB, '0')))],
    ['300 MiB in deflate', 1, packed('deflate', deflateSync(Buffer.alloc(300 * MiB, '0')))],
    ['five layers of gzip', 1, packed('gzip, gzip, gzip, gzip, gzip', gzipSync(zeros))],
    ['no end', 1, (response) => endless(response.writeHead(200, json), zeros)],
    ['no end, in gzip', 1, (response) => endless(response.writeHead(200, gzipped), gzipSync(zeros))],
    ['a complaint without end', 2, (response) => endless(response.writeHead(400, json), zeros)],
  ])('of %s ends in one error', async (_what, exit, give) => {
    answer = (_request, response) => give(response);
    const { code, stderr, seconds, rssMiB } = await run(LIST);
    expect([code, stderr]).toEqual([exit, expect.stringMatching(/^docs: [^\n]{1,600}\n(hint: [^\n]*\n)?$/)]);
    expect(rssMiB).toBeLessThan(250);
    expect(seconds).toBeLessThan(5);
    reached('N2', 'answers', 1);
  });
});

it('a list of a million items streams through a small memory', async () => {
  const pages = runs('N8', 'items', 100_000) / 1000;
  const filler = 'x'.repeat(900);
  answer = (request, response) => {
    const page = Number(new URL(request.url ?? '', 'http://x').searchParams.get('page') ?? 0);
    const items = Array.from(
      { length: 1000 },
      (_, at) => `{"object":"space","id":"${page}-${at}","title":"Title ${at}","description":"${filler}"}`,
    );
    const next = page + 1 < pages ? `,"next":{"page":"${page + 1}"}` : '';
    response.writeHead(200, json).end(`{"items":[${items.join()}],"count":${pages * 1000}${next}}`);
  };
  const { code, stderr, lines, rssMiB } = await run(
    [...LIST, '--output', 'ndjson'],
    '--max-old-space-size=128',
  );
  expect([code, stderr, lines]).toEqual([0, '', pages * 1000]);
  expect(rssMiB).toBeLessThan(200);
  reached('N8', 'items', lines);
});

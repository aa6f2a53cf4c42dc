import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BIN, demoDocs, NODE } from '../helpers/built.ts';
import { listening, perFile } from '../helpers/lasting.ts';
import { lacks } from '../helpers/needs.ts';
import { openPty, type Pty } from '../helpers/pty.ts';

// A container, a connection without a size and some editors give a terminal of no columns and no lines.
const SLOW_MS = 700;
const MOST_BYTES = 100_000;

let host: Server;
let space: string;
let url: string;
const docs = perFile(demoDocs);
beforeAll(async () => {
  space = (await docs(['spaces', 'list', '-q'])).stdout.split('\n')[0] ?? '';
  host = createServer((_, response) => {
    setTimeout(() => response.end('{"object":"space","id":"aaaaaaaaaaaaaaaaaaa1","title":"Slow"}'), SLOW_MS);
  });
  url = await listening(host);
});
afterAll(() => {
  host.close();
});

const open = (args: readonly string[], env: Record<string, string> = {}): Pty =>
  openPty([NODE, BIN, ...args], { columns: 0, rows: 0, env: { HOME: docs.home, ...env }, cwd: docs.home });

/** Exit code. What draws without end is ended. */
function endOf(pty: Pty): Promise<number> {
  const watch = setInterval(() => {
    if (pty.output().length > MOST_BYTES) pty.kill();
  }, 50);
  return pty.ended.finally(() => clearInterval(watch));
}

const here = it.skipIf(lacks('a terminal without a size', 'python3'));

here('shows no spinner, which would take up lines without end', async () => {
  const pty = open(['spaces', 'get', 'aaaaaaaaaaaaaaaaaaa1'], {
    DOCS_BASE_URL: url,
    DOCS_TOKEN: 'slow-host-token',
  });
  expect(await endOf(pty)).toBe(0);
  expect(pty.output()).toContain('Slow');
});

here.each([
  [['--help']],
  [['spaces', '--help']],
  [['spaces', 'list']],
  [['commands']],
  [['export', '--space', 'SPACE', '--to', 'exported']],
  [['links', 'check', '--space', 'SPACE']],
])('ends %j', async (args) => {
  const pty = open(args.map((word) => (word === 'SPACE' ? space : word)));
  expect([0, 6]).toContain(await endOf(pty));
  expect(pty.output()).not.toMatch(/NaN|Infinity|unexpected error/);
});

here('asks, and takes the answer', async () => {
  const pty = open(['spaces', 'delete', space]);
  await pty.waitFor(/delete/i);
  pty.type('n\r');
  expect(await endOf(pty)).toBe(3);
});

import { spawn } from 'node:child_process';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BIN, finished, NODE } from '../helpers/built.ts';
import { type FaultServer, faultServer } from '../helpers/fault-server.ts';
import { reached, runs } from '../helpers/runs.ts';

const COMMANDS = [
  ['spaces', 'list', '--org', 'organization-1234'],
  ['spaces', 'list', '--org', 'organization-1234', '--json'],
  ['spaces', 'get', 'space-0123456789'],
  ['spaces', 'update', 'space-0123456789', '--title', 'x'],
  ['auth', 'status'],
  ['api', 'GET', '/v1/x'],
];
const SIDE_BY_SIDE = 4;

/** Answers that break rules at every height: of HTTP, of encodings, of JSON, of what an operation describes. */
const bytes = fc
  .record({
    head: fc.oneof(
      { weight: 6, arbitrary: fc.integer({ min: 100, max: 599 }).map((code) => `HTTP/1.1 ${code} x`) },
      fc.constantFrom('HTTP/1.1 200 OK', 'HTTP/9.9 200', 'ICY 200 OK', '', 'HTTP/1.1 999999 x', '\0'),
    ),
    lines: fc.array(
      fc.oneof(
        fc.constantFrom(
          'content-length: 5',
          'content-length: -1',
          'transfer-encoding: chunked',
          'content-encoding: gzip',
          'content-encoding: zz',
          'content-type: text/html',
          'retry-after: 0',
          'location: //evil.example/x',
          'set-cookie: a=b',
          '__proto__: x',
          ': none',
          ' folded',
        ),
        fc.string({ maxLength: 30 }),
        fc.nat(30_000).map((length) => `x: ${'a'.repeat(length)}`),
      ),
      { maxLength: 4 },
    ),
    body: fc.oneof(
      fc.json(),
      fc.record({ items: fc.jsonValue(), next: fc.jsonValue() }).map((value) => JSON.stringify(value)),
      fc.jsonValue().map((value) => JSON.stringify({ error: value, message: value })),
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc.constantFrom(
        '',
        '\ufeff{}',
        '{"items":[',
        '<html>',
        '['.repeat(100_000),
        '{"items":[null,1,[],{}]}',
      ),
    ),
  })
  .map(({ head, lines, body }) => Buffer.from(`${[head, ...lines].join('\r\n')}\r\n\r\n${body}`));

let server: FaultServer;
let answers: Uint8Array[] = [];
beforeAll(async () => {
  // Which command asks is told by its token.
  server = await faultServer(
    ({ headers }) => answers[Number(headers.authorization?.split('-').at(-1))] ?? '',
  );
});
afterAll(() => server.close());

it('the program ends with a documented code and one line, whatever a server sends', async () => {
  const programs = runs('N1', 'programs', 10);
  answers = fc.sample(bytes, programs);
  let next = 0;
  const worker = async () => {
    while (next < programs) await runOne(next++);
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, worker));
  reached('N1', 'programs', programs);
});

async function runOne(at: number): Promise<void> {
  const args = [...(COMMANDS[at % COMMANDS.length] ?? []), '--timeout', '5'];
  const env = { HOME: '/dev/null/home', DOCS_TOKEN: `gb_api_canary-${at}`, DOCS_BASE_URL: server.origin };
  const { code, signal, stderr } = await finished(spawn(NODE, [BIN, ...args], { env, stdio: 'pipe' }));
  const about = `${args.join(' ')} of ${JSON.stringify(
    Buffer.from(answers[at] ?? [])
      .toString('latin1')
      .slice(0, 300),
  )}`;
  expect([0, 1, 2, 4, 5, 8], about).toContain(code);
  expect(signal, about).toBeNull();
  expect(stderr, about).not.toMatch(/^\s+at |unexpected error|canary/m);
  if (code !== 0) expect(stderr, about).toMatch(/^(docs: [^\n]+|\{"error":.*\})$/m);
}

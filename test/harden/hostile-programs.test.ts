import { spawn } from 'node:child_process';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BIN, finished, NODE } from '../helpers/built.ts';
import { faultServer } from '../helpers/fault-server.ts';
import { perFile } from '../helpers/lasting.ts';
import { reached, runs } from '../helpers/runs.ts';
import { linesIn } from '../helpers/text-cases.ts';

const COMMANDS = [
  ['spaces', 'list', '--org', 'organization-1234'],
  ['spaces', 'list', '--org', 'organization-1234', '--json'],
  ['spaces', 'get', 'space-0123456789'],
  ['spaces', 'update', 'space-0123456789', '--title', 'x'],
  ['auth', 'status'],
  ['api', 'GET', '/v1/x'],
];
const SIDE_BY_SIDE = 4;

const DEEP = '['.repeat(100_000);

/** Answers that break rules at every height: of HTTP, of encodings, of JSON, of what an operation describes. */
const bytes = fc
  .record({
    head: fc.oneof(
      { weight: 6, arbitrary: fc.integer({ min: 100, max: 599 }).map((code) => `HTTP/1.1 ${code} x`) },
      fc.constantFrom('HTTP/1.1 200 OK', 'HTTP/9.9 200', 'ICY 200 OK', '', 'HTTP/1.1 999999 x', '\0'),
    ),
    lines: fc.array(
      fc.oneof(
        fc.constantFrom(...linesIn(join(import.meta.dirname, 'hostile-headers.txt'))),
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
      fc.constantFrom('', '\ufeff{}', '{"items":[', '<html>', DEEP, '{"items":[null,1,[],{}]}'),
    ),
  })
  .map(({ head, lines, body }) => Buffer.from(`${[head, ...lines].join('\r\n')}\r\n\r\n${body}`));

let answers: Uint8Array[] = [];
/** Which command asks is told by its token. */
const server = perFile(
  () => faultServer(({ headers }) => answers[Number(headers.authorization?.split('-').at(-1))] ?? ''),
  (it) => it.close(),
);

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
  const answer = Buffer.from(answers[at] ?? []).toString('latin1');
  const about = `${args.join(' ')} of ${JSON.stringify(answer.slice(0, 300))}`;
  expect([0, 1, 2, 4, 5, 8], about).toContain(code);
  expect(signal, about).toBeNull();
  expect(stderr, about).not.toMatch(/^\s+at |unexpected error|canary/m);
  if (code !== 0) expect(stderr, about).toMatch(/^(docs: [^\n]+|\{"error":.*\})$/m);
}

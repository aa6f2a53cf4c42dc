// A hundred questions, and answers that do not come whole.
import { writeFileSync } from 'node:fs';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sandboxedCli, servedCli } from '../../../helpers/cli.ts';

const PAGES = ['Labels', 'Webhooks', 'Rate limits', 'Troubleshooting'];
const eval_ = (...more: string[]) => [
  'sites',
  'eval',
  'q.yaml',
  '--site',
  'Tarnpost Docs',
  '--json',
  ...more,
];

it('a hundred questions are judged the same twice, in the order of the file', async () => {
  const cli = await sandboxedCli();
  try {
    const questions = Array.from(
      { length: 100 },
      (_, n) =>
        `- search: ${['label', 'webhook', 'rate', 'error'][n % 4]} ${'x'.repeat(n % 3)}${n}\n  expect: ${PAGES[n % 4]}\n`,
    ).map((text, n) => (n < 4 ? text.replace(/ x*\d+\n/, '\n') : text));
    writeFileSync(join(cli.cwd, 'q.yaml'), questions.join(''));
    const [one, two] = [await cli(eval_()), await cli(eval_('--concurrency', '1'))];
    expect(one.exitCode, one.stderr.slice(-500)).toBe(0);
    expect(two.stdout).toBe(one.stdout);
    expect(two.stderr).toBe(one.stderr);
    expect(JSON.parse(one.stdout)).toHaveLength(100);
    expect(one.stderr).toMatch(/100 questions: [1-9]\d* passed/);
  } finally {
    cli.cleanup();
  }
});

/** In front of the sandbox: the answer to the first question ends in the middle, the second question is refused. */
async function unreliable(target: string) {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      if (request.url?.includes('/ask') && body.includes('first')) {
        const answer = {
          sources: [],
          followupQuestions: [],
          answer: { markdown: 'Half of it, with signature' },
        };
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(`data: ${JSON.stringify({ type: 'answer', answer })}\n\n`, () => response.destroy());
        return;
      }
      if (request.url?.includes('/ask') && body.includes('second')) {
        response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '1' });
        response.end(JSON.stringify({ error: { code: 429, message: 'slow down' } }));
        return;
      }
      const { hostname, port } = new URL(target);
      const { url: path, method, headers } = request;
      const onward = send(
        { hostname, port, path, method, headers: { ...headers, host: `${hostname}:${port}` } },
        (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response);
        },
      );
      onward.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}

it('an answer that is cut off or refused is not judged, and the others are', async () => {
  const cli = await servedCli({}, unreliable);
  try {
    const texts = ['How do I verify the first signature?', 'And the second one?', 'Why is the label blank?'];
    writeFileSync(
      join(cli.cwd, 'q.yaml'),
      texts.map((text) => `- ask: ${text}\n  expect: Troubleshooting\n  contains: label\n`).join(''),
    );
    const { exitCode, stdout, stderr } = await cli(eval_('--ask', '--exit-code'));
    expect(exitCode, stderr).toBe(7);
    const rows = JSON.parse(stdout) as {
      outcome: string;
      rank: number | null;
      reciprocalRank: number | null;
    }[];
    expect(rows.map(({ outcome }) => outcome)).toEqual(['not judged', 'not judged', 'passed']);
    expect(rows.map(({ reciprocalRank }) => reciprocalRank)).toEqual([null, null, 1]);
    expect(stderr).toContain('3 questions: 1 passed, 0 failed, 2 not judged; hit at 1 100 %');
    expect(stderr).toContain('1 of 3 questions done, 2 failed');
  } finally {
    cli.cleanup();
  }
});

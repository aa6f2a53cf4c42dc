// A hundred questions, and answers that do not come whole.
import { writeFileSync } from 'node:fs';
import { createServer, type ServerResponse, request as send } from 'node:http';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sandboxedCli, servedCli } from '../../../helpers/cli.ts';
import { listening, untilEnd } from '../../../helpers/lasting.ts';

const PAGES = ['Labels', 'Webhooks', 'Rate limits', 'Troubleshooting'];
const EVAL = ['sites', 'eval', 'q.yaml', '--site', 'Tarnpost Docs', '--json'];
const eval_ = (...more: string[]) => [...EVAL, ...more];

it('a hundred questions are judged the same twice, in the order of the file', async () => {
  const cli = untilEnd(await sandboxedCli());

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
});

type Answer = (response: ServerResponse, pass: (into?: (text: string) => void) => void) => void;

const event = (text: string) =>
  `data: ${JSON.stringify({ type: 'answer', answer: { sources: [], followupQuestions: [], answer: { markdown: text } } })}\n\n`;
const begin = (response: ServerResponse, more = {}) =>
  response.writeHead(200, { 'content-type': 'text/event-stream', ...more });
const refuse = (response: ServerResponse, headers = {}) =>
  response
    .writeHead(429, { 'content-type': 'application/json', ...headers })
    .end(JSON.stringify({ error: { code: 429, message: 'slow down' } }));
const HALF = 'Half of it, with label and signature';

/** What happens to a question that holds the word. */
const ANSWERS: Readonly<Record<string, Answer>> = {
  'cut between events': (response) =>
    void begin(response).write(event(HALF), () => setTimeout(() => response.destroy(), 10)),
  'cut within an event': (response) =>
    void begin(response).write(event(HALF) + event(HALF).slice(0, 40), () => response.destroy()),
  'ended within an event': (response) => void begin(response).end(event(HALF) + event(HALF).slice(0, 40)),
  'ended without a length': (response) => {
    response.useChunkedEncodingByDefault = false;
    begin(response, { connection: 'close' }).end(event(HALF));
  },
  'empty answer': (response) => void begin(response).end(),
  'always refused': (response) => void refuse(response),
  'refused for an hour': (response) => void refuse(response, { 'retry-after': '3600' }),
  'in drops': (response, pass) =>
    pass((text) => {
      begin(response);
      const pieces = text.match(/.{1,40}/gs) ?? [];
      const next = () => {
        const piece = pieces.shift();
        if (piece === undefined) response.end();
        else response.write(piece, () => setTimeout(next, 2));
      };
      next();
    }),
  'among others': (response, pass) =>
    pass((text) => begin(response).end(`data: {"type":"step","at":1}\n\n${text}data: {"type":"end"}\n\n`)),
  'never ends': (response) => {
    begin(response).write(event(HALF));
    const timer = setInterval(() => response.write(': wait\n'), 20);
    response.on('close', () => clearInterval(timer));
  },
};

/** In front of the sandbox; `refused once` is asked again and answered. */
function faulty(asked: string[]) {
  return async (target: string) => {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => void chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks);
        const { hostname, port } = new URL(target);
        const { url: path, method, headers } = request;
        const pass = (into?: (text: string) => void) =>
          void send(
            { hostname, port, path, method, headers: { ...headers, host: `${hostname}:${port}` } },
            (answer) => {
              if (!into) {
                response.writeHead(answer.statusCode ?? 502, answer.headers);
                answer.pipe(response);
                return;
              }
              const read: Buffer[] = [];
              answer.on('data', (chunk: Buffer) => void read.push(chunk));
              answer.on('end', () => into(Buffer.concat(read).toString()));
            },
          ).end(body);
        if (!path?.includes('/ask')) return pass();
        const { question } = JSON.parse(body.toString()) as { question: string };
        asked.push(question);
        if (question.includes('refused once') && asked.filter((one) => one === question).length === 1)
          return void refuse(response, { 'retry-after': '1' });
        const word = Object.keys(ANSWERS).find((one) => question.includes(one));
        return word === undefined ? pass() : ANSWERS[word]?.(response, pass);
      });
    });
    const stop = async () => {
      server.closeAllConnections();
      server.close();
    };
    return { url: await listening(server), stop };
  };
}

interface Row {
  outcome: string;
  reciprocalRank: number | null;
  problems: string[];
}

/** Why is the label blank? is what the demo answers. */
const questionsOf = (words: readonly string[]) =>
  words.map(
    (text) => `- ask: "Why is the label blank? ${text}"\n  expect: Troubleshooting\n  contains: label\n`,
  );

it('an answer that is cut off, empty or refused is not judged, one that comes slowly is, and none is paid for twice', async () => {
  const asked: string[] = [];
  const cli = untilEnd(await servedCli({}, faulty(asked)));

  const cut = [
    'cut between events',
    'cut within an event',
    'ended within an event',
    'ended without a length',
  ];
  const bad = [...cut, 'empty answer', 'always refused'];
  const good = ['refused once', 'in drops', 'among others', ''];
  writeFileSync(join(cli.cwd, 'q.yaml'), questionsOf([...bad, ...good]).join(''));
  const { exitCode, stdout, stderr } = await cli(eval_('--ask', '--exit-code', '--concurrency', '1'));
  expect(exitCode, stderr).toBe(7);
  const rows: Row[] = JSON.parse(stdout);
  const outcomes = [...bad.map(() => 'not judged'), ...good.map(() => 'passed')];
  expect(rows.map(({ outcome }) => outcome)).toEqual(outcomes);
  expect(rows.map(({ reciprocalRank }) => reciprocalRank)).toEqual([
    ...bad.map(() => null),
    ...good.map(() => 1),
  ]);
  expect(stderr).toContain('10 questions: 4 passed, 0 failed, 6 not judged; hit at 1 100%');
  const times = (word: string) => asked.filter((one) => one.includes(word)).length;
  for (const word of bad) expect([word, times(word)]).toEqual([word, word === 'always refused' ? 4 : 1]);
  expect(times('refused once')).toBe(2);
  const told = await cli(['sites', 'ask', 'Tarnpost Docs', 'Why is the label blank? among others']);
  expect(told).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('Troubleshooting') });
});

it('a host that asks to wait for an hour ends the run, and what was not asked is not judged', async () => {
  const asked: string[] = [];
  const cli = untilEnd(await servedCli({}, faulty(asked)));

  writeFileSync(join(cli.cwd, 'q.yaml'), questionsOf(['', 'refused for an hour', 'too']).join(''));
  const { exitCode, stdout } = await cli(eval_('--ask', '--concurrency', '1'));
  expect(exitCode).toBe(7);
  const rows: Row[] = JSON.parse(stdout);
  expect(rows.map(({ outcome }) => outcome)).toEqual(['passed', 'not judged', 'not judged']);
  expect(rows.at(-1)?.problems).toEqual(['it was not asked']);
  expect(asked).toHaveLength(2);
});

it('docs sites ask says of half an answer that it is none, and shows no sources of it', async () => {
  const cli = untilEnd(await servedCli({}, faulty([])));

  const ask = (word: string, ...more: string[]) =>
    cli(['sites', 'ask', 'Tarnpost Docs', `Why is the label blank? ${word}`, ...more]);
  for (const word of ['cut between events', 'cut within an event', 'ended within an event']) {
    const { exitCode, stdout, stderr } = await ask(word, '--json');
    expect([word, exitCode === 0, stdout]).toEqual([word, false, '']);
    expect(stderr).toMatch(/no response from|not valid JSON/);
  }
  const slow = await ask('in drops');
  expect([slow.exitCode, slow.stdout]).toEqual([0, expect.stringContaining('Sources:\n- Troubleshooting')]);
  const again = await ask('refused once');
  expect(again.exitCode, again.stderr).toBe(0);
  expect(again.stdout).toContain('Sources:');
  const late = await ask('never ends', '--timeout', '1');
  expect([late.exitCode, late.stdout.includes('Sources:')]).toEqual([8, false]);
  const judged = await ask('ended without a length');
  expect([judged.exitCode === 0, judged.stdout.includes('Sources:')]).toEqual([false, false]);
});

it('an eval whose time is over counts no question that was still being answered', async () => {
  const cli = untilEnd(await servedCli({}, faulty([])));

  writeFileSync(join(cli.cwd, 'q.yaml'), questionsOf(['never ends', '']).join(''));
  const { exitCode, stdout } = await cli(eval_('--ask', '--timeout', '1', '--concurrency', '1'));
  expect(exitCode).not.toBe(0);
  const rows: Row[] = stdout === '' ? [] : JSON.parse(stdout);
  expect(rows.filter(({ outcome }) => outcome !== 'not judged')).toEqual([]);
});

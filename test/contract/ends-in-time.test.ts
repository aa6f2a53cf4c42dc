// Every command ends when its time is up and when it is interrupted, whatever the host does not do.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CancelledError } from '../../src/errors.ts';
import { freshCli, sandboxedCli } from '../helpers/cli.ts';
import { hostCommands as calls } from '../helpers/command-lines.ts';
import { writeFixtures } from '../helpers/example-files.ts';
import { type FaultServer, faultServer, type Reply } from '../helpers/fault-server.ts';
import { perFile, untilEnd } from '../helpers/lasting.ts';
import { isMeasured } from '../helpers/measured.ts';
import { lacks } from '../helpers/needs.ts';
import { reached, runs } from '../helpers/runs.ts';
import { soonerThan } from '../helpers/sooner.ts';

const LIMIT_MS = 1000;
/** How long a request may take that nobody set a limit for: what ended in half of it did not wait for that. */
const REQUEST_MS = 30_000;
/** The promise is a second, and is measured for the table of promises. A check sees by the words which limit ended it. */
const SLACK_MS = isMeasured ? 1000 : Number.POSITIVE_INFINITY;
/** What a request says that was given up by its own limit. */
const OWN_LIMIT = /took longer than 30 s/;
/** A change that is on its way is given this long to tell its outcome. */
const GRACE_MS = 5000;
/** With --timeout more at a time would wait for one another before they ask; a signal comes once each has asked. */
const TOGETHER = 90;
const AFTER_ASKING = isMeasured ? TOGETHER : Number.POSITIVE_INFINITY;

const timers: NodeJS.Timeout[] = [];
const MANNERS: readonly (readonly [string, Reply])[] = [
  ['never answers', () => undefined],
  [
    'stops after the headers',
    (_, socket) =>
      void socket.write(
        'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{"items":',
      ),
  ],
  [
    'gives a byte a second',
    (_, socket) => {
      const text = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n[';
      let at = 0;
      timers.push(setInterval(() => socket.destroyed || socket.write(text[at++] ?? ' '), 1000));
    },
  ],
];

/** It takes the name as it is. */
const NEEDS_NO_ANSWER = /^docs use$/;

/** When the first request of each token came: what is loaded before it is not the host's time. */
const askedAt = new Map<string, number>();
const counted = { limits: 0, signals: 0 };
const servers: FaultServer[] = [];
const cli = perFile(freshCli);
beforeAll(async () => {
  for (const [, reply] of MANNERS)
    servers.push(
      await faultServer((request, socket, index) => {
        const { authorization = '' } = request.headers;
        if (!askedAt.has(authorization)) askedAt.set(authorization, performance.now());
        return reply(request, socket, index);
      }),
    );
  writeFixtures(cli.cwd);
});
afterAll(async () => {
  reached('N14', 'commands with --timeout', counted.limits);
  reached('N14', 'commands with a signal', counted.signals);
  for (const timer of timers) clearInterval(timer);
  for (const server of servers) await server.close();
});

interface Ended {
  path: string;
  exitCode: number;
  stderr: string;
  tookMs: number;
  asked: boolean;
  wrote: boolean;
}

/** Runs the calls side by side, so many at a time; `late` is how long this process itself was held up. */
async function together(
  run: (at: number) => Promise<Ended>,
  most: number,
): Promise<(Ended & { late: number })[]> {
  const all: (Ended & { late: number })[] = [];
  for (let from = 0; from < calls.length; from += most) {
    let late = 0;
    let last = performance.now();
    const watch = setInterval(() => {
      late += Math.max(0, performance.now() - last - 40);
      last = performance.now();
    }, 20);
    const ended = await Promise.all(calls.slice(from, from + most).map((_, at) => run(from + at)));
    clearInterval(watch);
    all.push(...ended.map((one) => ({ ...one, late })));
  }
  return all;
}

function envOf(server: FaultServer): Record<string, string> {
  return {
    DOCS_TOKEN: 'token-1',
    DOCS_BASE_URL: server.origin,
    DOCS_ORG: 'organization-1234',
    DOCS_SPACE: 'space-1234567890',
    DOCS_SITE: 'site-12345678901',
    DOCS_HISTORY: 'off',
  };
}

/** Each command meets one of the hosts each time, and with `harden` all of them. */
const ROUNDS = Array.from(
  { length: Math.ceil(runs('N14', 'commands with --timeout', 1) / calls.length) },
  (_, at) => at,
);

const tokenOf = (at: number, round: number, more: readonly string[]) => `token-${at}-${round}-${more.length}`;

async function runOne(
  at: number,
  round: number,
  more: readonly string[],
  signal?: AbortController,
): Promise<Ended> {
  const [path = '', words = []] = calls[at] ?? [];
  const server = servers[(at + round) % servers.length];
  if (!server) throw new Error('no server');
  const token = tokenOf(at, round, more);
  const { exitCode, stderr } = await cli([...words, ...more], {
    env: { ...envOf(server), DOCS_TOKEN: token },
    ...(signal && { signal: signal.signal }),
  });
  const authorization = `Bearer ${token}`;
  const own = server.received.filter(({ headers }) => headers.authorization === authorization);
  const tookMs = performance.now() - (askedAt.get(authorization) ?? performance.now());
  const wrote = own.some(({ method }) => method !== 'GET');
  return { path, exitCode, stderr, tookMs, asked: own.length > 0, wrote };
}

describe.each(ROUNDS)('round %i: before a host that never gets to an end', (round) => {
  it('--timeout ends every command', async () => {
    const ended = await together((at) => runOne(at, round, ['--timeout', '1']), TOGETHER);
    const wrong = ended.filter(
      ({ path, exitCode, stderr, tookMs, late, asked }) =>
        tookMs > LIMIT_MS + SLACK_MS + late ||
        (exitCode === 0 && asked && !NEEDS_NO_ANSWER.test(path)) ||
        /unexpected error/.test(stderr) ||
        OWN_LIMIT.test(stderr),
    );
    expect(wrong).toEqual([]);
    counted.limits += ended.length;
  });

  it('the first signal ends every command', async () => {
    const ended = await together(async (at) => {
      const control = new AbortController();
      const authorization = `Bearer ${tokenOf(at, round + 1, [])}`;
      let abortedAt = 0;
      // In the middle of a request.
      const abort = () => {
        abortedAt = performance.now();
        control.abort(new CancelledError('interrupted by SIGTERM', { exit: 143 }));
      };
      const watch = setInterval(() => {
        if (abortedAt === 0 && performance.now() - (askedAt.get(authorization) ?? Number.NaN) > 200) abort();
      }, 50);
      const one = await runOne(at, round + 1, [], control);
      clearInterval(watch);
      return { ...one, tookMs: abortedAt === 0 ? 0 : performance.now() - abortedAt };
    }, AFTER_ASKING);
    const wrong = ended.filter(
      ({ tookMs, late, wrote, stderr }) =>
        tookMs > (wrote ? GRACE_MS : 0) + SLACK_MS + late || /unexpected error/.test(stderr),
    );
    expect(wrong).toEqual([]);
    const interrupted = ended.filter(({ tookMs, asked }) => asked && tookMs > 0);
    // The process itself has the exit code of its signal, whatever the last check of `doctor` says.
    const others = interrupted.filter(({ path }) => path !== 'docs doctor');
    expect(others.filter(({ exitCode }) => exitCode !== 143)).toEqual([]);
    expect(interrupted.length).toBeGreaterThan(calls.length / 2);
    counted.signals += ended.length;
  });
});

describe.skipIf(lacks('imports that never get to an end', 'git'))(
  'work of the sandbox that gets no answer',
  () => {
    const LINES = [
      'git import --space Guides --url HOST/a.git --ref refs/heads/main --yes',
      'git import --space Guides --url HOST/a.git --ref refs/heads/main --yes --wait',
      'openapi set parcels --url HOST/parcels.yaml',
    ];

    it.each(LINES)('%s ends with --timeout and with the first signal', async (line) => {
      const sandboxed = untilEnd(await sandboxedCli());

      const words = line.replace('HOST', servers[0]?.origin ?? '').split(' ');
      // Without a limit of the command the sandbox gives the host up after half a minute, and says something else.
      const late = await soonerThan(REQUEST_MS, () => sandboxed([...words, '--timeout', '1']));
      expect(late.stderr).toMatch(/time limit/);
      const control = new AbortController();
      setTimeout(() => control.abort(new CancelledError('interrupted by SIGTERM', { exit: 143 })), 700);
      await soonerThan(REQUEST_MS, () => sandboxed(words, { signal: control.signal }));
      if (!line.startsWith('git')) return;
      const { stdout } = await sandboxed('spaces get Guides --json');
      expect(JSON.parse(stdout).gitSync.operation).toMatchObject({
        state: 'failure',
        error: expect.stringContaining('interrupted'),
      });
    });
  },
);

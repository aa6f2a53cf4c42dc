// Heavy jobs on a space of 20,000 pages in a served sandbox: everybody else is answered meanwhile.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { builtDocs } from '../helpers/built.ts';
import { largeSpace } from '../helpers/large-space.ts';
import { perFile } from '../helpers/lasting.ts';
import { reached, runs } from '../helpers/runs.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';
import { type Served, startServing } from '../helpers/served.ts';

const PAGES = runs('L16', 'pages', 2000);
const SPACES = runs('L16', 'spaces of 100 pages', 10);
/** Of CPU time: the machine may be shared, and then the clock tells nothing. */
const LONGEST_MS = 200;
const MOST_MIB = 400;
const EVERY_MS = 25;

/**
 * Runs in the server. Since it was asked last: the longest stretch of computing of the main thread, the most that it computed
 * between a request of somebody else and its response, and the most memory. Where the system does not count, by the clock.
 */
const PROBE = `
const { readFileSync, writeFileSync } = require('node:fs');
const { subscribe } = require('node:diagnostics_channel');
const spent = () => {
  try {
    return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return performance.now();
  }
};
let [last, longest, computed, peak] = [spent(), 0, 0, 0];
const look = () => {
  const now = spent();
  longest = Math.max(longest, now - last);
  peak = Math.max(peak, process.memoryUsage.rss() / 2 ** 20);
  last = now;
};
const begun = new WeakMap();
subscribe('http.server.request.start', ({ request }) => {
  if (request.headers['x-other']) begun.set(request, spent());
});
subscribe('http.server.response.finish', ({ request }) => {
  if (begun.has(request)) computed = Math.max(computed, spent() - begun.get(request));
});
setInterval(look, 5).unref();
process.on('SIGUSR2', () => {
  look();
  writeFileSync(process.env.PROBE + '.new', JSON.stringify({ longest, computed, peak }));
  require('node:fs').renameSync(process.env.PROBE + '.new', process.env.PROBE);
  [longest, computed, peak] = [0, 0, 0];
});
`;

let served: Served;
let large: string;
let smalls: string[];
/** How many of the small spaces somebody searched: each is searched for the first time only once. */
let searched = 0;
const docs = perFile(builtDocs);
const test = perFile(openTestSandbox);
beforeAll(async () => {
  large = await largeSpace(test, PAGES);
  smalls = [];
  for (let at = 0; at < SPACES; at += 1) smalls.push(await largeSpace(test, 100, { words: `space${at}` }));
  test.sandbox.db.close();
  writeFileSync(join(docs.home, 'probe.cjs'), PROBE);
  served = await startServing(docs, ['--file', test.sandbox.file, '--log', join(docs.home, 'requests')], {
    env: { NODE_OPTIONS: `--require=${join(docs.home, 'probe.cjs')}`, PROBE: join(docs.home, 'probe.json') },
  });
}, 300_000);
afterAll(() => {
  served.child.kill('SIGKILL');
});

async function ask(method: string, path: string, body?: object, own: Record<string, string> = {}) {
  const headers = {
    ...own,
    // Each has a connection of its own: the server closes idle ones, which a slow machine notices too late.
    connection: 'close',
    authorization: `Bearer ${test.adminToken}`,
    ...(body && { 'content-type': 'application/json' }),
  };
  const more = body && { body: JSON.stringify(body) };
  const answer = await fetch(`${served.url}/v1${path}`, { method, headers, ...more });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json') && text.length < 2 ** 20;
  return { status: answer.status, body: (isJson ? JSON.parse(text) : {}) as Record<string, unknown> };
}

async function probe(): Promise<Pick<Figures, 'longest' | 'computed' | 'peak'>> {
  const file = join(docs.home, 'probe.json');
  rmSync(file, { force: true });
  served.child.kill('SIGUSR2');
  while (!existsSync(file)) await delay(20);
  return JSON.parse(readFileSync(file, 'utf8'));
}

interface Figures {
  seconds: number;
  /** The longest anybody else waited, in ms by the clock, which counts other work of the machine. */
  wait: number;
  /** What the server computed meanwhile, in ms. */
  computed: number;
  /** The longest stretch of computing, in ms. */
  longest: number;
  peak: number;
}

/** Runs a job while others ask for small things, and change them. */
async function measure(work: () => Promise<void>): Promise<Figures> {
  await probe();
  let isDone = false;
  let wait = 0;
  const wrong: string[] = [];
  const press = async (next: () => [method: string, path: string, body?: object]) => {
    while (!isDone) {
      const from = performance.now();
      const [method, path, body] = next();
      const { status } = await ask(method, path, body, { 'x-other': 'yes' });
      if (status !== 200) wrong.push(`${path}: ${status}`);
      wait = Math.max(wait, performance.now() - from);
      await delay(EVERY_MS);
    }
  };
  const [small = ''] = smalls;
  const others = [
    press(() => ['GET', `/spaces/${small}`]),
    press(() => ['GET', `/spaces/${small}/search?query=parcel`]),
    press(() => ['GET', `/spaces/${smalls[searched++ % smalls.length]}/search?query=parcel`]),
    press(() => ['PATCH', `/spaces/${small}`, { emoji: '1f4d8' }]),
  ];
  const from = performance.now();
  try {
    await work();
  } finally {
    isDone = true;
  }
  const seconds = (performance.now() - from) / 1000;
  await Promise.all(others);
  expect(wrong).toEqual([]);
  return { seconds, wait, ...(await probe()) };
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await delay(100);
}

async function git(space: string, direction: 'import' | 'export'): Promise<void> {
  const url = join(docs.home, 'repository.git');
  if (!existsSync(url)) execFileSync('git', ['init', '-q', '--bare', url]);
  const body = { url, ref: 'refs/heads/main', ...(direction === 'export' && { commitMessage: 'All' }) };
  expect((await ask('POST', `/spaces/${space}/git/${direction}`, body)).status).toBe(204);
  const operation = async () => {
    const { gitSync } = (await ask('GET', `/spaces/${space}`)).body as {
      gitSync?: { operation?: { state: string; error?: string } };
    };
    return gitSync?.operation;
  };
  await until(async () => (await operation())?.state !== 'running');
  expect(await operation()).toMatchObject({ state: 'success' });
}

const okay = async (...wanted: Parameters<typeof ask>) => {
  const answer = await ask(...wanted);
  expect([wanted[1], answer.status]).toEqual([wanted[1], expect.toBeOneOf([200, 201])]);
  return answer;
};

const newSpace = async () => {
  const path = `/orgs/${test.organizationId}/spaces`;
  return String((await okay('POST', path, { title: 'New', editMode: 'live', empty: true })).body.id);
};

const JOBS: Record<string, () => Promise<void>> = {
  'first search': async () => {
    await okay('GET', `/spaces/${large}/search?query=parcel`);
  },
  'search of all spaces': async () => {
    await okay('GET', `/orgs/${test.organizationId}/search?query=parcel`);
  },
  'whole page tree': async () => {
    await okay('GET', `/spaces/${large}/content/pages`);
  },
  links: async () => {
    await okay('GET', `/spaces/${large}/links`);
  },
  copy: async () => {
    await okay('POST', `/spaces/${large}/duplicate`);
  },
  translation: async () => {
    const path = `/orgs/${test.organizationId}/translations`;
    const source = { space: large, language: 'en' };
    const { id } = (await okay('POST', path, { language: 'fr', source })).body;
    await until(async () => (await okay('GET', `${path}/${id}`)).body.status === 'completed');
  },
  'git export': () => git(large, 'export'),
  'git import of that': async () => git(await newSpace(), 'import'),
};

it('nobody waits for a heavy job of somebody else', async () => {
  const all: Figures[] = [];
  for (const [name, job] of Object.entries(JOBS)) {
    const figures = await measure(job);
    const { seconds, wait, computed, longest, peak } = figures;
    console.log(
      `L16: ${name}: ${seconds.toFixed(1)} s, others waited ${wait.toFixed(0)} ms at most, ${computed.toFixed(0)} ms of CPU, ` +
        `longest stretch ${longest.toFixed(0)} ms of CPU, ${peak.toFixed(0)} MiB`,
    );
    expect([name, longest < LONGEST_MS, longest]).toEqual([name, true, longest]);
    expect([name, computed < LONGEST_MS, computed]).toEqual([name, true, computed]);
    all.push(figures);
  }
  const most = (figure: keyof Figures) => Math.max(...all.map((one) => one[figure]));
  if (PAGES >= 20_000) expect(most('peak')).toBeLessThan(MOST_MIB);
  reached('L16', 'pages', PAGES);
  reached('L16', 'spaces of 100 pages', SPACES);
  reached('L16', 'ms of the longest wait (stated)', Math.ceil(most('wait')));
  reached('L16', 'ms of CPU during the longest wait (stated)', Math.ceil(most('computed')));
  reached('L16', 'ms of CPU at a stretch (stated)', Math.ceil(most('longest')));
  reached('L16', 'MiB of memory (stated)', Math.ceil(most('peak')));
}, 1_800_000);

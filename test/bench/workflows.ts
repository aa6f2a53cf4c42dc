// Speed of the big jobs against a host that takes 20 ms longer for each answer, as ratios in one run.
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Figure } from './content.ts';
import { type Case, measure, runCosted, runOnce } from './measure.ts';
import { type SlowHost, startSlowHost } from './slow-host.ts';

const bin = resolve(process.env.DOCS_BENCH_BIN ?? 'bin/docs.js');
const node = process.execPath;
const DELAY_MS = 20;

/** Every figure of the jobs; builds nothing: the program must have been built. */
export async function workflowFigures(): Promise<Figure[]> {
  const home = mkdtempSync(join(tmpdir(), 'docs-bench-jobs-'));
  try {
    return [...(await diffFigures(home)), ...(await linkFigures(home)), ...(await memoryFigures(home))];
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

const docs = (host: SlowHost, home: string, name: string, args: readonly string[]): Case => ({
  name,
  command: node,
  args: [bin, ...args],
  env: { HOME: home, DOCS_TOKEN: host.token, DOCS_BASE_URL: host.url },
});

/** Five changed pages of 2,000, against the same requests sent one after the other. */
async function diffFigures(home: string): Promise<Figure[]> {
  const host = await startSlowHost({ spaces: 0, pages: 2000, delayMs: DELAY_MS });
  try {
    const diff = docs(host, home, 'docs cr diff', ['cr', 'diff', '1', '--space', 'Large', '--stat']);
    await runOnce(diff);
    await host.requests();
    await runOnce(diff);
    const paths = await host.requests();
    const times: [ours: number, theirs: number][] = [];
    for (let round = 0; round < 5; round += 1) times.push([await runOnce(diff), await oneByOne(host, paths)]);
    const [ours, theirs] = [median(times.map(([one]) => one)), median(times.map(([, one]) => one))];
    return [
      {
        name: 'cr diff of 5 pages in 2,000: requests',
        ratio: paths.length,
        bound: 'most',
        gate: 20,
        aim: 16,
        detail: 'titles looked up among them',
      },
      {
        name: 'cr diff of 5 pages in 2,000, against its requests one after the other',
        ratio: ours / theirs,
        bound: 'most',
        gate: 2,
        aim: 1.5,
        detail: `${ours.toFixed(0)} ms against ${theirs.toFixed(0)} ms`,
      },
    ];
  } finally {
    host.stop();
  }
}

/** Milliseconds of the bare requests, on one connection. */
async function oneByOne(host: SlowHost, paths: readonly string[]): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const from = performance.now();
  for (const path of paths) {
    await new Promise<void>((done, failed) => {
      const headers = { authorization: `Bearer ${host.token}` };
      get(`${host.url}${path}`, { agent, headers }, (response) => {
        response.resume().on('end', done);
      }).on('error', failed);
    });
  }
  agent.destroy();
  return performance.now() - from;
}

/** 200 spaces, as many at a time as it chooses against one at a time. */
async function linkFigures(home: string): Promise<Figure[]> {
  const host = await startSlowHost({ spaces: 200, pages: 0, delayMs: DELAY_MS });
  const check = ['links', 'check', '--all-spaces', '-o', 'ndjson'];
  const ofItself = docs(host, home, 'of itself', check);
  const oneAtATime = docs(host, home, 'one at a time', [...check, '--concurrency', '1']);
  try {
    const measured = await measure([ofItself, oneAtATime], 3);
    const ours = measured.get(ofItself.name)?.medianMs ?? 1;
    const theirs = measured.get(oneAtATime.name)?.medianMs ?? 0;
    return [
      {
        name: 'links check of 200 spaces, times faster than one request after the other',
        ratio: theirs / ours,
        bound: 'least',
        gate: 6,
        aim: 8,
        detail: `${ours.toFixed(0)} ms against ${theirs.toFixed(0)} ms`,
      },
    ];
  } finally {
    host.stop();
  }
}

async function memoryFigures(home: string): Promise<Figure[]> {
  const few = await linkMemory(home, 10);
  const many = await linkMemory(home, 1000);
  return [
    {
      name: 'memory of links check of 1,000 spaces, MB',
      ratio: many,
      bound: 'most',
      gate: 200,
      aim: 150,
      detail: `largest resident size; ${few.toFixed(0)} MB for 10 spaces`,
    },
  ];
}

async function linkMemory(home: string, spaces: number): Promise<number> {
  const host = await startSlowHost({ spaces, pages: 0, delayMs: 0 });
  try {
    const links = docs(host, home, 'links', ['links', 'check', '--all-spaces', '-o', 'ndjson']);
    return (await runCosted(links)).mb;
  } finally {
    host.stop();
  }
}

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { name, ratio, bound, gate, detail } of await workflowFigures())
    console.log(`${name}: ${ratio.toFixed(2)} (${bound === 'most' ? '<=' : '>='} ${gate}); ${detail}`);
}

// The sandbox for tests of others: what its first start in a process takes, and the first page of a large published site,
// by the clock and beside the shortest run of Node.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createSite, publishSite } from '../../src/api/sites/sites.ts';
import { largeSpace } from '../helpers/large-space.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';
import type { Figure } from './content.ts';
import { plainEnv } from './measure.ts';

const ROUNDS = 7;
const PAGES = 20_000;
/** What is published is read while nobody waits. */
const IDLE_MS = 1500;
const bin = resolve('bin/docs.js');

const START = `const { startSandbox } = require(${JSON.stringify(resolve('bin/sandbox.js'))});
const from = performance.now();
startSandbox().then(async (sandbox) => {
  console.log(performance.now() - from);
  await sandbox.stop();
});`;

/** Both figures; the smallest of the runs of each, interleaved. */
export async function sandboxFigures(node: string): Promise<Figure[]> {
  const home = mkdtempSync(join(tmpdir(), 'docs-bench-sandbox-'));
  try {
    const page = await largeSite();
    const [start, first, empty] = [new Least(), new Least(), new Least()];
    // The first runs keep the compiled program.
    for (let round = -2; round < ROUNDS; round += 1) {
      const kept = round >= 0;
      const env = { ...plainEnv, HOME: home };
      start.add(startMs(node, env), kept);
      const from = performance.now();
      spawnSync(node, ['-e', '0'], { env });
      empty.add(performance.now() - from, kept);
      first.add(await firstPage(node, page, env), kept);
    }
    page.cleanup();
    return [
      figure('startSandbox, the first of a process', { ours: start.ms, theirs: empty.ms, gate: 7, aim: 5 }),
      figure(`the first page of ${PAGES} that a server shows`, {
        ours: first.ms,
        theirs: empty.ms,
        gate: 1.2,
        aim: 0.5,
      }),
    ];
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function startMs(node: string, env: NodeJS.ProcessEnv): number {
  const { stdout, stderr } = spawnSync(node, ['-e', START], { env, encoding: 'utf8' });
  if (!/^\d/.test(stdout)) throw new Error(stderr);
  return Number(stdout);
}

class Least {
  ms = Number.POSITIVE_INFINITY;
  add(ms: number, kept: boolean): void {
    if (kept) this.ms = Math.min(this.ms, ms);
  }
}

interface Compared {
  ours: number;
  theirs: number;
  gate: number;
  aim: number;
}

const figure = (name: string, { ours, theirs, gate, aim }: Compared): Figure => ({
  name: `${name}, against node -e 0`,
  ratio: ours / theirs,
  bound: 'most',
  gate,
  aim,
  detail: `${ours.toFixed(0)} ms against ${theirs.toFixed(0)} ms`,
});

interface Site {
  file: string;
  path: string;
  cleanup(): void;
}

async function largeSite(): Promise<Site> {
  const box = await openTestSandbox();
  const { organizationId } = box;
  const spaces = [await largeSpace(box, PAGES)];
  const site = await box.call(createSite, { organizationId, title: 'Large', visibility: 'public', spaces });
  await box.call(publishSite, { organizationId, siteId: site.id });
  return { file: box.sandbox.file, path: `/sites/${site.basename}/`, cleanup: () => box.cleanup() };
}

/** Of a server that has been idle for a moment, as the one who asks sees it. */
async function firstPage(node: string, { file, path }: Site, env: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn(node, [bin, 'sandbox', 'serve', '--file', file, '--port', '0', '--json'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    const url = await readyUrl(child);
    // Loads fetch itself.
    await (await fetch(`${url}/v1/`)).text();
    await delay(IDLE_MS);
    const from = performance.now();
    const answer = await fetch(url + path);
    await answer.text();
    const ms = performance.now() - from;
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
    return ms;
  } finally {
    child.kill('SIGTERM');
    await new Promise((ended) => child.once('exit', ended));
  }
}

function readyUrl({ stdout }: ChildProcess): Promise<string> {
  let text = '';
  return new Promise((ready) => {
    stdout?.on('data', (chunk) => {
      text += chunk;
      const url = /"url":\s*"(http:[^"]+)"/.exec(text)?.[1];
      if (url !== undefined) ready(url);
    });
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const { name, ratio, gate, detail } of await sandboxFigures(process.execPath))
    console.log(`${ratio <= gate ? 'ok  ' : 'MISS'} ${name}: ${ratio.toFixed(2)} (<= ${gate}); ${detail}`);

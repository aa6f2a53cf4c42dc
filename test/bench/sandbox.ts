// The sandbox for tests of others: what its first start in a process takes, and the first page of a large published site,
// by the clock and beside the shortest run of Node.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createSite, publishSite } from '../../src/api/sites/sites.ts';
import { largeSpace } from '../helpers/large-space.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';
import { against, type Figure, show } from './figures.ts';
import { bin, compare, inFolder, plainEnv, smallest, timed } from './measure.ts';

const ROUNDS = 7;
const PAGES = 20_000;
/** What is published is read while nobody waits. */
const IDLE_MS = 1500;

const START = `const { startSandbox } = require(${JSON.stringify(resolve('bin/sandbox.js'))});
const from = performance.now();
startSandbox().then(async (sandbox) => {
  console.log(performance.now() - from);
  await sandbox.stop();
});`;

/** Both figures; the smallest of the runs of each, interleaved. */
export const sandboxFigures = (node = process.execPath): Promise<Figure[]> =>
  inFolder(async (home) => {
    const env = { ...plainEnv, HOME: home };
    const page = await largeSite();
    const theirs = () => timed(() => spawnSync(node, ['-e', '0'], { env }));
    const beside = (ours: () => number | Promise<number>) => compare({ ours, theirs }, ROUNDS, smallest);
    const start = await beside(() => startMs(node, env));
    const first = await beside(() => firstPage(node, page, env));
    page.cleanup();
    return [
      against('startSandbox, the first of a process, against node -e 0', start, { gate: 7, aim: 5 }),
      against(`the first page of ${PAGES} that a server shows, against node -e 0`, first, {
        ...{ gate: 1.2, aim: 0.5 },
      }),
    ];
  });

function startMs(node: string, env: NodeJS.ProcessEnv): number {
  const { stdout, stderr } = spawnSync(node, ['-e', START], { env, encoding: 'utf8' });
  if (!/^\d/.test(stdout)) throw new Error(stderr);
  return Number(stdout);
}

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
    return await timed(async () => {
      const answer = await fetch(url + path);
      await answer.text();
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
    });
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

if (process.argv[1] === fileURLToPath(import.meta.url)) show(await sandboxFigures());

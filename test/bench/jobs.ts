// npm run build && npx tsx test/bench/jobs.ts [spaces] [words of a job]: the jobs of the README on 2,000 spaces, and 500
// changes beside a pool of 8 in plain Node, on a host whose answers come 100 ms after a request, what the sandbox takes for
// them included; with words, only the jobs that have them. For a machine that does nothing else: a job that takes more than
// its share fails; what the program takes without a request is not counted. How many requests wait for each other is
// counted where there are few spaces, where no pool is full; the pages that a list of many has more wait as well.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { splitWords } from '../helpers/cli.ts';
import { type LargeHost, withLarge } from './large-host.ts';
import { bin, type Case } from './measure.ts';

const DELAY_MS = 100;
const AT_ONCE = 8;
/** Of the bound, for a job; of the time of the pool, for the changes. */
const MOST = 1.3;
const MOST_OF_POOL = 1.2;
const CHANGES = 500;
/** Each time as slow as the machine was meanwhile: the fastest of each counts. */
const LANGUAGES = ['fr', 'de', 'es'];
const FEW = 4;
/** A job of fewer requests is over so soon that a busy moment is seen in its time. */
const SHORT = 200;
const TIMES = 3;
const [many = '2000', ...words] = process.argv.slice(2);
const MANY = Number(many);
/** Of the whole bench, so that a job finds itself compiled, as it does from its second time on. */
const cache = mkdtempSync(join(tmpdir(), 'docs-bench-'));

/** The demo with so many spaces more, on a host that is far away. */
const withFar = <T>(spaces: number, work: (far: LargeHost) => Promise<T>): Promise<T> =>
  withLarge(
    { spaces, pages: 2 * spaces, members: 200, sites: 5, changeRequests: spaces / 20 },
    DELAY_MS,
    (far) => work({ ...far, run: (one) => far.run({ ...one, env: { DOCS_CACHE_DIR: cache } }) }),
  );

/** The lines of the README that list jobs; folders are written where nobody minds. */
function jobsOf(home: string): Pick<Case, 'name' | 'args'>[] {
  const [, block = ''] = /## \w+ jobs\s+```sh\n(.*?)```/s.exec(readFileSync('README.md', 'utf8')) ?? [];
  return block
    .trim()
    .split('\n')
    .filter((line) => line.includes(words.join(' ')))
    .map((line) => line.replace(/\s+#.*| > \S+/g, '').replace('./', `${home}/`))
    .map((line) => ({ name: line.replace(home, '.'), args: [bin, ...splitWords(line).slice(1)] }));
}

function tell(name: string, ratio: number, most: number, detail: string): void {
  const isOver = ratio > most;
  console.log(`${isOver ? 'MISS' : 'ok  '} ${ratio.toFixed(2)} (<= ${most}) ${name}: ${detail}`);
  if (isOver) process.exitCode = 1;
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;

async function jobs(): Promise<void> {
  const chains = await withFar(FEW, async ({ home, run }) => {
    const found = new Map<string, number>();
    for (const job of jobsOf(home)) found.set(job.name, (await run(job)).chain);
    return found;
  });
  await withFar(MANY, async ({ home, run }) => {
    const idle = { name: 'docs profiles list', args: [bin, 'profiles', 'list'] };
    const starts = [(await run(idle)).ms, (await run(idle)).ms, (await run(idle)).ms];
    for (const job of jobsOf(home)) {
      const { ms, cpuMs, lines, laterPages } = await fastest(() => run(job));
      const chain = (chains.get(job.name) ?? 0) + laterPages;
      const bound = (chain + lines.length / AT_ONCE) * DELAY_MS;
      const detail = `${seconds(ms)} (${seconds(cpuMs)} of CPU) for ${seconds(bound)}; ${lines.length} requests, ${chain} of them in a row`;
      tell(job.name, (ms - Math.min(...starts)) / bound, MOST, detail);
    }
  });
}

/** Of the first run, and of those that ask as much as it again: what is kept from it is no gain. */
async function fastest(run: () => ReturnType<LargeHost['run']>): ReturnType<LargeHost['run']> {
  let best = await run();
  for (let time = 1; time < TIMES && best.lines.length < SHORT; time += 1) {
    const again = await run();
    if (again.lines.length !== best.lines.length) break;
    if (again.ms < best.ms) best = again;
  }
  return best;
}

/** What one would write by hand: the list, then each change, so many at a time. */
const POOL = `
const [url, token, organization] = process.argv.slice(2);
const headers = { authorization: 'Bearer ' + token, 'content-type': 'application/json' };
const ask = async (path, more) => {
  const answer = await fetch(url + path, { headers, ...more });
  if (!answer.ok) throw new Error(path + ' ' + answer.status);
  return answer.json();
};
const ids = [];
let next = '';
do {
  const page = await ask('/v1/orgs/' + organization + '/spaces?limit=1000' + next);
  ids.push(...page.items.filter(({ title }) => title.startsWith('Space ')).map(({ id }) => id));
  next = page.next ? '&page=' + encodeURIComponent(page.next.page) : '';
} while (next);
const body = JSON.stringify({ language: 'it' });
const worker = async () => {
  for (let id = ids.pop(); id; id = ids.pop()) await ask('/v1/spaces/' + id, { method: 'PATCH', body });
};
await Promise.all(Array.from({ length: ${AT_ONCE} }, worker));
`;

async function changes(): Promise<void> {
  await withFar(CHANGES, async ({ host, home, token, run }) => {
    const where = '.title[:6] == "Space "';
    const line = ['spaces', 'update', '--where', where, '--yes', '--concurrency', String(AT_ONCE)];
    const script = join(home, 'pool.mjs');
    writeFileSync(script, POOL);
    const orgs = await fetch(`${host.url}/v1/orgs`, { headers: { authorization: `Bearer ${token}` } });
    const [organization] = ((await orgs.json()) as { items: { id: string }[] }).items;
    const args = [script, host.url, token, String(organization?.id)];
    const ours: Awaited<ReturnType<typeof run>>[] = [];
    const pool: typeof ours = [];
    for (const language of LANGUAGES) {
      ours.push(await run({ name: 'docs spaces update', args: [bin, ...line, '--language', language] }));
      pool.push(await run({ name: 'a pool', args }));
    }
    const best = (runs: typeof ours) => Math.min(...runs.map(({ ms }) => ms));
    const of = (runs: typeof ours) => `${seconds(best(runs))} and ${runs[0]?.lines.length} requests`;
    const detail = `${of(ours)}, the pool ${of(pool)}`;
    tell(`${CHANGES} changes beside a pool of ${AT_ONCE}`, best(ours) / best(pool), MOST_OF_POOL, detail);
  });
}

if (words.length === 0) await changes();
await jobs();
rmSync(cache, { recursive: true, force: true });
process.exit();

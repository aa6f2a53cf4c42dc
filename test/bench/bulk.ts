// 1,000 updates from standard input, against 1,000 runs of the command and against a plain loop of the same requests.
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Figure } from './content.ts';
import { type ListServer, ORGANIZATION, spaceId, startListServer } from './list-server.ts';
import { type Case, measure, runOnce } from './measure.ts';

const ITEMS = 1000;
const AT_ONCE = 8;
const node = process.execPath;
const bin = resolve(process.env.DOCS_BENCH_BIN ?? 'bin/docs.js');

/** The program must have been built. */
export async function bulkFigures(home: string): Promise<Figure[]> {
  const server = await startListServer(ITEMS);
  try {
    return await figuresOn(server, home);
  } finally {
    server.stop();
  }
}

async function figuresOn(server: ListServer, home: string): Promise<Figure[]> {
  const env = { HOME: home, DOCS_TOKEN: 'bench-token', DOCS_BASE_URL: server.url };
  const ids = Array.from({ length: ITEMS }, (_, at) => spaceId(at));
  const change = ['--title', 'Bench', '--org', ORGANIZATION];
  const many: Case = {
    name: 'many',
    command: node,
    args: [bin, 'spaces', 'update', '-', ...change, '--concurrency', String(AT_ONCE)],
    env,
    stdin: `${ids.join('\n')}\n`,
  };
  const one = { name: 'one', command: node, args: [bin, 'spaces', 'update', ids[0] ?? '', ...change], env };
  await runOnce(many);
  await server.requests();
  await runOnce(many);
  const plain = plainLoop(home, server.url, await server.requests());
  const measured = await measure([many, one, plain], 5);
  const [ours = 1, single = 0, loop = 1] = [many, one, plain].map(({ name }) => measured.get(name)?.medianMs);
  return [
    {
      name: '1,000 updates from stdin, times faster than 1,000 runs',
      ratio: (single * ITEMS) / ours,
      bound: 'least',
      gate: 8,
      aim: 12,
      detail: `${ours.toFixed(0)} ms against 1,000 times ${single.toFixed(1)} ms`,
    },
    {
      name: '1,000 updates from stdin, against a plain loop of their requests',
      ratio: ours / loop,
      bound: 'most',
      gate: 1.5,
      aim: 1.3,
      detail: `${ours.toFixed(0)} ms against ${loop.toFixed(0)} ms`,
      open: {
        until: 2.5,
        why: 'each change is checked, read before, put on the disk before it is sent, timed and retried: that costs as much as sending it',
      },
    },
  ];
}

/** What one would write by hand: undici's pool and as many workers as connections. */
function plainLoop(home: string, url: string, requests: readonly unknown[]): Case {
  const script = join(home, 'loop.mjs');
  const undici = resolve('node_modules/undici/index.js');
  writeFileSync(join(home, 'requests.json'), JSON.stringify(requests));
  writeFileSync(
    script,
    `import { readFileSync } from 'node:fs';
import undici from ${JSON.stringify(undici)};
const requests = JSON.parse(readFileSync(${JSON.stringify(join(home, 'requests.json'))}, 'utf8'));
const pool = new undici.Pool(${JSON.stringify(url)}, { connections: ${AT_ONCE} });
const worker = async () => {
  for (let next = requests.shift(); next; next = requests.shift()) {
    const headers = { authorization: 'Bearer bench-token', ...(next.body && { 'content-type': 'application/json' }) };
    const { statusCode, body } = await pool.request({ ...next, body: next.body || null, headers });
    const answer = await body.json();
    if (statusCode !== 200) throw new Error(answer);
  }
};
await Promise.all(Array.from({ length: ${AT_ONCE} }, worker));
await pool.close();
`,
  );
  return { name: 'plain loop', command: node, args: [script] };
}

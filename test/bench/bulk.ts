// 1,000 updates from standard input, against 1,000 runs of the command and against a plain loop of the same requests.
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { against, type Figure, timesFaster } from './figures.ts';
import { ORGANIZATION, spaceId, withListServer } from './list-server.ts';
import { type Case, compareRuns, docsOn, inFolder, runOnce } from './measure.ts';

const ITEMS = 1000;
const AT_ONCE = 8;

export const bulkFigures = (): Promise<Figure[]> =>
  inFolder((home) =>
    withListServer(ITEMS, async (server) => {
      const docs = docsOn(home, server);
      const ids = Array.from({ length: ITEMS }, (_, at) => spaceId(at));
      const change = ['--title', 'Bench', '--org', ORGANIZATION];
      const many = {
        ...docs('spaces', 'update', '-', ...change, '--concurrency', String(AT_ONCE)),
        stdin: `${ids.join('\n')}\n`,
      };
      await runOnce(many);
      await server.requests();
      await runOnce(many);
      const plain = plainLoop(home, server.url, await server.requests());
      const single = await compareRuns(many, docs('spaces', 'update', spaceId(0), ...change), 5);
      return [
        timesFaster(
          '1,000 updates from stdin, times faster than 1,000 runs',
          { ours: single.ours, theirs: single.theirs * ITEMS },
          { gate: 8, aim: 12 },
        ),
        against(
          '1,000 updates from stdin, against a plain loop of their requests',
          await compareRuns(many, plain, 5),
          {
            gate: 1.5,
            aim: 1.3,
            open: {
              until: 2.5,
              why: 'each change is checked, read before, put on the disk before it is sent, timed and retried: that costs as much as sending it',
            },
          },
        ),
      ];
    }),
  );

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
  return { name: 'plain loop', args: [script] };
}

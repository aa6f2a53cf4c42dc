// Speed of the big jobs against a host whose answers come 20 ms after a request, as ratios in one run.
import { writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lasting } from '../helpers/far-host.ts';
import { against, type Figure, memory, most, show, timesFaster } from './figures.ts';
import { type LargeHost, withLarge } from './large-host.ts';
import { compare, docsOn, timed } from './measure.ts';

const DELAY_MS = 20;
const PAGES = 2000;
const CHECK = ['links', 'check', '--all-spaces', '-o', 'ndjson'];
const PAGES_A_SPACE = 5;

/** Every figure of the jobs; builds nothing: the program must have been built. */
export const workflowFigures = async (): Promise<Figure[]> => [
  ...(await withLarge({ spaces: 1, pages: PAGES, changeRequests: 1 }, DELAY_MS, diffFigures)),
  ...(await withLarge({ spaces: 200, pages: 200 * PAGES_A_SPACE }, DELAY_MS, linkFigures)),
  ...(await memoryFigures()),
];

/** By a token of its own: nothing is kept from one run for the next. */
const docs = ({ home, host, token, run }: LargeHost, ...words: string[]) =>
  run({ ...docsOn(home, { url: host.url, token })(...words), exits: [0, 6] });

/** Five changed pages of 2,000, against the same requests sent one after the other. */
async function diffFigures(far: LargeHost): Promise<Figure[]> {
  const of = ['1', '--space', 'Space 1'];
  const file = join(far.home, 'page.md');
  writeFileSync(file, 'Another text.\n');
  for (const page of [400, 800, 1200, 1600])
    await docs(far, 'pages', 'edit', `page-${page}`, '--cr', ...of, '--file', file);
  const diff = () => docs(far, 'cr', 'diff', ...of, '--stat');
  await diff();
  const { lines } = await diff();
  const compared = await compare(
    { ours: async () => (await diff()).ms, theirs: () => timed(() => oneByOne(far, lines)) },
    5,
  );
  return [
    most('cr diff of 5 pages in 2,000: requests', lines.length, {
      ...{ gate: 20, aim: 16, detail: 'titles looked up among them' },
    }),
    against('cr diff of 5 pages in 2,000, against its requests one after the other', compared, {
      ...{ gate: 2, aim: 1.5 },
    }),
  ];
}

/** The bare requests, on one connection. */
async function oneByOne({ host, token }: LargeHost, lines: readonly string[]): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  host.seen(lasting(DELAY_MS));
  for (const line of lines) {
    await new Promise<void>((done, failed) => {
      const headers = { authorization: `Bearer ${token}` };
      get(`${host.url}${line.replace('GET ', '')}`, { agent, headers }, (response) => {
        response.resume().on('end', done);
      }).on('error', failed);
    });
  }
  agent.destroy();
}

/** 200 spaces, as many at a time as it chooses against one at a time. */
async function linkFigures(far: LargeHost): Promise<Figure[]> {
  const compared = await compare(
    {
      ours: async () => (await docs(far, ...CHECK)).ms,
      theirs: async () => (await docs(far, ...CHECK, '--concurrency', '1')).ms,
    },
    3,
  );
  return [
    timesFaster('links check of 200 spaces, times faster than one request after the other', compared, {
      ...{ gate: 6, aim: 8 },
    }),
  ];
}

async function memoryFigures(): Promise<Figure[]> {
  const of = (spaces: number) =>
    withLarge({ spaces, pages: spaces * PAGES_A_SPACE }, 0, async (far) => (await docs(far, ...CHECK)).mb);
  const detail = `largest resident size; ${(await of(10)).toFixed(0)} MB for 10 spaces`;
  return [memory('memory of links check of 1,000 spaces', await of(1000), { gate: 200, aim: 150, detail })];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) show(await workflowFigures());

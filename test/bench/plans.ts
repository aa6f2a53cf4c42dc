// Lists of 100,000 rows, --where over them, and plans of 10,000 and 100,000: requests, time and memory.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { against, type Figure, memory, most, timesFaster } from './figures.ts';
import { type ListServer, ORGANIZATION, spaceId, withListServer } from './list-server.ts';
import { bin, type Case, compareRuns, docsOn, haveAll, inFolder, runCosted } from './measure.ts';

const ROWS = 10_000;
const PAGES = ROWS / 1000;
/** As many rows as a plan may have. */
const LARGEST = 100_000;
const ORG = ['--org', ORGANIZATION];

type On = (home: string, server: ListServer) => Promise<Figure[]>;
const onServer = (total: number, work: On): Promise<Figure[]> =>
  inFolder((home) => withListServer(total, (server) => work(home, server)));

export const planFigures = async (): Promise<Figure[]> => [
  ...(await onServer(ROWS, figuresOn)),
  ...(await onServer(LARGEST, largestOn)),
];

/** A change of each space, as rows of a table. */
function rowsIn(home: string, count: number): string[] {
  const rows = join(home, 'rows.csv');
  const lines = Array.from({ length: count }, (_, at) => `${spaceId(at)},locked`);
  writeFileSync(rows, `space,edit-mode\n${lines.join('\n')}\n`);
  return ['--rows', rows, ...ORG, '--plan-out', join(home, 'plan.json')];
}

/** Made and shown: the memory of the rows is that of their text. */
async function largestOn(home: string, server: ListServer): Promise<Figure[]> {
  const docs = docsOn(home, server);
  const planned = await runCosted(docs('spaces', 'update', ...rowsIn(home, LARGEST)));
  const shown = await runCosted(docs('plan', 'show', join(home, 'plan.json')));
  return [
    memory('memory to plan 100,000 rows', planned.mb, { gate: 350 }),
    memory('memory to show a plan of 100,000 rows', shown.mb, { gate: 350 }),
  ];
}

async function figuresOn(home: string, server: ListServer): Promise<Figure[]> {
  const file = join(home, 'plan.json');
  const docs = docsOn(home, server);
  const run = async (...words: string[]) => {
    await server.requests();
    const cost = await runCosted(docs(...words));
    const asked = await server.requests();
    const reads = asked.filter(({ method, path }) => method === 'GET' && path.includes('/spaces')).length;
    return { ...cost, reads, writes: asked.filter(({ method }) => method !== 'GET').length };
  };
  // What a plan needs of the host, and the start of the program.
  const listed = await run('spaces', 'list', ...ORG, '-o', 'ndjson');
  const planned = await run('spaces', 'update', ...rowsIn(home, ROWS));
  const where = ['--where', '.visibility == "public"', '--edit-mode', 'locked'];
  const picked = await run('spaces', 'update', ...where, ...ORG, '--plan-out', file);
  const applied = await run('apply', file, '--yes');
  const again = await run('apply', file, '--yes');
  const undone = await run('undo', '--plan', file, '--yes');
  return [
    most('pages read to plan 10,000 rows', planned.reads, { gate: PAGES }),
    most('pages read to plan 10,000 that --where picks', picked.reads, { gate: PAGES }),
    memory('memory to plan 10,000 rows', Math.max(planned.mb, picked.mb), { gate: 200 }),
    most('CPU to check and plan 10,000 rows, ms', planned.cpuMs - listed.cpuMs, {
      ...{ gate: 2000, detail: 'without the list' },
    }),
    most('reads to apply a row', applied.reads / ROWS, { gate: 1 }),
    most('writes to apply a row', applied.writes / ROWS, { gate: 1 }),
    most('writes of a plan that is applied again', again.writes, { gate: 0 }),
    most('rows of a plan of 10,000 that docs undo leaves', ROWS - undone.writes, { gate: 0 }),
  ];
}

/** 100,000 rows to NDJSON, against curl for each page and one jq; and through --where, against `jq -c select` behind the list. */
export const listFigures = (): Promise<Figure[]> => onServer(LARGEST, listsOn);

async function listsOn(home: string, server: ListServer): Promise<Figure[]> {
  if (!haveAll(['jq', 'curl'], '100,000 rows, and --where over them')) return [];
  const docs = docsOn(home, server);
  const script = (name: string, text: string): Case => {
    writeFileSync(join(home, name), text);
    return { ...docs(), name, command: 'sh', args: [join(home, name)] };
  };
  const list = ['spaces', 'list', ...ORG, '-o', 'ndjson'];
  const predicate = '.title | endswith("7")';
  const [listed, picked] = [docs(...list), docs(...list, '--where', predicate)];
  const page = `curl -s "${server.url}/v1/orgs/${ORGANIZATION}/spaces?limit=1000&page=$page"`;
  const pages = script('pages.sh', `for page in $(seq 0 99); do ${page}; done | jq -c '.items[]'\n`);
  const ours = `"${process.execPath}" "${bin}" ${list.join(' ')}`;
  const piped = script('where.sh', `${ours} | jq -c 'select(${predicate})'\n`);
  return [
    timesFaster('100,000 rows to ndjson, times faster', await compareRuns(listed, pages, 5), {
      ...{ gate: 2.5, aim: 3 },
    }),
    memory('memory of it', (await runCosted(listed)).mb, { gate: 160, aim: 120 }),
    against('--where over 100,000 rows, against the pipe through jq', await compareRuns(picked, piped, 3), {
      gate: 1.5,
    }),
    memory('memory of that', (await runCosted(picked)).mb, { gate: 200 }),
  ];
}

// Plans of 10,000 rows, and --where over 100,000: requests, time and memory.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Figure } from './content.ts';
import { type ListServer, ORGANIZATION, spaceId } from './list-server.ts';
import { measure, plainEnv } from './measure.ts';
import { type Counted, type PlanServer, startPlanServer } from './plan-server.ts';

const ROWS = 10_000;
const PAGES = ROWS / 1000;
const node = process.execPath;
const bin = resolve('bin/docs.js');

/** The program must have been built. */
export async function planFigures(home: string): Promise<Figure[]> {
  return [...(await onServer(ROWS, home, figuresOn)), ...(await onServer(LARGEST, home, largestOn))];
}

/** As many rows as a plan may have. */
const LARGEST = 100_000;

type On = (server: PlanServer, home: string) => Promise<Figure[]>;

async function onServer(total: number, home: string, work: On): Promise<Figure[]> {
  const server = await startPlanServer(total);
  try {
    return await work(server, home);
  } finally {
    server.stop();
  }
}

/** Made and shown: the memory of the rows is that of their text. */
async function largestOn({ url }: PlanServer, home: string): Promise<Figure[]> {
  const file = join(home, 'largest.json');
  const rows = join(home, 'largest.csv');
  const lines = Array.from({ length: LARGEST }, (_, at) => `${spaceId(at)},locked`);
  writeFileSync(rows, `space,edit-mode\n${lines.join('\n')}\n`);
  const env = { ...plainEnv, HOME: home, DOCS_TOKEN: 'bench-token', DOCS_BASE_URL: url };
  const run = (...args: string[]) => measured(home, [bin, ...args], env);
  const planned = run('spaces', 'update', '--rows', rows, '--org', ORGANIZATION, '--plan-out', file);
  const shown = run('plan', 'show', file);
  return [
    most('memory to plan 100,000 rows, MB', planned.peakMb, 350),
    most('memory to show a plan of 100,000 rows, MB', shown.peakMb, 350),
  ];
}

interface Ran {
  counted: Counted;
  /** Of the processor. */
  cpuMs: number;
  peakMb: number;
}

async function figuresOn(server: PlanServer, home: string): Promise<Figure[]> {
  const file = join(home, 'plan.json');
  const rows = join(home, 'rows.csv');
  const lines = Array.from({ length: ROWS }, (_, at) => `${spaceId(at)},locked`);
  writeFileSync(rows, `space,edit-mode\n${lines.join('\n')}\n`);
  const env = { ...plainEnv, HOME: home, DOCS_TOKEN: 'bench-token', DOCS_BASE_URL: server.url };
  const run = async (...args: string[]): Promise<Ran> => {
    await server.counted();
    const { cpuMs, peakMb } = measured(home, [bin, ...args], env);
    return { counted: await server.counted(), cpuMs, peakMb };
  };
  const org = ['--org', ORGANIZATION];
  // What a plan needs of the host, and the start of the program.
  const listed = await run('spaces', 'list', ...org, '-o', 'ndjson');
  const planned = await run('spaces', 'update', '--rows', rows, ...org, '--plan-out', file);
  const picked = await run(
    ...['spaces', 'update', '--where', '.visibility == "public"', '--edit-mode', 'locked', ...org],
    ...['--plan-out', file],
  );
  const applied = await run('apply', file, '--yes');
  const again = await run('apply', file, '--yes');
  const undone = await run('undo', '--plan', file, '--yes');
  return [
    most('pages read to plan 10,000 rows', planned.counted.pages + planned.counted.reads, PAGES),
    most('pages read to plan 10,000 that --where picks', picked.counted.pages + picked.counted.reads, PAGES),
    most('memory to plan 10,000 rows, MB', Math.max(planned.peakMb, picked.peakMb), 200),
    most('CPU to check and plan 10,000 rows, ms', planned.cpuMs - listed.cpuMs, 2000, 'without the list'),
    most('reads to apply a row', (applied.counted.pages + applied.counted.reads) / ROWS, 1),
    most('writes to apply a row', applied.counted.writes / ROWS, 1),
    most('writes of a plan that is applied again', again.counted.writes, 0),
    most('rows of a plan of 10,000 that docs undo leaves', ROWS - undone.counted.writes, 0),
  ];
}

function most(name: string, ratio: number, gate: number, detail = ''): Figure {
  return { name, ratio, bound: 'most', gate, aim: gate, detail };
}

/** What a run took, told by the process itself as it ends. */
function measured(home: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  const probe = join(home, 'usage.cjs');
  writeFileSync(
    probe,
    `process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  require('fs').writeSync(1, '\\n' + JSON.stringify([(userCPUTime + systemCPUTime) / 1000, maxRSS / 1024]));
});`,
  );
  const { status, stdout, stderr } = spawnSync(node, ['--require', probe, ...args], {
    env,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(`${args.join(' ')}: exit ${status}: ${stderr.slice(0, 500)}`);
  const [cpuMs, peakMb] = JSON.parse(stdout.split('\n').at(-1) ?? '') as [number, number];
  return { cpuMs, peakMb };
}

/** 100,000 rows through --where, against `jq -c select` behind the same list. */
export async function whereFigures(home: string, server: ListServer): Promise<Figure[]> {
  if (spawnSync('jq', ['--version']).error) {
    console.log('not run: jq missing (--where)');
    return [];
  }
  const env = { HOME: home, DOCS_TOKEN: 'bench-token', DOCS_BASE_URL: server.url };
  const list = `"${node}" "${bin}" spaces list --org ${ORGANIZATION} -o ndjson`;
  const predicate = '.title | endswith("7")';
  const script = join(home, 'where.sh');
  writeFileSync(script, `${list} | jq -c 'select(${predicate})'\n`);
  const args = [bin, 'spaces', 'list', '--org', ORGANIZATION, '-o', 'ndjson', '--where', predicate];
  const times = await measure(
    [
      { name: 'where', command: node, args, env },
      { name: 'pipe', command: 'sh', args: [script], env },
    ],
    3,
  );
  const [ours = 1, theirs = 1] = ['where', 'pipe'].map((name) => times.get(name)?.medianMs);
  const { peakMb } = measured(home, args, { ...plainEnv, ...env });
  return [
    {
      ...most('--where over 100,000 rows, against the pipe through jq', ours / theirs, 1.5),
      detail: `${ours.toFixed(0)} ms against ${theirs.toFixed(0)} ms`,
    },
    most('memory of it, MB', peakMb, 200, 'largest resident size'),
  ];
}

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Built, builtDocs, finished } from '../helpers/built.ts';
import { type Cli, servedCli } from '../helpers/cli.ts';
import { reached, runs } from '../helpers/runs.ts';

const KILLS = runs('B10', 'kills', 6);
/** Each is created by one row and renamed by another. */
const THINGS = 20;

let cli: Cli;
let docs: Built;
let organizationId: string;
let origin: string;
beforeAll(async () => {
  cli = await servedCli();
  docs = builtDocs();
  organizationId = (await cli('orgs list -q')).stdout.trim();
  await cli('collections create Sample --plan-out sample.json');
  origin = JSON.parse(readFileSync(join(cli.cwd, 'sample.json'), 'utf8')).origin;
}, 60_000);
afterAll(() => {
  docs.cleanup();
  cli.cleanup();
});

/** Creates things and renames each of them. */
function planOf(run: number) {
  const target = { kind: 'collection' };
  const created = Array.from({ length: THINGS }, (_, at) => ({
    operation: 'collections.create',
    input: { organizationId, title: `k${run}x${at}` },
    target: { ...target, title: `k${run}x${at}` },
    before: null,
    after: { title: `k${run}x${at}` },
    danger: 'mild',
  }));
  const renamed = created.map(({ input: { title } }, at) => ({
    operation: 'collections.update',
    input: { collectionId: `{row ${at + 1}}.id`, title: `${title} named` },
    target: { ...target, title },
    after: { title: `${title} named` },
    danger: 'mild',
    needs: [at + 1],
  }));
  return {
    version: 1,
    origin,
    organization: { id: organizationId, title: 'Tarnpost' },
    made: { at: new Date().toISOString(), by: null, command: 'docs collections create', docs: '0.0.0' },
    rows: [...created, ...renamed],
    unchanged: 0,
    guards: { expires: new Date(Date.now() + 3600_000).toISOString() },
  };
}

/** How many rows of the newest plan were sent. */
function sentRows(known: ReadonlySet<string>): number {
  const folder = join(cli.home, '.local/share/docs/plans');
  const names = namesIn(folder).filter((name) => !known.has(name));
  return names.reduce(
    (sum, name) => sum + readFileSync(join(folder, name), 'utf8').split('\nsent ').length - 1,
    0,
  );
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

it('a kill -9 at any row loses nothing and makes nothing twice: the same command does the rest', {
  timeout: 3_600_000,
}, async () => {
  const env = { HOME: cli.home };
  let killed = 0;
  for (let run = 0; killed < KILLS && run < 3 * KILLS; run += 1) {
    const file = join(cli.cwd, `kill-${run}.json`);
    writeFileSync(file, JSON.stringify(planOf(run)));
    const known = new Set(namesIn(join(cli.home, '.local/share/docs/plans')));
    const child = docs.start(['apply', file], { env });
    const ended = finished(child);
    const goal = 1 + Math.floor(Math.random() * (2 * THINGS - 4));
    const timer = setInterval(() => {
      if (sentRows(known) >= goal) child.kill('SIGKILL');
    }, 1);
    const { signal } = await ended;
    clearInterval(timer);
    if (signal === 'SIGKILL') killed += 1;
    const again = await docs(['apply', file, '-o', 'ndjson'], { env });
    expect([run, again.code, again.stderr]).toEqual([run, 0, expect.anything()]);
    const { stdout } = await cli('collections list -o ndjson --fields title');
    const titles = stdout.split('\n').filter((line) => line.includes(`"k${run}x`));
    const wanted = Array.from({ length: THINGS }, (_, at) =>
      JSON.stringify({ title: `k${run}x${at} named` }),
    );
    expect([run, titles.sort()]).toEqual([run, wanted.sort()]);
  }
  expect(killed).toBeGreaterThanOrEqual(KILLS);
  reached('B10', 'kills', killed);
});

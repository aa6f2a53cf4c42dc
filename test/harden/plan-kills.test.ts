import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Built, builtDocs, signalled } from '../helpers/built.ts';
import { type Cli, servedCli } from '../helpers/cli.ts';
import { reached, runs } from '../helpers/runs.ts';
import { linesIn } from '../helpers/text-cases.ts';

const KILLS = runs('B10', 'kills', 2);
/** Runs in one organization: each leaves things and a history behind, which the next has to read. */
const RUNS_A_WORLD = 20;
/** Of each kind of row. */
const THINGS = 8;

let cli: Cli;
let docs: Built;
let organizationId: string;
let origin: string;
/** Requests that changed something, as the host was sent them. */
const writes: string[] = [];
/** What every run renames, and renames again. */
const kept: string[] = [];

beforeAll(openWorld, 60_000);
afterAll(closeWorld);

async function openWorld(): Promise<void> {
  kept.length = 0;
  cli = await servedCli({}, countWrites);
  docs = builtDocs();
  organizationId = (await cli('orgs list -q')).stdout.trim();
  await cli('collections create Sample --plan-out sample.json');
  origin = JSON.parse(readFileSync(join(cli.cwd, 'sample.json'), 'utf8')).origin;
  for (let at = 0; at < THINGS; at += 1)
    kept.push((await cli(['collections', 'create', `Kept ${at}`, '-q'])).stdout.trim());
}

function closeWorld(): void {
  docs.cleanup();
  cli.cleanup();
}

/** Stands before the host, and hands a request on even where the program that sent it is dead by then. */
async function countWrites(url: string) {
  const { host } = new URL(url);
  const server = createServer((asked, answer) => {
    const { method = '', url: path = '/', headers } = asked;
    if (method !== 'GET') writes.push(`${method} ${path}`);
    const onward = send(new URL(path, url), { method, headers: { ...headers, host } }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      given.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    asked.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = async () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

/** Creates things, puts others into them, renames those, renames others and deletes some: 40 rows. */
async function planOf(run: number) {
  const doomed: string[] = [];
  for (let at = 0; at < THINGS; at += 1)
    doomed.push((await cli(['collections', 'create', `k${run} doomed ${at}`, '-q'])).stdout.trim());
  const rowOf = (text: string, at: number) => {
    const words: Record<string, unknown> = {
      ...{ run, at, organization: organizationId, kept: kept[at], doomed: doomed[at] },
      was: run === 0 ? '' : ` by ${run - 1}`,
      ...{ above: at + 1, below: THINGS + at + 1 },
    };
    return JSON.parse(text.replace(/<(\w+)>/g, (_, word) => String(words[word])));
  };
  const kinds = linesIn(join(import.meta.dirname, 'plan-kills.txt'));
  return {
    version: 1,
    origin,
    organization: { id: organizationId, title: 'Tarnpost' },
    made: { at: new Date().toISOString(), by: null, command: 'docs collections create', docs: '0.0.0' },
    rows: kinds.flatMap((text) => Array.from({ length: THINGS }, (_, at) => rowOf(text, at))),
    unchanged: 0,
    guards: { expires: new Date(Date.now() + 3600_000).toISOString() },
  };
}

const ROWS = 5 * THINGS;

/** How many rows of the newest plan were sent. */
function sentRows(known: ReadonlySet<string>): number {
  const folder = join(cli.home, '.local/share/docs/plans');
  const names = namesIn(folder).filter((name) => !known.has(name));
  return names.reduce(
    (sum, name) => sum + readFileSync(join(folder, name), 'utf8').split('\nsent ').length - 1,
    0,
  );
}

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

it('a kill -9 at any row loses nothing and makes nothing twice: the same command does the rest', {
  timeout: 3_600_000,
}, async () => {
  let killed = 0;
  for (let count = 0; killed < KILLS && count < 3 * KILLS; count += 1) {
    const run = count % RUNS_A_WORLD;
    if (count > 0 && run === 0) {
      closeWorld();
      await openWorld();
    }
    const env = { HOME: cli.home };
    const file = join(cli.cwd, `kill-${run}.json`);
    writeFileSync(file, JSON.stringify(await planOf(run)));
    const known = new Set(namesIn(join(cli.home, '.local/share/docs/plans')));
    writes.length = 0;
    const apply = ['apply', file, '--confirm', `${ROWS} changes`];
    const goal = 1 + Math.floor(Math.random() * (ROWS - 4));
    const { signal } = await signalled(docs.start(apply, { env }), () => sentRows(known) >= goal);
    if (signal === 'SIGKILL') killed += 1;
    const again = await confirmed(file, env);
    expect([run, again.code, again.stderr]).toEqual([run, 0, expect.anything()]);
    expect([run, titlesOf(run, (await cli('collections list -o ndjson --fields title')).stdout)]).toEqual([
      run,
      wantedOf(run),
    ]);
    // Each once, and whole in the history.
    expect([run, writes.length, new Set(writes.filter((line) => !line.startsWith('POST'))).size]).toEqual([
      run,
      ROWS,
      ROWS - 2 * THINGS,
    ]);
    const hash = (await cli(['plan', 'show', file, '-q'])).stdout.trim();
    const history = JSON.parse((await cli(['history', '--json', '--limit', '2'])).stdout) as {
      changes: { plan?: string; operation: string; input: object }[];
    }[];
    const changes = history.flatMap((ran) => ran.changes).filter(({ plan }) => plan === hash);
    const inputs = changes.map(({ operation, input }) => JSON.stringify([operation, input]));
    expect([run, new Set(inputs).size]).toEqual([run, ROWS]);
  }
  expect(killed).toBeGreaterThanOrEqual(KILLS);
  reached('B10', 'kills', killed);
});

/** The rows that are left are counted in what is to be confirmed. */
async function confirmed(file: string, env: Record<string, string>) {
  const asked = await docs(['apply', file, '-o', 'ndjson'], { env });
  if (asked.code !== 3) return asked;
  const amount = /"confirm":"([^"]+)"/.exec(asked.stderr)?.[1] ?? '';
  return docs(['apply', file, '--confirm', amount, '--yes', '-o', 'ndjson'], { env });
}

function titlesOf(run: number, listed: string): string[] {
  const titles = listed
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line).title as string]));
  return titles.filter((title) => title.startsWith(`k${run} `) || title.startsWith('Kept ')).sort();
}

const wantedOf = (run: number): string[] =>
  Array.from({ length: THINGS }, (_, at) => [
    `k${run} above ${at}`,
    `k${run} named ${at}`,
    `Kept ${at} by ${run}`,
  ])
    .flat()
    .sort();

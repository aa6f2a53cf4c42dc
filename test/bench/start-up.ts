// Short commands, whole processes: user and system time, the smallest of ten runs, each beside the smallest program that
// does the same on this Node; nine times, and the ratio in the middle counts: a busy neighbor changes one of them. Run by
// itself it measures the Node that `npm run test:node` names.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openPty } from '../helpers/pty.ts';
import type { Figure } from './content.ts';
import { ORGANIZATION, spaceId, startListServer } from './list-server.ts';
import { plainEnv } from './measure.ts';

const ROUNDS = 10;
const TIMES = 9;
const bin = resolve('bin/docs.js');

interface Program {
  args: readonly string[];
  env?: Record<string, string>;
  /** On a terminal: a table is drawn nowhere else. */
  terminal?: boolean;
}

interface Row {
  name: string;
  docs: Program;
  beside: Program;
  gate: number;
}

/** Every figure of a Node. */
export async function startUpFigures(node: string): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'docs-start-up-'));
  const server = await startListServer(20);
  try {
    const figures: Figure[] = [];
    for (const row of prepare(node, folder, server.url)) figures.push(await compare(node, row));
    return figures;
  } finally {
    server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function compare(node: string, { name, docs, beside, gate }: Row): Promise<Figure> {
  // The first runs keep the compiled program.
  for (let round = -2; round < 0; round += 1) await cpuMs(node, docs);
  const times: Pair[] = [];
  for (let time = 0; time < TIMES; time += 1) times.push(await smallest(node, docs, beside));
  const { ours, theirs } = middleOf(times);
  const detail = `${ours.toFixed(0)} ms against ${theirs.toFixed(0)} ms of ${beside.args[0]}`;
  return {
    name: `${name}, CPU`,
    ratio: ours / theirs,
    bound: 'most',
    gate,
    aim: gate,
    detail,
  };
}

interface Pair {
  ours: number;
  theirs: number;
}

/** The pair with as many above its ratio as below it. */
function middleOf(pairs: readonly Pair[]): Pair {
  const sorted = [...pairs].sort((a, b) => a.ours / a.theirs - b.ours / b.theirs);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (!middle) throw new Error('nothing was measured');
  return middle;
}

/** In turns, so that both meet the same machine. */
async function smallest(node: string, docs: Program, beside: Program): Promise<Pair> {
  let [ours, theirs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours = Math.min(ours, await cpuMs(node, docs));
    theirs = Math.min(theirs, await cpuMs(node, beside));
  }
  return { ours, theirs };
}

const TIMED = `TIMEFORMAT='cpu %3U %3S'; time "$@"`;

/** User and system time of a process, by the clock of the shell. */
async function cpuMs(node: string, { args, env = {}, terminal = false }: Program): Promise<number> {
  const command = ['-c', TIMED, 'timed', node, ...args];
  let text: string;
  let code: number | null;
  if (terminal) {
    const pty = openPty(['bash', ...command], { env });
    code = await pty.ended;
    text = pty.output();
  } else {
    const stdio = ['ignore', 'ignore', 'pipe'] as const;
    const ended = spawnSync('bash', command, {
      env: { ...plainEnv, ...env },
      stdio: [...stdio],
      encoding: 'utf8',
    });
    [text, code] = [ended.stderr, ended.status];
  }
  const [, user, system] = /cpu (\d+[.,]\d+) (\d+[.,]\d+)/.exec(text) ?? [];
  if (code !== 0 || user === undefined || system === undefined)
    throw new Error(`${args.join(' ')}: ${text.slice(-500)}`);
  return 1000 * (Number(user.replace(',', '.')) + Number(system.replace(',', '.')));
}

const GET = `const http = require('node:http');
http.get(process.argv[2], { headers: { authorization: 'Bearer bench' } }, (response) => {
  let text = '';
  response.setEncoding('utf8').on('data', (part) => { text += part; });
  response.on('end', () => process.stdout.write(JSON.stringify(JSON.parse(text), null, 2) + '\\n'));
});`;

const ROW = `const { DatabaseSync } = require(${JSON.stringify(resolve('node_modules/@photostructure/sqlite'))});
const row = new DatabaseSync(process.argv[2], { readOnly: true }).prepare('SELECT * FROM spaces LIMIT 1').get();
process.stdout.write(JSON.stringify(row, null, 2) + '\\n');`;

function prepare(node: string, folder: string, url: string): Row[] {
  const local = { HOME: join(folder, 'sandbox') };
  const host = { HOME: join(folder, 'host'), DOCS_TOKEN: 'bench-token', DOCS_BASE_URL: url };
  const get = join(folder, 'get.cjs');
  const row = join(folder, 'row.cjs');
  writeFileSync(get, GET);
  writeFileSync(row, ROW);
  const docs = (...args: string[]) =>
    spawnSync(node, [bin, ...args], { env: { ...plainEnv, ...local }, encoding: 'utf8' }).stdout;
  docs('sandbox', 'init', '--demo');
  const [id = ''] = docs('spaces', 'list', '-q').split('\n');
  const empty: Program = { args: ['-e', '0'] };
  const request: Program = { args: [get, `${url}/v1/spaces/${spaceId(1)}`] };
  const of = (env: Record<string, string>, ...args: string[]): Program => ({ args: [bin, ...args], env });
  const rows = of(host, 'spaces', 'list', '--org', ORGANIZATION, '--limit', '20');
  const table = { ...rows, args: [...rows.args, '-o', 'table'], terminal: true };
  const list: Program = { args: [get, `${url}/v1/orgs/${ORGANIZATION}/spaces?limit=20`] };
  const file = join(local.HOME, '.local/share/docs/sandbox.db');
  return [
    { name: 'docs --version', docs: of(local, '--version'), beside: empty, gate: 1.1 },
    { name: 'docs spaces --help', docs: of(local, 'spaces', '--help'), beside: empty, gate: 1.9 },
    { name: 'docs complete', docs: of(local, 'complete', '--', 'spa'), beside: empty, gate: 1.6 },
    {
      name: 'docs spaces get',
      docs: of(host, 'spaces', 'get', spaceId(1), '--json'),
      beside: request,
      gate: 1.9,
    },
    { name: 'docs spaces list in a pipe', docs: rows, beside: list, gate: 2 },
    {
      name: 'docs spaces list as a table',
      docs: table,
      beside: { ...list, terminal: true },
      gate: 2.4,
    },
    {
      name: 'docs spaces get, sandbox',
      docs: of(local, 'spaces', 'get', id, '--json'),
      beside: { args: [row, file] },
      gate: 2.4,
    },
  ];
}

if (process.argv[1]?.endsWith('start-up.ts')) {
  const figures = await startUpFigures(process.env.DOCS_TEST_NODE || process.execPath);
  for (const { name, ratio, gate, detail } of figures) {
    const word = ratio <= gate ? 'ok  ' : 'MISS';
    console.log(`${word} ${name}: ${ratio.toFixed(2)} (<= ${gate}); ${detail}`);
    if (word === 'MISS') process.exitCode = 1;
  }
}

// Short commands, whole processes: user and system time, the smallest of ten runs, each beside the smallest program that
// does the same on this Node; nine times, and the ratio in the middle counts: a busy neighbor changes one of them. Run by
// itself it measures the Node that `npm run test:node` names.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openPty } from '../helpers/pty.ts';
import { against, type Figure, show } from './figures.ts';
import { ORGANIZATION, spaceId, withListServer } from './list-server.ts';
import { bin, type Compared, compare, inFolder, plainEnv, smallest } from './measure.ts';

const ROUNDS = 10;
const TIMES = 9;

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
export const startUpFigures = (node = process.execPath): Promise<Figure[]> =>
  inFolder((folder) =>
    withListServer(20, async ({ url }) => {
      const figures: Figure[] = [];
      for (const row of prepare(node, folder, url)) figures.push(await figureOf(node, row));
      return figures;
    }),
  );

async function figureOf(node: string, { name, docs, beside, gate }: Row): Promise<Figure> {
  // The first runs keep the compiled program.
  for (let round = -2; round < 0; round += 1) await cpuMs(node, docs);
  const sides = { ours: () => cpuMs(node, docs), theirs: () => cpuMs(node, beside) };
  const pairs: Compared[] = [];
  for (let time = 0; time < TIMES; time += 1) pairs.push(await compare(sides, ROUNDS, smallest));
  // The pair with as many above its ratio as below it.
  pairs.sort((a, b) => a.ours / a.theirs - b.ours / b.theirs);
  const middle = pairs[Math.floor(TIMES / 2)] ?? { ours: Number.NaN, theirs: 1 };
  const figure = against(`${name}, CPU`, middle, { gate });
  return { ...figure, detail: `${figure.detail} of ${beside.args[0]}` };
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
  const rowsOf: readonly [name: string, docs: Program, beside: Program, gate: number][] = [
    ['docs --version', of(local, '--version'), empty, 1.1],
    ['docs spaces --help', of(local, 'spaces', '--help'), empty, 1.9],
    ['docs complete', of(local, 'complete', '--', 'spa'), empty, 1.6],
    ['docs spaces get', of(host, 'spaces', 'get', spaceId(1), '--json'), request, 1.9],
    ['docs spaces list in a pipe', rows, list, 2],
    ['docs spaces list as a table', table, { ...list, terminal: true }, 2.4],
    ['docs spaces get, sandbox', of(local, 'spaces', 'get', id, '--json'), { args: [row, file] }, 2.4],
  ];
  return rowsOf.map(([name, docs, beside, gate]) => ({ name, docs, beside, gate }));
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  show(await startUpFigures(process.env.DOCS_TEST_NODE || process.execPath));

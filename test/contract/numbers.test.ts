import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Cli, freshCli, sandboxedCli } from '../helpers/cli.ts';
import { type FaultServer, faultServer, http } from '../helpers/fault-server.ts';
import { perFile } from '../helpers/lasting.ts';
import { reached } from '../helpers/runs.ts';
import { tablesIn } from '../helpers/text-cases.ts';

const table = tablesIn('test/contract/tables/numbers.txt');

const NUMBERS = table('numbers as the platform may write them; a double holds none of the first ones').flat();
const IDS = ['9007199254740993', '007', '1e3', '0x10', '-1', '1.0', 'NaN', 'Infinity', '00', '١٢'];
const NO_LIMITS = table('what is no limit, as JSON').map(([limit = '']) => String(JSON.parse(limit)));
const LIMITS = ['1', '3', '007', '999999999999999'];

let body = '';
let host: FaultServer;
let cli: Cli;
const sandboxed = perFile(sandboxedCli);
beforeAll(async () => {
  // A list of things that may be called so has none.
  host = await faultServer(({ path }) =>
    http(200, body.includes('"space"') && !path.startsWith('/v1/spaces/') ? '{"items":[]}' : body, {
      'content-type': 'application/json',
    }),
  );
  cli = freshCli({ env: { DOCS_TOKEN: 'test-token-1', DOCS_BASE_URL: host.origin } });
});
afterAll(async () => {
  await host.close();
  cli.cleanup();
});

it.each(NUMBERS)('docs api passes %s through digit by digit', async (number) => {
  body = `{"n":${number},"list":[${number}]}`;
  const { stdout, exitCode } = await cli('api GET /v1/orgs');
  expect([exitCode, stdout.trim()]).toEqual([0, body]);
  reached('P6', 'numbers', 1);
});

it.each(IDS)('the id %s stays what it is', async (id) => {
  body = JSON.stringify({ object: 'space', id, title: 'Odd', urls: {} });
  const { stdout, stderr, exitCode } = await cli(['spaces', 'get', '--json', '--', id]);
  expect(exitCode, stderr).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ id });
  expect(host.received.at(-1)?.path).toBe(`/v1/spaces/${encodeURIComponent(id)}`);
  reached('P6', 'numbers', 1);
});

it.each(NO_LIMITS)('"%s" is no limit', async (limit) => {
  const { exitCode, stderr } = await sandboxed(['spaces', 'list', `--limit=${limit}`]);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining(`not "${limit}"`)]);
  reached('P6', 'numbers', 1);
});

it.each(LIMITS)('%s is a limit', async (limit) => {
  const { exitCode, stdout, stderr } = await sandboxed(['spaces', 'list', '--limit', limit, '-q']);
  expect(exitCode, stderr).toBe(0);
  expect(stdout.trim().split('\n').length).toBe(Math.min(4, Number(limit)));
  reached('P6', 'numbers', 1);
});

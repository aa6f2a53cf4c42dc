import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createSpace } from '../../src/api/content/spaces.ts';
import { dispatch } from '../../src/sandbox/app.ts';
import { freshCli, type Outcome, sandboxedCli } from '../helpers/cli.ts';
import { faultServer, http } from '../helpers/fault-server.ts';
import { perFile } from '../helpers/lasting.ts';
import { reached, runs } from '../helpers/runs.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

const isFull = runs('P4', 'inputs', 0) > 0;
/** The deepest take seconds. */
const DEPTHS = [10, 199, 201, 10_000, ...(isFull ? [1_000, 100_000, 1_000_000] : [])];
/** Deeper than this is refused. */
const MOST = 200;
let inputs = 0;

const arrays = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const objects = (depth: number) => '{"a":'.repeat(depth) + 1 + '}'.repeat(depth);

let reply = '';
const cli = perFile(sandboxedCli);
const host = perFile(
  () => faultServer(() => http(200, reply, { 'content-type': 'application/json' })),
  (it) => it.close(),
);
afterAll(() => {
  reached('P4', 'inputs', inputs);
});

/** It is no fault of the program, and not used when it is too deep. */
function expectSane({ exitCode, stderr }: Outcome, depth: number, what: string): void {
  inputs += 1;
  const where = `${what}, ${depth} deep: ${stderr.slice(0, 300)}`;
  expect(stderr, where).not.toMatch(/call stack|unexpected|INTERNAL|^\s+at /im);
  expect(depth > MOST ? [1, 2] : [0, 1, 2, 7], where).toContain(exitCode);
  expect(stderr.length, where).toBeLessThan(1_000);
}

it.each(DEPTHS)('answers of the platform, %i deep', async (depth) => {
  const env = { DOCS_TOKEN: 'test-token-1', DOCS_BASE_URL: host.origin };
  const guest = freshCli({ env });
  for (const text of [arrays(depth), `{"object":"space","id":"a","title":"A","x":${objects(depth)}}`]) {
    reply = text;
    expectSane(await guest('spaces get abc --json'), depth + 1, 'an answer');
  }
  reply = `{"items":[{"id":"a","title":"A","x":${arrays(depth)}}]}`;
  expectSane(await guest('spaces list --org o -o ndjson'), depth + 3, 'a list');
  guest.cleanup();
});

it.each(DEPTHS)('what a person gives, %i deep', async (depth) => {
  const data = `{"title":"Deep","template":${objects(depth)}}`;
  writeFileSync(join(cli.cwd, 'data.json'), data);
  expectSane(await cli(['spaces', 'create', '--data', '-'], { stdin: data }), depth + 1, '--data -');
  expectSane(await cli(['spaces', 'create', '--data', '@data.json']), depth + 1, '--data @file');
  expectSane(
    await cli(['api', 'POST', '/v1/orgs/{org}/spaces', '--data', '-'], { stdin: data }),
    depth + 1,
    'docs api',
  );
  expectSane(
    await cli(['spaces', 'update', '-', '--emoji', '1f4d8'], { stdin: arrays(depth) }),
    depth,
    'targets',
  );
  expectSane(
    await cli(['conversations', 'ingest', '-', '--site', 'Tarnpost Docs'], { stdin: `${objects(depth)}\n` }),
    depth,
    'conversations',
  );
});

it.each(DEPTHS)('files, %i deep', async (depth) => {
  writeFileSync(join(cli.cwd, 'plan.yaml'), `title: Docs\nspaces: ${arrays(depth)}\n`);
  expectSane(await cli('sites setup --from plan.yaml --dry-run'), depth + 1, 'a plan');
  writeFileSync(join(cli.cwd, 'plan.json'), `{"title":"Docs","spaces":${arrays(depth)}}`);
  expectSane(await cli('sites setup --from plan.json --dry-run'), depth + 1, 'a plan in JSON');
  const odd = freshCli();
  mkdirSync(join(odd.home, '.config/docs'), { recursive: true, mode: 0o700 });
  const config = `{"version":1,"profiles":{},"x":${arrays(depth)}}`;
  writeFileSync(join(odd.home, '.config/docs/config.json'), config, { mode: 0o600 });
  const listed = await odd('profiles list');
  inputs += 1;
  expect(listed.stderr).not.toMatch(/call stack|unexpected|INTERNAL|^\s+at /im);
  expect([0, 1]).toContain(listed.exitCode);
  odd.cleanup();
});

it('bodies that reach the sandbox', async () => {
  const box = await openTestSandbox();
  for (const depth of DEPTHS) {
    const body = { title: 'Deep', template: JSON.parse(objects(depth)) };
    const headers = { authorization: `Bearer ${box.adminToken}` };
    const params = { organizationId: box.organizationId };
    const { status } = await dispatch(box.sandbox, createSpace, { params, headers, body });
    inputs += 1;
    expect([depth, status]).toEqual([depth, 400]);
  }
  box.cleanup();
});

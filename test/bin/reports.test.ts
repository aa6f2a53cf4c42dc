import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { BIN, NODE } from '../helpers/built.ts';
import { formsOf, refuseCanaries } from '../helpers/canary.ts';
import { type FaultServer, faultServer } from '../helpers/fault-server.ts';
import { temporaryFolder } from '../helpers/lasting.ts';
import { reached } from '../helpers/runs.ts';

const CANARY = 'gb_api_CANARY-5d1e0123456789';
const FLAGS = '--report-on-signal --report-signal=SIGUSR2';
const LIST = ['spaces', 'list', '--org', 'organization-1234'];

let server: FaultServer;
let folder: string;
let asked: Promise<unknown>;
beforeEach(async () => {
  folder = temporaryFolder();
  let arrived: (value: unknown) => void = () => {};
  asked = new Promise((resolve) => {
    arrived = resolve;
  });
  // Takes the request and never answers: the token is in use while the report is written.
  server = await faultServer(arrived);
});
afterEach(async () => {
  await server.close();
});

it.each([
  ['a token of the environment', { DOCS_TOKEN: CANARY }],
  ['a token of the environment with a line end', { DOCS_TOKEN: `${CANARY}\n` }],
  ['a token of a file', { DOCS_TOKEN_FILE: 'token' }],
  ['a token of a command', { DOCS_PROFILE: 'c' }],
])('a diagnostic report does not hold %s', async (_name, given) => {
  writeFileSync(join(folder, 'token'), CANARY);
  const [kept, { origin }] = [join(folder, '.config/docs'), server];
  mkdirSync(kept, { recursive: true, mode: 0o700 });
  const settings = { version: 1, profiles: { c: { baseUrl: origin } } };
  const credentials = { c: { origin, command: `cat '${join(folder, 'token')}'` } };
  writeFileSync(join(kept, 'config.json'), JSON.stringify(settings), { mode: 0o600 });
  writeFileSync(join(kept, 'credentials.json'), JSON.stringify({ version: 1, credentials }), { mode: 0o600 });
  const env = {
    ...given,
    HOME: folder,
    PATH: process.env.PATH ?? '',
    ...(!('DOCS_PROFILE' in given) && { DOCS_BASE_URL: server.origin }),
    NODE_OPTIONS: `${FLAGS} --report-directory=${join(folder)}`,
  };
  const child = spawn(NODE, [BIN, ...LIST], { env, cwd: folder, stdio: 'ignore' });
  await asked;
  child.kill('SIGUSR2');
  const written = () => readdirSync(folder).filter((name) => name.startsWith('report.'));
  // The file is there before its text.
  const isWhole = () =>
    written().some((name) => readFileSync(join(folder, name), 'utf8').trim().endsWith('}'));
  while (!isWhole()) await delay(10);
  const ended = once(child, 'close');
  child.kill('SIGKILL');
  await ended;
  const [name = ''] = written();
  const report = readFileSync(join(folder, name), 'utf8');
  refuseCanaries(report, formsOf(CANARY), name);
  expect(report).toContain('"environmentVariables"');
  expect(server.received[0]?.headers.authorization).toBe(`Bearer ${CANARY}`);
  reached('S9', 'reports', 1);
});

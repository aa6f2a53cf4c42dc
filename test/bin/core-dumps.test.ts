// A process that crashes may leave its memory in a file. No token is in it, wherever it came from.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BIN, finished, NODE } from '../helpers/built.ts';
import { formsOf } from '../helpers/canary.ts';
import { type FaultServer, faultServer, http } from '../helpers/fault-server.ts';
import { temporaryFolder } from '../helpers/lasting.ts';
import { notRun } from '../helpers/needs.ts';

const CANARY = 'gb_api_CANARY-77aa/+0123456789';
const folder = temporaryFolder();
/** Where no more is allowed, there are none. */
const WITH_CORES = '(ulimit -c unlimited) 2> /dev/null && ulimit -c unlimited; exec "$@"';

let server: FaultServer;
/** Called with each request: whoever asks has its token, and keeps it while it waits. */
let asked = () => {};
beforeAll(async () => {
  server = await faultServer(async () => {
    asked();
    await new Promise((resolve) => setTimeout(resolve, 600_000).unref());
    return http(200, '{}');
  });
});
afterAll(async () => {
  await server.close();
});

/** What a crashed process leaves in its working folder; undefined where the system keeps it elsewhere or not at all. */
async function coreOf(words: readonly string[], env: Record<string, string>): Promise<Buffer | undefined> {
  const ready = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const cwd = mkdtempSync(join(folder, 'work-'));
  const child = spawn('sh', ['-c', WITH_CORES, 'sh', ...words], {
    cwd,
    env,
    stdio: 'pipe',
  });
  const ended = finished(child);
  await Promise.race([ready, ended]);
  child.kill('SIGQUIT');
  expect((await ended).signal).toBe('SIGQUIT');
  const [core] = readdirSync(cwd).filter((file) => file.startsWith('core'));
  return core === undefined ? undefined : readFileSync(join(cwd, core));
}

const PATH = process.env.PATH ?? '';

it('a core dump of any command is without the token', async () => {
  const bare = await coreOf([NODE, '-e', 'fetch(process.argv[1])', server.origin], { PATH, CANARY });
  // It would be found: another program leaves it.
  if (!bare?.includes(CANARY)) return notRun('core dumps are kept elsewhere (they are without the token)');
  for (const source of ['DOCS_TOKEN', 'DOCS_TOKEN_FILE', 'command', 'profile'] as const) {
    const words = [NODE, BIN, 'spaces', 'get', 'space-0123456789'];
    const core = await coreOf(words, { PATH, ...placeOf(source) });
    if (!core) throw new Error(`no core dump of ${source}`);
    expect(
      formsOf(CANARY).filter((form) => core.includes(form)),
      source,
    ).toEqual([]);
  }
});

/** A HOME, and what else names the token. */
function placeOf(source: string): Record<string, string> {
  const HOME = mkdtempSync(join(folder, 'home-'));
  const [baseUrl, origin] = [server.origin, server.origin];
  const file = join(folder, 'token');
  writeFileSync(file, `${CANARY}\n`);
  if (source === 'DOCS_TOKEN') return { HOME, DOCS_TOKEN: CANARY, DOCS_BASE_URL: baseUrl };
  if (source === 'DOCS_TOKEN_FILE') return { HOME, DOCS_TOKEN_FILE: file, DOCS_BASE_URL: baseUrl };
  const config = join(HOME, '.config/docs');
  mkdirSync(config, { recursive: true, mode: 0o700 });
  const kept = source === 'command' ? { origin, command: `cat '${file}'` } : { origin, token: CANARY };
  const write = (name: string, content: object) =>
    writeFileSync(join(config, name), JSON.stringify({ version: 1, ...content }), { mode: 0o600 });
  write('config.json', { defaultProfile: 'p', profiles: { p: { baseUrl } } });
  write('credentials.json', { credentials: { p: kept } });
  return { HOME };
}

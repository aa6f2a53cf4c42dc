import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, it } from 'vitest';
import { readToken } from '../../src/config/credentials.ts';
import { listProfiles, removeProfile } from '../../src/config/profiles.ts';
import { resolveConfig } from '../../src/config/resolve.ts';
import { type Bundled, bundled } from '../helpers/bundled.ts';
import { configHome } from '../helpers/config-home.ts';

const KILLS = Number(process.env.DOCS_TEST_KILLS ?? 200);
const SIDE_BY_SIDE = 4;

let script: Bundled;
beforeAll(async () => {
  script = await bundled('test/helpers/config-changer.ts');
});
afterAll(() => script.remove());

it(`after ${KILLS} kills during profile changes nothing is corrupt, left over or lost`, {
  timeout: 1_200_000,
}, async ({ expect }) => {
  const { paths, config, home } = configHome();
  const start = () => resolveConfig({ flags: {}, env: {}, cwd: home, paths });
  const promised = new Map<string, 'there' | 'gone' | 'either'>();
  let killed = 0;
  const worker = async () => {
    while (killed < KILLS) {
      const id = `k${killed++}`;
      for (const line of await killedRun(script.path, config, id)) note(promised, line);
      start();
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, worker));

  start();
  expect(readdirSync(config).sort()).toEqual(['config.json', 'credentials.json']);
  const profiles = new Map(listProfiles(paths).map((profile) => [profile.name, profile]));
  const wrong = [...promised].filter(
    ([name, state]) => state !== 'either' && profiles.has(name) !== (state === 'there'),
  );
  expect(wrong).toEqual([]);
  for (const [name, { baseUrl }] of profiles) {
    expect(readToken(paths, name, baseUrl)?.reveal()).toBe(`canary-${name.replace(/-r$/, '')}`);
  }
  expect([...promised.values()].filter((state) => state === 'there').length).toBeGreaterThan(KILLS / 4);

  for (const name of profiles.keys()) await removeProfile(paths, name);
  const rest = readdirSync(config).map((name) => readFileSync(join(config, name), 'utf8'));
  expect(rest.filter((text) => text.includes('canary'))).toEqual([]);
});

/** The lines a process printed until it was killed, some milliseconds after its first promise. */
async function killedRun(path: string, config: string, id: string): Promise<string[]> {
  const child = spawn(process.execPath, [path, 'churn', config, id], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  await once(child.stdout, 'data');
  const timer = setTimeout(() => child.kill('SIGKILL'), Math.random() * 150);
  const [, signal] = await once(child, 'close');
  clearTimeout(timer);
  if (signal !== 'SIGKILL') throw new Error(`${id} ended by itself: ${output}`);
  return output.split('\n').filter((line) => line !== '');
}

/** What a line promises about the names in it; a change that was begun and not promised may have happened or not. */
function note(promised: Map<string, 'there' | 'gone' | 'either'>, line: string): void {
  const [word, verb, name = '', to = ''] = line.split(' ');
  const isDone = word === 'done';
  if (verb === 'save') promised.set(name, isDone ? 'there' : 'either');
  if (verb === 'remove') promised.set(name, isDone ? 'gone' : 'either');
  if (verb === 'rename') promised.set(name, isDone ? 'gone' : 'either').set(to, isDone ? 'there' : 'either');
}

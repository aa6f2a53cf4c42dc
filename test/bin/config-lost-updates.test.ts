import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, it } from 'vitest';
import { readToken } from '../../src/config/credentials.ts';
import { listProfiles } from '../../src/config/profiles.ts';
import { type Bundled, bundled } from '../helpers/bundled.ts';
import { configHome } from '../helpers/config-home.ts';

const PROCESSES = 20;
const ROUNDS = 10;

let script: Bundled;
beforeAll(async () => {
  script = await bundled('test/helpers/config-changer.ts');
});
afterAll(() => script.remove());

it('20 processes that save 10 profiles each lose none of them', { timeout: 120_000 }, async ({ expect }) => {
  const { paths, config } = configHome();
  const children = Array.from({ length: PROCESSES }, (_, id) =>
    spawn(process.execPath, [script.path, 'save', config, `p${id}`, String(ROUNDS)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    }),
  );
  await Promise.all(children.map((child) => once(child.stdout, 'data')));
  for (const child of children) child.stdin.end('go\n');
  expect(await Promise.all(children.map(exitOf))).toEqual(children.map(() => 0));

  const profiles = listProfiles(paths);
  expect(profiles).toHaveLength(PROCESSES * ROUNDS);
  for (const { name, baseUrl } of profiles) {
    expect(readToken(paths, name, baseUrl)?.reveal()).toBe(`canary-${name}`);
  }
  expect(readdirSync(config).sort()).toEqual(['config.json', 'credentials.json']);
});

async function exitOf(child: ChildProcess): Promise<unknown> {
  if (child.exitCode !== null) return child.exitCode;
  const [code] = await once(child, 'exit');
  return code;
}

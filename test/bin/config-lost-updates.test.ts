import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, it } from 'vitest';
import { readToken } from '../../src/config/credentials.ts';
import { listProfiles } from '../../src/config/profiles.ts';
import { type Bundled, bundled } from '../helpers/bundled.ts';
import { configHome } from '../helpers/config-home.ts';
import { reached, runs } from '../helpers/runs.ts';

const PROCESSES = 20;
const ROUNDS = 10;
const TIMES = runs('C1', 'changes', 200) / (PROCESSES * ROUNDS);

let script: Bundled;
beforeAll(async () => {
  script = await bundled('test/helpers/config-changer.ts');
});
afterAll(() => script.remove());

it('20 processes that save 10 profiles each lose none of them', { timeout: 600_000 }, async ({ expect }) => {
  for (let time = 0; time < TIMES; time++) {
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
    reached('C1', 'changes', profiles.length);
  }
});

async function exitOf(child: ChildProcess): Promise<unknown> {
  if (child.exitCode !== null) return child.exitCode;
  const [code] = await once(child, 'exit');
  return code;
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { it } from 'vitest';
import { readToken } from '../../src/config/credentials.ts';
import { listProfiles } from '../../src/config/profiles.ts';
import { bundled } from '../helpers/bundled.ts';
import { configHome } from '../helpers/config-home.ts';
import { perFile } from '../helpers/lasting.ts';
import { lacks } from '../helpers/needs.ts';
import { reached, runs } from '../helpers/runs.ts';

const PROCESSES = 20;
const ROUNDS = 5;
const CONTAINERS = 12;
const TIMES = runs('C1', 'changes', 100) / (PROCESSES * ROUNDS);

const script = perFile(
  () => bundled('test/helpers/config-changer.ts'),
  (it) => it.remove(),
);

it('20 processes that save 5 profiles each lose none of them', { timeout: 600_000 }, async ({ expect }) => {
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

/** Each process with pids of its own, as in containers that share a volume and a host name. */
it.skipIf(lacks('12 sign-ins at once, each in its own pid namespace', 'unshare', 'root'))(
  '12 containers that share a home lose no profile and no token',
  { timeout: 600_000 },
  async ({ expect }) => {
    const times = runs('C8', 'sign-ins', 12) / CONTAINERS;
    for (let time = 0; time < times; time++) {
      const { paths, config } = configHome();
      const children = Array.from({ length: CONTAINERS }, (_, id) =>
        spawn(
          'unshare',
          ['--pid', '--fork', '--mount-proc', process.execPath, script.path, 'save', config, `p${id}`, '1'],
          { stdio: ['pipe', 'pipe', 'pipe'] },
        ),
      );
      await Promise.all(children.map((child) => once(child.stdout, 'data')));
      for (const child of children) child.stdin.end('go\n');
      const ends = await Promise.all(
        children.map((child) => Promise.all([exitOf(child), text(child.stderr)])),
      );
      // On a machine with much else to do, a writer may give up the wait for the others, and says so.
      for (const [code, said] of ends) if (code !== 0) expect(said).toContain("code: 'LOCKED'");
      const saved = ends.flatMap(([code], id) => (code === 0 ? [`p${id}-0`] : []));
      const profiles = listProfiles(paths);
      expect(profiles.map(({ name }) => name).sort()).toEqual(saved.sort());
      for (const { name, baseUrl } of profiles)
        expect(readToken(paths, name, baseUrl)?.reveal()).toBe(`canary-${name}`);
      expect(readdirSync(config).sort()).toEqual(['config.json', 'credentials.json']);
      reached('C8', 'sign-ins', profiles.length);
    }
  },
);

async function exitOf(child: ChildProcess): Promise<unknown> {
  if (child.exitCode !== null) return child.exitCode;
  const [code] = await once(child, 'exit');
  return code;
}

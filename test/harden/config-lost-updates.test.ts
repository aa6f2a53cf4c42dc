import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readToken } from '../../src/config/credentials.ts';
import { listProfiles } from '../../src/config/profiles.ts';
import { finished } from '../helpers/built.ts';
import { bundled } from '../helpers/bundled.ts';
import { configHome } from '../helpers/config-home.ts';
import { perFile } from '../helpers/lasting.ts';
import { lacks } from '../helpers/needs.ts';
import { reached, runs } from '../helpers/runs.ts';

const PROCESSES = 20;
const ROUNDS = 5;
const CONTAINERS = 12;
const TIMES = runs('C1', 'changes', 100) / (PROCESSES * ROUNDS);

const script = perFile(() => bundled('test/helpers/config-changer.ts'));

it('20 processes that save 5 profiles each lose none of them', async () => {
  for (let time = 0; time < TIMES; time++) {
    const { paths, config } = configHome();
    const ends = await atOnce(PROCESSES, [], (id) => ['save', config, `p${id}`, String(ROUNDS)]);
    expect(ends.filter(({ code }) => code !== 0)).toEqual([]);

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
  async () => {
    const times = runs('C8', 'sign-ins', 12) / CONTAINERS;
    for (let time = 0; time < times; time++) {
      const { paths, config } = configHome();
      const apart = ['unshare', '--pid', '--fork', '--mount-proc'];
      const ends = await atOnce(CONTAINERS, apart, (id) => ['save', config, `p${id}`, '1']);
      expect(ends.filter(({ code }) => code !== 0)).toEqual([]);

      const profiles = listProfiles(paths);
      expect(profiles).toHaveLength(CONTAINERS);
      for (const { name, baseUrl } of profiles)
        expect(readToken(paths, name, baseUrl)?.reveal()).toBe(`canary-${name}`);
      expect(readdirSync(config).sort()).toEqual(['config.json', 'credentials.json']);
      reached('C8', 'sign-ins', profiles.length);
    }
  },
);

/** The ends of so many processes that go on at the same moment, each behind these words. */
async function atOnce(count: number, before: readonly string[], argsOf: (id: number) => string[]) {
  const children = Array.from({ length: count }, (_, id) => {
    const [program = '', ...args] = [...before, process.execPath, script.path, ...argsOf(id)];
    return spawn(program, args, { stdio: 'pipe' });
  });
  await Promise.all(children.map((child) => once(child.stdout, 'data')));
  return Promise.all(children.map((child) => finished(child, 'go\n')));
}

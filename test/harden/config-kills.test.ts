import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'vitest';
import { readToken } from '../../src/config/credentials.ts';
import { listProfiles, signOut } from '../../src/config/profiles.ts';
import { resolveConfig } from '../../src/config/resolve.ts';
import { sweepLeftovers } from '../../src/files/lock.ts';
import { bundled } from '../helpers/bundled.ts';
import { configHome } from '../helpers/config-home.ts';
import { perFile } from '../helpers/lasting.ts';
import { reached, runs } from '../helpers/runs.ts';

const KILLS = runs('C2', 'kills', 16);
const HOLDER_KILLS = runs('C2', 'holder kills', 16);

const script = perFile(() => bundled('test/helpers/config-changer.ts'));

it('kills during profile changes corrupt, leave and lose nothing', { timeout: 1_200_000 }, async ({
  expect,
}) => {
  const { paths, config, home } = configHome();
  const start = () => resolveConfig({ flags: {}, env: {}, cwd: home, paths });
  const expected = newExpectations();
  await killMany(KILLS, 3, async (id) => {
    for (const line of await killedRun(['churn', config, id], 14)) note(expected, line);
    start();
  });

  start();
  expect(readdirSync(config).sort()).toEqual(['config.json', 'credentials.json']);
  const profiles = new Map(listProfiles(paths).map((profile) => [profile.name, profile.hasToken]));
  const { there, gone, moving, cut } = expected;
  const known = new Set([...there, ...cut, ...[...moving].flat()]);
  expect({
    lost: [...there].filter((name) => !profiles.get(name)),
    back: [...gone].filter((name) => profiles.has(name)),
    halfMoved: [...moving].filter(([from, to]) => !profiles.get(from) === !profiles.get(to)),
    unknown: [...profiles.keys()].filter((name) => !known.has(name)),
  }).toEqual({ lost: [], back: [], halfMoved: [], unknown: [] });
  for (const { name, baseUrl, hasToken } of listProfiles(paths)) {
    const token = `canary-${name.replace(/-r$/, '')}`;
    if (hasToken) expect(readToken(paths, name, baseUrl)?.reveal()).toBe(token);
  }
  expect(there.size).toBeGreaterThan(KILLS / 4);

  for (const name of profiles.keys()) await signOut(paths, name);
  const left = readdirSync(home, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  const rest = left.map((file) => readFileSync(join(file.parentPath, file.name), 'utf8'));
  expect(rest.filter((text) => text.includes('canary'))).toEqual([]);
  reached('C2', 'kills', KILLS);
  reached('S8', 'kills', KILLS);
});

it('kills of lock holders let no two others in at once', { timeout: 1_200_000 }, async ({ expect }) => {
  const { home } = configHome();
  let added = 0;
  await killMany(HOLDER_KILLS, 6, async () => {
    const lines = await killedRun(['count', home], 40);
    added += lines.filter((line) => line === 'done add').length;
  });
  const count = Number(readFileSync(join(home, 'count.json'), 'utf8'));
  // A kill may fall between the change and its promise, so there may be as many more as there were kills.
  expect(count).toBeGreaterThanOrEqual(added);
  expect(count).toBeLessThanOrEqual(added + HOLDER_KILLS);
  expect(added).toBeGreaterThan(HOLDER_KILLS);
  sweepLeftovers(home);
  expect(readdirSync(home)).toEqual(['count.json']);
  reached('C2', 'holder kills', HOLDER_KILLS);
});

/** Runs `work` once for each of the kills, some of them side by side. */
async function killMany(
  kills: number,
  sideBySide: number,
  work: (id: string) => Promise<void>,
): Promise<void> {
  let started = 0;
  const worker = async () => {
    while (started < kills) await work(`k${started++}`);
  };
  await Promise.all(Array.from({ length: sideBySide }, worker));
}

/** The lines a process printed until it was killed, at a random moment after one of its first `maxLines` lines. */
async function killedRun(args: string[], maxLines: number): Promise<string[]> {
  const child = spawn(process.execPath, [script.path, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = 1 + Math.floor(Math.random() * maxLines);
  let output = '';
  let timer: NodeJS.Timeout | undefined;
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    if (output.split('\n').length > lines)
      timer ??= setTimeout(() => child.kill('SIGKILL'), Math.random() * 20);
  });
  const [, signal] = await once(child, 'close');
  clearTimeout(timer);
  if (signal !== 'SIGKILL') throw new Error(`${args.join(' ')} ended by itself: ${output}`);
  return output.split('\n').filter((line) => line !== '');
}

interface Expectations {
  /** Promised to be there, with its token. */
  there: Set<string>;
  /** Promised to be gone. */
  gone: Set<string>;
  /** From and to of a rename that was cut short: the profile is under one of the names, whole. */
  moving: Map<string, string>;
  /** Names of a save or removal that was cut short. */
  cut: Set<string>;
}

function newExpectations(): Expectations {
  return { there: new Set(), gone: new Set(), moving: new Map(), cut: new Set() };
}

function note({ there, gone, moving, cut }: Expectations, line: string): void {
  const [word, verb, name = '', to = ''] = line.split(' ');
  if (verb === 'use') return;
  for (const names of [there, gone, moving, cut]) names.delete(name);
  if (word === 'try' && verb === 'rename') moving.set(name, to);
  else if (word === 'try') cut.add(name);
  else if (verb === 'save') there.add(name);
  else gone.add(name);
  if (word === 'done' && verb === 'rename') there.add(to);
}

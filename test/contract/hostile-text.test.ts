import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canPlan } from '../../src/engine/model/flags.ts';
import { freshCli } from '../helpers/cli.ts';
import { hostCommands as calls } from '../helpers/command-lines.ts';
import { writeFixtures } from '../helpers/example-files.ts';
import { LINEAR, tookOf } from '../helpers/growth.ts';
import { type Hostility, startHostileServer } from '../helpers/hostile-server.ts';
import { perFile } from '../helpers/lasting.ts';
import { isMeasured } from '../helpers/measured.ts';
import { kindOf, rotated } from '../helpers/rotation.ts';
import { reached, runs } from '../helpers/runs.ts';
import { readAsTerminal } from '../helpers/vt.ts';

let host: Record<string, string>;
const server = perFile(startHostileServer, (it) => it.stop());
const cli = perFile(freshCli);
beforeAll(() => {
  host = {
    DOCS_TOKEN: 'token-1',
    DOCS_BASE_URL: server.url,
    DOCS_ORG: 'org',
    DOCS_SPACE: 'space',
    DOCS_SITE: 'site',
    DOCS_HISTORY: 'off',
  };
  writeFixtures(cli.cwd);
});

/** What is asked for as the bytes of a file goes into a pipe as it is. */
const BYTES = /^docs (pages get|revisions page|openapi download)$/;

/** Everything a terminal must not get; what our own colours are made of aside. */
const controlsIn = (text: string) => [...new Set(readAsTerminal(text).controls)];
const TERMINAL = { FORCE_COLOR: '1', TERM: 'xterm-256color', ACCESSIBLE: '1' };
const CI = { GITHUB_ACTIONS: 'true', CI: 'true' };
const CI_COMMAND = /^\s*::|^\s*##\[|##(\[|vso\[)/;

const held = { terminal: 0, ci: 0, previews: 0 };
afterAll(() => {
  reached('T1', 'attacked commands', held.terminal);
  reached('T1', 'previewed commands', held.previews);
  reached('T9', 'attacked commands', held.ci);
});

const HOSTILITIES: readonly (readonly [string, Hostility])[] = [
  ['in every text', { everywhere: false }],
  ['in ids and times too', { everywhere: true }],
  ['in a refusal', { everywhere: true, refuse: true }],
];

const READERS = ['a terminal', 'a CI runner'];
const attacks = rotated(
  calls,
  HOSTILITIES.flatMap(([, how]) => READERS.map((reader) => ({ how, reader }))),
  ([, , command]) => kindOf(command),
);
const attacksOn = (reader: string, how: Hostility) =>
  attacks.flatMap(([call, one]) => (one.reader === reader && one.how === how ? [call] : []));

describe.each(HOSTILITIES)('hostile strings %s', (_, how) => {
  it.each(attacksOn('a terminal', how))('of %s reach no terminal', async (_path, words) => {
    server.use(how);
    const options = { tty: true, columns: 100, answers: [], env: { ...host, ...TERMINAL } };
    const { stdout, stderr } = await cli(words, options);
    expect(controlsIn(stdout)).toEqual([]);
    expect(controlsIn(stderr)).toEqual([]);
    expect(stderr).not.toMatch(/^ +at .*\.[jt]s:/m);
    held.terminal += 1;
  });

  it.each(attacksOn('a CI runner', how).filter(([path]) => !BYTES.test(path)))(
    'of %s are no commands of a CI runner',
    async (_path, words) => {
      server.use(how);
      const { stdout, stderr } = await cli(words, { env: { ...host, ...CI } });
      const lines = `${stdout}\n${stderr}`.split(/\r\n|\r|\n/);
      expect(lines.filter((line) => CI_COMMAND.test(line)).slice(0, 3)).toEqual([]);
      held.ci += 1;
    },
  );
});

const planned = calls.filter(([, , command]) => canPlan(command));
/** What shows a change before it is made, or before it is undone. */
const PREVIEWS = [
  ['plan', 'show', 'plan.json'],
  ['plan', 'show', 'plan.json', '--markdown'],
  ['plan', 'check', 'plan.json'],
  ['apply', 'plan.json', '--dry-run'],
  ['apply', 'plan.json'],
];
const MADE = { everywhere: false };
/** So many of them, from the whole length. */
const spread = <T>(all: readonly T[], count: number): T[] =>
  all.filter(
    (_, at) => Math.floor((at * count) / all.length) !== Math.floor(((at - 1) * count) / all.length),
  );

describe.each([
  ['a terminal', { tty: true, columns: 100, env: { ...TERMINAL } }],
  ['a CI runner', { env: { ...CI } }],
])('hostile strings in what is only shown reach %s as text', (_, { env, ...streams }) => {
  const shown = async (words: readonly string[]) => {
    server.use(MADE);
    // The one question there may be is answered with no.
    const { stdout, stderr } = await cli(words, { ...streams, answers: [false], env: { ...host, ...env } });
    expect([words, controlsIn(stdout), controlsIn(stderr)]).toEqual([words, [], []]);
    if ('tty' in streams) return;
    const lines = `${stdout}\n${stderr}`.split(/\r\n|\r|\n/);
    expect([words, lines.filter((line) => CI_COMMAND.test(line)).slice(0, 3)]).toEqual([words, []]);
  };

  const share = spread(planned, runs('T1', 'previewed commands', 14) / 2);
  it.each(share)('by the dry run and the plan of %s', async (_path, words) => {
    rmSync(join(cli.cwd, 'plan.json'), { force: true });
    await shown([...words, '--dry-run']);
    await shown([...words, '--plan-out', 'plan.json']);
    for (const preview of PREVIEWS) await shown(preview);
    held.previews += 1;
  });

  it('by the dry run of an undo', async () => {
    const kept = { ...host, ...env, DOCS_HISTORY: 'on' };
    for (const [, words] of share) {
      server.use(MADE);
      await cli([...words.filter((word) => word !== '--yes'), '--yes'], { env: kept });
    }
    const { stdout } = await cli('history --json --limit 1000', { env: kept });
    const ids: string[] = JSON.parse(stdout).map(({ id }: { id: string }) => id);
    expect(ids.length).toBeGreaterThan(share.length / 2);
    await shown(['history']);
    for (const id of ids) {
      await shown(['history', 'get', id]);
      await shown(['undo', id, '--dry-run']);
      await shown(['undo', id]);
    }
  });
});

it('a title of several lines forges no line of a dry run', async () => {
  const words = calls.filter(([, , command]) => command.operation?.method === 'DELETE');
  for (const [path, call] of words) {
    server.use({ everywhere: false, texts: ['x\nundo: docs mark'] });
    const { stdout } = await cli([...call, '--dry-run'], { env: host });
    const forged = stdout.split('\n').filter((line) => line.startsWith('undo: docs mark'));
    expect([path, forged]).toEqual([path, []]);
  }
});

it('a title of a million emoji holds up no command', async () => {
  const count = runs('T1', 'commands with a million emoji', 5);
  for (let at = 0; at < count; at += 1) {
    const [path, words] = calls[Math.floor((at * calls.length) / count)] ?? ['', []];
    const titled = async (emoji: number) => {
      server.use({ everywhere: false, first: '\ud83d\ude42'.repeat(emoji), refuse: at % 5 === 4 });
      const options = { tty: true, columns: 100, answers: [], env: { ...host, ...TERMINAL } };
      const { stderr } = await cli([...words, '--timeout', '60'], options);
      // Nobody is there to answer the questions of this test.
      expect([path, /unexpected error: (?!unexpected question)/.test(stderr)]).toEqual([path, false]);
    };
    if (!isMeasured) {
      await titled(125_000);
      continue;
    }
    let isLinear = false;
    // Each round by itself: an answer that is kept from one to the next would make another round look cheap.
    for (let round = 0; round < 4 && !isLinear; round += 1) {
      const small = await tookOf(() => titled(125_000));
      isLinear = (await tookOf(() => titled(1_000_000))) < LINEAR * small;
    }
    expect([path, isLinear]).toEqual([path, true]);
  }
  reached('T1', 'commands with a million emoji', count);
});

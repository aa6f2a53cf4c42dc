import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Cli, freshCli } from '../helpers/cli.ts';
import { hostCommands } from '../helpers/command-lines.ts';
import { writeFixtures } from '../helpers/example-files.ts';
import { type HostileServer, type Hostility, startHostileServer } from '../helpers/hostile-server.ts';
import { reached, runs } from '../helpers/runs.ts';
import { readAsTerminal } from '../helpers/vt.ts';

let server: HostileServer;
let cli: Cli;
let host: Record<string, string>;
beforeAll(async () => {
  server = await startHostileServer();
  host = {
    DOCS_TOKEN: 'token-1',
    DOCS_BASE_URL: server.url,
    DOCS_ORG: 'org',
    DOCS_SPACE: 'space',
    DOCS_SITE: 'site',
    DOCS_HISTORY: 'off',
  };
  cli = freshCli();
  writeFixtures(cli.cwd);
});
afterAll(async () => {
  cli.cleanup();
  await server.stop();
});

const calls = await hostCommands();
/** What is asked for as the bytes of a file goes into a pipe as it is. */
const BYTES = /^docs (pages get|revisions page|openapi download)$/;

/** Everything a terminal must not get; what our own colours are made of aside. */
const controlsIn = (text: string) => [...new Set(readAsTerminal(text).controls)];
const TERMINAL = { FORCE_COLOR: '1', TERM: 'xterm-256color', ACCESSIBLE: '1' };
const CI = { GITHUB_ACTIONS: 'true', CI: 'true' };
const CI_COMMAND = /^\s*::|^\s*##\[|##(\[|vso\[)/;

const held = { terminal: 0, ci: 0 };
afterAll(() => {
  reached('T1', 'attacked commands', held.terminal);
  reached('T9', 'attacked commands', held.ci);
});

const HOSTILITIES: readonly (readonly [string, Hostility])[] = [
  ['in every text', { everywhere: false }],
  ['in ids and times too', { everywhere: true }],
  ['in a refusal', { everywhere: true, refuse: true }],
];

describe.each(HOSTILITIES)('hostile strings %s', (_, how) => {
  it.each(calls)('of %s reach no terminal', async (_path, words) => {
    server.use(how);
    const options = { tty: true, columns: 100, answers: [], env: { ...host, ...TERMINAL } };
    const { stdout, stderr } = await cli(words, options);
    expect(controlsIn(stdout)).toEqual([]);
    expect(controlsIn(stderr)).toEqual([]);
    expect(stderr).not.toMatch(/^ +at .*\.ts:/m);
    held.terminal += 1;
  });

  it.each(calls.filter(([path]) => !BYTES.test(path)))(
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

it('a title of a million emoji holds up no command', async () => {
  const first = '\ud83d\ude42'.repeat(1_000_000);
  const count = runs('T1', 'commands with a million emoji', 10);
  for (let at = 0; at < count; at += 1) {
    const [path, words] = calls[Math.floor((at * calls.length) / count)] ?? ['', []];
    server.use({ everywhere: false, first, refuse: at % 5 === 4 });
    const from = performance.now();
    const options = { tty: true, columns: 100, answers: [], env: { ...host, ...TERMINAL } };
    const { stderr } = await cli([...words, '--timeout', '5'], options);
    expect(performance.now() - from, path).toBeLessThan(6000);
    expect(stderr.slice(0, 500), path).not.toMatch(/unexpected error/);
  }
  reached('T1', 'commands with a million emoji', count);
});

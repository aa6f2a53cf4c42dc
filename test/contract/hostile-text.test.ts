import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entries } from '../../src/commands/index.ts';
import { allCommands } from '../../src/engine/model/load.ts';
import { type Cli, freshCli, splitWords } from '../helpers/cli.ts';
import { writeFixtures } from '../helpers/example-files.ts';
import { runnableExamples } from '../helpers/example-lines.ts';
import { type HostileServer, startHostileServer } from '../helpers/hostile-server.ts';
import { reached } from '../helpers/runs.ts';
import { readAsTerminal } from '../helpers/vt.ts';

let server: HostileServer;
let cli: Cli;
beforeAll(async () => {
  server = await startHostileServer();
  cli = freshCli({
    env: {
      DOCS_TOKEN: 'token-1',
      DOCS_BASE_URL: server.url,
      DOCS_ORG: 'org',
      DOCS_SPACE: 'space',
      DOCS_SITE: 'site',
    },
  });
  writeFixtures(cli.cwd);
});
afterAll(async () => {
  cli.cleanup();
  await server.stop();
});

const commands = await allCommands(entries);
/** Commands that talk to a host, as their first example calls them, without what would keep them from it. */
const calls = commands.flatMap(({ path, command }) => {
  const line = runnableExamples(command)[0];
  if (command.local || !line || /^docs (sandbox|auth|profiles) /.test(line)) return [];
  const words = splitWords(line).slice(1);
  return [[path, words.filter((word) => word !== '--dry-run' && word !== '--wait')] as const];
});

/** What is asked for as the bytes of a file goes into a pipe as it is. */
const BYTES = /^docs (pages get|revisions page|openapi download)$/;

/** Everything a terminal must not get; what our own colours are made of aside. */
const controlsIn = (text: string) => [...new Set(readAsTerminal(text).controls)];
const TERMINAL = {
  tty: true,
  columns: 100,
  answers: [],
  env: { FORCE_COLOR: '1', TERM: 'xterm-256color', ACCESSIBLE: '1' },
};

const held = { terminal: 0, ci: 0 };
afterAll(() => {
  reached('T1', 'attacked commands', held.terminal);
  reached('T9', 'attacked commands', held.ci);
});

describe.each([
  ['in every text', { everywhere: false }],
  ['in ids and times too', { everywhere: true }],
  ['in a refusal', { everywhere: true, refuse: true }],
])('hostile strings %s', (_, how) => {
  it.each(calls)('of %s reach no terminal', async (_path, words) => {
    server.use(how);
    const env = {
      ...TERMINAL.env,
      DOCS_TOKEN: 'token-1',
      DOCS_BASE_URL: server.url,
      DOCS_ORG: 'org',
      DOCS_SPACE: 'space',
      DOCS_SITE: 'site',
    };
    const { stdout, stderr } = await cli(words, { ...TERMINAL, env });
    expect(controlsIn(stdout)).toEqual([]);
    expect(controlsIn(stderr)).toEqual([]);
    expect(stderr).not.toMatch(/^ +at .*\.ts:/m);
    held.terminal += 1;
  });

  it.each(calls.filter(([path]) => !BYTES.test(path)))(
    'of %s are no commands of a CI runner',
    async (_path, words) => {
      server.use(how);
      const env = {
        GITHUB_ACTIONS: 'true',
        CI: 'true',
        DOCS_TOKEN: 'token-1',
        DOCS_BASE_URL: server.url,
        DOCS_ORG: 'org',
        DOCS_SPACE: 'space',
        DOCS_SITE: 'site',
      };
      const { stdout, stderr } = await cli(words, { env });
      const lines = `${stdout}\n${stderr}`.split(/\r\n|\r|\n/);
      expect(lines.filter((line) => /^\s*::|^\s*##\[|##(\[|vso\[)/.test(line)).slice(0, 3)).toEqual([]);
      held.ci += 1;
    },
  );
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entries } from '../../src/commands/index.ts';
import { allCommands } from '../../src/commands/load.ts';
import { type Cli, freshCli, splitWords } from '../helpers/cli.ts';
import { writeFixtures } from '../helpers/example-files.ts';
import { type HostileServer, startHostileServer } from '../helpers/hostile-server.ts';
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
const runs = commands.flatMap(({ path, command }) => {
  const line = command.examples.find((example) => !/[|<>;]|\$\(| --help/.test(example));
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

describe.each([
  ['in every text', { everywhere: false }],
  ['in ids and times too', { everywhere: true }],
  ['in a refusal', { everywhere: true, refuse: true }],
])('hostile strings %s', (_, how) => {
  it.each(runs)('of %s reach no terminal', async (_path, words) => {
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
  });

  it.each(runs.filter(([path]) => !BYTES.test(path)))(
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
    },
  );
});

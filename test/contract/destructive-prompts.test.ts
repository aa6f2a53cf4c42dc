import { afterAll, beforeAll, expect, it } from 'vitest';
import { Secret } from '../../src/config/credentials.ts';
import { pathsOf } from '../../src/config/folders.ts';
import { saveProfile } from '../../src/config/profiles.ts';
import { startAnsweringServer } from '../helpers/answering-server.ts';
import { type Cli, freshCli } from '../helpers/cli.ts';
import { hostCommands } from '../helpers/command-lines.ts';
import { writeFixtures } from '../helpers/example-files.ts';
import { perFile } from '../helpers/lasting.ts';
import { reached } from '../helpers/runs.ts';

const CONSENT = new Set(['--yes', '--confirm']);
/** Such a host has nothing that these could act on, and no collection that is empty. */
const NOTHING_THERE =
  /^docs (collections delete|sites (sections|groups) delete|sites spaces remove|redirects delete|external-links delete|share-links delete|customization reset|teams members remove|cr reviewers remove|spaces restore|installations delete|installations (sites|spaces) remove|permissions (users|teams) remove|release retire|restore|migrate|undo|apply)$/;
/**
 * Every command that wants consent, as its example calls it, without the consent. Jobs want what is not there yet, and such
 * a host shows nothing that they could compare it with.
 */
const destructive = hostCommands
  .filter(
    ([path, , { isJob, danger }]) =>
      !NOTHING_THERE.test(path) && !isJob && !['mild', undefined].includes(danger),
  )
  .map(
    ([path, words]) =>
      [path, words.filter((word, at) => !CONSENT.has(word) && words[at - 1] !== '--confirm')] as const,
  );

let cli: Cli;
const server = perFile(startAnsweringServer, (it) => it.stop());
beforeAll(async () => {
  // What was deleted already needs no consent, and what rules forbid is refused before it.
  const over = { deletedAt: undefined, mergeRules: { type: 'none' } };
  server.change = (value) => ({ ...Object(value), ...over });
  cli = freshCli({
    env: { DOCS_ORG: 'organization-1234', DOCS_SPACE: 'space-1234567890', DOCS_SITE: 'site-12345678901' },
  });
  const paths = pathsOf({ env: { HOME: cli.home }, platform: 'linux', cwd: cli.home });
  const token = new Secret('canary-prod-0123456');
  await saveProfile(paths, { name: 'prod', profile: { baseUrl: server.url }, token });
  writeFixtures(cli.cwd);
});
afterAll(() => {
  cli.cleanup();
});

it.each(destructive)('%s names profile and host before it acts', async (_path, words) => {
  const { exitCode, stderr } = await cli(words);
  expect([exitCode, stderr]).toEqual([3, expect.stringContaining(`[prod, ${new URL(server.url).host}`)]);
  reached('C7', 'commands', 1);
});

// Questions and messages off the beaten path: questions that name what they are about, slips that are not taken in silence.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Cli, sandboxedCli } from '../../helpers/cli.ts';

let cli: Cli;
beforeAll(async () => {
  cli = await sandboxedCli({ stdin: '' });
  await cli('translations create --source-space Guides --source-language en --language fr --wait');
  await cli('sandbox token --kind internal');
  writeFileSync(join(cli.cwd, 'terms.md'), 'Use *du*.');
});
afterAll(() => cli.cleanup());

describe('a question names', () => {
  it.each([
    ['a translation by its language', 'translations delete fr', 'to delete translation "fr" ('],
    [
      'the site whose signing key is replaced',
      ['publishing', 'auth', 'regenerate', 'Partner portal'],
      'to regenerate the signing key of visitors of site "Partner portal" (',
    ],
    [
      'the git integration, not its space, as what is removed',
      ['git', 'remove-legacy', 'API reference', '--profile', 'sandbox-internal'],
      'to remove legacy git integration of space "API reference" (',
    ],
    [
      'from where an integration is removed',
      'installations spaces remove review-bot Guides',
      'to remove integration review-bot from space "Guides"',
    ],
  ])('%s', async (_, line, text) => {
    expect((await cli(line)).stderr).toContain(text);
  });
});

it('the question about a team says who loses access, and nothing of members that it has not', async () => {
  await cli('teams create Empty');
  const { stderr } = await cli('teams delete Empty');
  expect(stderr).toContain('it cannot be restored');
  expect(stderr).not.toContain('lose');
  await cli('teams members add Empty jonas@tarnpost.example');
  expect((await cli('teams delete Empty')).stderr).toContain(
    'its 1 member loses what the team gives access to',
  );
});

describe('a message names', () => {
  it.each([
    [
      'a path that customization does not have',
      ['customization', 'set', 'Tarnpost Docs', '--unset', 'nope'],
      '"nope" is not a field of this command',
    ],
    [
      'a part that a path of customization does not have',
      ['customization', 'set', 'Tarnpost Docs', '--unset', 'styling.nope'],
      '"styling.nope" is not a field of this command',
    ],
    [
      'the flag for Markdown where JSON is wanted',
      ['translations', 'update', 'fr', '--instructions', 'be formal'],
      'docs: --instructions is not JSON\nhint: use --instructions-file for Markdown\n',
    ],
    [
      'what to do with a certificate that cannot be read',
      ['saml', 'rotate', 'Tarnpost login', '--certificate', 'terms.md'],
      'docs: terms.md is not a readable PEM certificate\nhint: use a PEM file, which starts with -----BEGIN CERTIFICATE-----\n',
    ],
    [
      'the same where a provider is made',
      ['saml', 'create', 'New', '--certificate', 'terms.md'],
      'docs: terms.md is not a readable PEM certificate\nhint: use a PEM file, which starts with -----BEGIN CERTIFICATE-----\n',
    ],
    [
      'who can be a member of the sandbox, as something to do',
      'sandbox token nobody',
      'hint: use one of ines@tarnpost.example, ',
    ],
    [
      'how JSON is given',
      ['fonts', 'create', 'Inter', '--font-faces', 'x'],
      "docs: --font-faces is not JSON\nhint: --font-faces '{}', or --font-faces @file\n",
    ],
  ])('%s', async (_, line, text) => {
    expect((await cli(line)).stderr).toContain(text);
  });

  it('the pager that other programs use, too', async () => {
    const { stdout } = await cli('config list', { env: { PAGER: 'more' } });
    expect(stdout).toContain('pager\tmore\tPAGER\n');
  });

  it('the variable that is wrong', async () => {
    const other = await sandboxedCli({ env: { DOCS_CONCURRENCY: 'x' } });
    expect((await other('links check --all-spaces')).stderr).toContain('docs: DOCS_CONCURRENCY must be');
    other.cleanup();
  });
});

it.each([
  ['spacess list', 'docs spaces list'],
  ['memberss', 'docs members'],
  ['spaces gett Guides', 'docs spaces get'],
  ['historyy', 'docs history'],
  ['spaces list --jsonn', '--json'],
  ['spaces list --limitt 3', '--limit'],
  ['spaces list --orgg x', '--org'],
])('a letter too many in docs %s is a slip', async (line, meant) => {
  expect((await cli(line)).stderr).toContain(`hint: did you mean ${meant}?\n`);
});

it.each(['auth login --token=hunter2', 'spaces list --api-key hunter2', '--token=hunter2 spaces list'])(
  'docs %s says how a token is given, and does not repeat it',
  async (line) => {
    const { stderr } = await cli(line);
    expect(stderr).toContain('hint: docs auth login --with-token < token.txt, or set DOCS_TOKEN\n');
    expect(stderr).not.toContain('hunter2');
  },
);

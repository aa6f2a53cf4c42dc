// What a person meets away from the beaten path: questions that name what they are about, slips that are not taken in silence.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Cli, sandboxedCli } from '../../helpers/cli.ts';

let cli: Cli;
beforeAll(async () => {
  cli = await sandboxedCli({ stdin: '' });
  await cli('translations create --source-space Guides --source-language en --language fr --wait');
  await cli('sandbox token --kind internal');
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
      'how JSON is given',
      ['fonts', 'create', 'Inter', '--font-faces', 'x'],
      "docs: --font-faces is not JSON\nhint: --font-faces '{}', or --font-faces @file\n",
    ],
  ])('%s', async (_, line, text) => {
    expect((await cli(line)).stderr).toContain(text);
  });

  it('the variable that is wrong', async () => {
    const other = await sandboxedCli({ env: { DOCS_CONCURRENCY: 'x' } });
    expect((await other('links check --all-spaces')).stderr).toContain('docs: DOCS_CONCURRENCY must be');
    other.cleanup();
  });
});

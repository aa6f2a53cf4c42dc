// What the program does on hosts that no longer offer what it was made for, and on those that nobody knows yet.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ageNamed, inventedAge } from '../../src/sandbox/age.ts';
import { agedCli, type Cli } from '../helpers/cli.ts';

const AGES = {
  '0.146': ageNamed('0.146', '--contract'),
  '0.202': ageNamed('0.202', '--contract'),
  invented: inventedAge({
    without: [
      'links.listOfSpace',
      'links.listOfPage',
      'siteSectionGroups.add',
      'siteSectionGroups.remove',
      'orgs.search',
    ],
    fields: {
      space: { mood: 'calm', weight: 3, palette: { ink: 'blue' } },
      site: { mood: 'busy', rank: 7, tags: ['a'] },
      'site-section': { shade: 'light' },
      'change-request': { effort: 'small', score: 1 },
      organization: { region: 'eu' },
    },
  }),
} as const;

/** Two hosts have their own addresses, and clocks that go on. */
const settled = (text: string): string =>
  text
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'http://host')
    .replaceAll(/"(?:updatedAt|lastModifiedAt)":\s*"[^"]*"/g, '')
    .replaceAll(/\tundone\t\w+/g, '\tundone');

describe('what gone operations told is told the same', () => {
  let before: Cli;
  let after: Cli;
  beforeAll(async () => {
    before = (await agedCli(AGES['0.146'])).cli;
    after = (await agedCli(AGES['0.202'])).cli;
  });
  afterAll(() => {
    before.cleanup();
    after.cleanup();
  });

  it.each([
    'links check --all-spaces --json',
    'links check --site "Tarnpost Docs"',
    'links check --cr "Guides#4" --json',
    'links check --cr "Guides#4" --new-only --exit-code',
    'audit --only links --json',
    'spaces links Guides --fields status,relation,targetReference,locationReferences --json',
    'spaces links "API reference" --status broken',
    'pages links webhooks --space Guides --fields status,relation,targetReference --json',
    'pages backlinks authentication --space Guides --cr 1',
    'files list --space Guides',
  ])('docs %s', async (line) => same(line));

  it('of sections into and out of groups, too, also undone', async () => {
    for (const line of [
      'sites groups add Resources API --site "Tarnpost Docs"',
      'sites groups list --site "Tarnpost Docs" --json',
      'undo --yes',
      'sites groups add Resources API --site "Tarnpost Docs" --json',
      'sites groups remove Resources API --site "Tarnpost Docs"',
      'sites groups remove Resources API --site "Tarnpost Docs"',
      'sites structure get --site "Tarnpost Docs"',
    ])
      await same(line);
  });

  async function same(line: string): Promise<void> {
    const [then, now] = [await before(line), await after(line)];
    expect({ exit: now.exitCode, out: settled(now.stdout) }, now.stderr).toEqual({
      exit: then.exitCode,
      out: settled(then.stdout),
    });
  }
});

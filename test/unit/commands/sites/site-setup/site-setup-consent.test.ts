// The wizard judges each step as the command that does the same is judged when somebody types it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Cli, sandboxedCli, splitWords } from '../../../../helpers/cli.ts';

/** What is done to which site (a new one without), by which plan: every kind of step, on sites that all, some and none can read. */
const PLANS: readonly (readonly [what: string, site: string, plan: string])[] = [
  [
    'a public site gets sections, in groups and described',
    'Tarnpost Docs',
    `title: Tarnpost Docs
visibility: public
sections:
  - {title: Handbook, spaces: [Handbook, Notes], description: How we work, path: handbook}
  - {group: More, icon: book, sections: [{title: Ideas, spaces: [Ideas], icon: bell}]}
default: Ideas
basename: parcels
`,
  ],
  [
    'a site behind a link is opened, and shows more',
    'Partner portal',
    'title: Partner portal\nvisibility: public\nspaces: [API reference, Guides, Handbook]\ndefault: Guides\n',
  ],
  ['a site behind a link shows more', 'Partner portal', 'title: Partners\nspaces: [API reference, Guides]\n'],
  [
    'a public site becomes narrower',
    'Tarnpost Docs',
    'title: Tarnpost Docs\nvisibility: unlisted\nsections: [{title: Ideas, spaces: [Ideas]}]\n',
  ],
  [
    'a public site is made and published',
    '',
    'title: Parcels\nvisibility: public\nspaces: [Guides, Handbook]\npublish: true\n',
  ],
  [
    'an unlisted site is made and published',
    '',
    'title: Parcels\nvisibility: unlisted\nsections: [{title: One, spaces: [Guides, Handbook]}]\npublish: true\n',
  ],
];

const isRisky = (line: string): boolean => line.endsWith(' --yes');
const typed = (line: string): string[] => splitWords(line).slice(1);

/** Each line without its consent, then with it. What follows, of those that ask. */
async function typeAll(cli: Cli, commands: readonly string[]): Promise<string[]> {
  const follows: string[] = [];
  for (const line of commands) {
    const { exitCode, stderr } = await cli(typed(line).filter((word) => word !== '--yes'));
    expect([line, exitCode], stderr).toEqual([line, isRisky(line) ? 3 : 0]);
    if (!isRisky(line)) continue;
    follows.push(/add --yes to .*?: (.*)/.exec(stderr)?.[1] ?? '');
    expect(await cli(typed(line))).toMatchObject({ exitCode: 0 });
  }
  return follows;
}

describe('the wizard', () => {
  it.each(PLANS)('asks what typed commands ask: %s', async (_, site, plan) => {
    const cli = await sandboxedCli({ stdin: '' });
    try {
      await cli('spaces create Notes');
      await cli('spaces create Ideas');
      writeFileSync(join(cli.cwd, 'plan.yaml'), plan);
      const setup = ['sites', 'setup', '--from', 'plan.yaml', ...(site === '' ? [] : ['--site', site])];
      const shown = await cli([...setup, '--dry-run', '--json']);
      expect(shown.exitCode, shown.stderr).toBe(0);
      const commands: string[] = JSON.parse(shown.stdout).commands;
      const wizard = await cli(setup);
      const asks = commands.some(isRisky);
      expect([asks, wizard.exitCode], wizard.stderr).toEqual([asks, asks ? 3 : 0]);
      if (!asks) return;
      for (const follows of await typeAll(cli, commands)) {
        // The address of a new site ends in its ID.
        expect(wizard.stderr).toContain(follows.replace(/ at https?:.*/, ''));
      }
    } finally {
      cli.cleanup();
    }
  });
});

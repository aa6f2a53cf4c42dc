import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, BACK } from '../../../../../src/context.ts';
import { type Cli, sandboxedCli } from '../../../../helpers/cli.ts';
import { commandsIn, runCommands, siteOf } from '../../../../helpers/site-state.ts';

let cli: Cli;
beforeEach(async () => {
  cli = await sandboxedCli({ columns: 100 });
});
afterEach(() => cli.cleanup());

const SITE = 'Partner portal';
const setUp = (site: string, answers: Answer[], more: string[] = []) =>
  cli(['sites', 'setup', '--site', site, ...more], { tty: true, answers });
const plan = (text: string) => writeFileSync(join(cli.cwd, 'plan.yaml'), text);
const apply = (more = '', site = SITE) => cli(`sites setup --from plan.yaml --site "${site}" ${more}`);

/** Runs what was printed on a sandbox of its own; both sites are the same then. */
async function expectSameScript(text: string, title: string): Promise<void> {
  const lines = commandsIn(text);
  expect(lines.length).toBeGreaterThan(0);
  const other = await sandboxedCli();
  try {
    await runCommands(other, lines);
    expect(await siteOf(other, title)).toEqual(await siteOf(cli, title));
  } finally {
    other.cleanup();
  }
}

describe('docs sites setup --site, by questions', () => {
  it('begins with the site as it is, and changes nothing unless asked to', async () => {
    const before = await siteOf(cli, SITE);
    const { exitCode, stderr } = await setUp(SITE, [BACK, 'visibility', 'share-link', 'Nothing']);
    expect(exitCode, stderr).toBe(0);
    expect(stderr).toContain('Site "Partner portal" (live, share-link) in Tarnpost');
    expect(stderr).toContain('Nothing to change: site "Partner portal" is as planned');
    expect(stderr).not.toMatch(/new site/i);
    expect(await siteOf(cli, SITE)).toEqual(before);
  });

  it('shows changes only, and prints exactly what was done', async () => {
    const { exitCode, stderr } = await setUp(SITE, [
      ...['title', 'Partners', 'space', 'Guides', 'first', 'Guides', 'basename', 'partners'],
      ...['Nothing else: show the changes', 'create'],
    ]);
    expect(exitCode, stderr).toBe(0);
    expect(stderr).toContain(
      [
        'Site "Partner portal" (live, share-link) in Tarnpost',
        '~ title: "Partner portal" -> "Partners"',
        '~ last part of the address: "partner-portal" -> "partners"',
        '+ space "Guides"',
        '~ draft of space "Guides": true -> false',
        '~ shown first: "API reference" -> "Guides"\n',
      ].join('\n'),
    );
    expect(stderr).not.toContain('already done');
    await expectSameScript(stderr, 'Partners');
  });

  it('puts a space into a section, old or new, and prints exactly what was done', async () => {
    for (const where of ['Guides', 'A separate section, "Crew notes"']) {
      const made = await cli('spaces create --title "Crew notes" --json');
      expect(made.exitCode, made.stderr).toBe(0);
      const { exitCode, stderr } = await setUp('Tarnpost Docs', [
        ...['space', 'Crew notes', where === 'Guides' ? 'Section "Guides"' : where],
        ...['Nothing else: show the changes', 'create'],
      ]);
      expect(exitCode, stderr).toBe(0);
      const other = await sandboxedCli();
      await other('spaces create --title "Crew notes"');
      await runCommands(other, commandsIn(stderr));
      expect(await siteOf(other, 'Tarnpost Docs')).toEqual(await siteOf(cli, 'Tarnpost Docs'));
      other.cleanup();
      cli.cleanup();
      cli = await sandboxedCli({ columns: 100 });
    }
  });

  it('asks once more before more people get in', async () => {
    const answers: Answer[] = ['visibility', 'public', 'Nothing else: show the changes', 'create'];
    const declined = await setUp(SITE, [...answers, false]);
    expect(declined.exitCode).toBe(3);
    expect(declined.stderr).toContain('~ visibility: "share-link" -> "public"');
    expect((await cli(['sites', 'get', SITE, '--jq', '.visibility'])).stdout).toBe('share-link\n');
    const agreed = await setUp(SITE, [...answers, true]);
    expect(agreed.exitCode, agreed.stderr).toBe(0);
    await expectSameScript(agreed.stderr, SITE);
  });

  it('publishes one that is not published yet, and goes back any number of times', async () => {
    const DONE = 'Nothing else: show the changes';
    const answers: Answer[] = [
      'publish',
      BACK,
      'title',
      BACK,
      'space',
      'Handbook',
      'publish',
      true,
      DONE,
      BACK,
    ];
    const { exitCode, stderr } = await setUp('Status and incidents', [...answers, DONE, 'create']);
    expect(exitCode, stderr).toBe(0);
    expect(stderr).toContain('Site "Status and incidents" (not published, unlisted) in Tarnpost');
    await expectSameScript(stderr, 'Status and incidents');
  });

  it('saves a plan that changes nothing about the site, and is applied to it', async () => {
    const answers: Answer[] = ['title', 'Partners', 'Nothing else: show the changes', 'save', 'kept.yaml'];
    const saved = await setUp(SITE, answers);
    expect(saved.exitCode, saved.stderr).toBe(0);
    const [, id = ''] = /--from kept\.yaml --site (\w+)/.exec(saved.stderr) ?? [];
    const shown = await cli(['sites', 'setup', '--from', 'kept.yaml', '--site', id, '--dry-run']);
    expect(commandsIn(shown.stdout)).toHaveLength(1);
    expect(shown.stdout).toContain("docs sites update 'Partner portal' --title Partners");
  });

  it('an unknown site is exit 5 before the first question, with names that are close', async () => {
    const { exitCode, stderr } = await setUp('Partner portl', []);
    expect([exitCode, stderr]).toEqual([
      5,
      expect.stringContaining('site "Partner portl" not found; did you mean "Partner portal"?'),
    ]);
  });
});

describe('docs sites setup --from --site', () => {
  it('leaves what the plan does not say as it is', async () => {
    plan(`title: ${SITE}\nspaces: [API reference]\n`);
    const { exitCode, stdout, stderr } = await apply('--dry-run --exit-code');
    expect([exitCode, stdout], stderr).toEqual([
      0,
      'Site "Partner portal" (live, share-link) in Tarnpost\nnothing to change\n',
    ]);
    expect(stderr).toContain('not in the plan, and stays: space "Release notes"');
    expect((await apply()).stderr).toContain('nothing to change');
  });

  it('shows only what would change, with exit 6 on request; what it prints does exactly that', async () => {
    plan(`title: Partners\nvisibility: unlisted\nspaces: [API reference, Guides]\ndefault: Guides\n`);
    const shown = await apply('--dry-run --exit-code');
    expect(shown.exitCode).toBe(6);
    // Commands that may ask on a live site carry the consent.
    expect(shown.stdout.replaceAll(' --yes', '')).toBe(
      [
        'Site "Partner portal" (live, share-link) in Tarnpost',
        '~ title: "Partner portal" -> "Partners"',
        '~ visibility: "share-link" -> "unlisted"',
        '+ space "Guides"',
        '~ draft of space "Guides": true -> false',
        '~ shown first: "API reference" -> "Guides"',
        '',
        "docs sites update 'Partner portal' --title Partners --visibility unlisted",
        'docs sites spaces add Guides --draft --site Partners',
        'docs sites spaces update Guides --no-draft --site Partners',
        'docs sites update Partners --default-site-space Guides',
        '',
      ].join('\n'),
    );
    const json = JSON.parse((await apply('--dry-run --json')).stdout);
    expect(json.commands).toHaveLength(4);
    const made = await apply('--yes');
    expect(made.exitCode, made.stderr).toBe(0);
    await expectSameScript(shown.stdout, 'Partners');
    expect((await apply('--dry-run --exit-code', 'Partners')).exitCode).toBe(0);
  });

  it('asks before more people can read a live site, and needs --yes where nobody can be asked', async () => {
    plan(`title: ${SITE}\nvisibility: public\nspaces: [API reference]\n`);
    const refused = await apply();
    expect([refused.exitCode, refused.stderr]).toEqual([
      3,
      expect.stringMatching(
        /add --yes to change live site "Partner portal" from share-link to public: anyone can read it at \S+\nhint: .* --yes\n/,
      ),
    ]);
    const asked = ['sites', 'setup', '--from', 'plan.yaml', '--site', SITE];
    const declined = await cli(asked, { tty: true, answers: [false] });
    expect([declined.exitCode, declined.stderr]).toEqual([
      3,
      expect.stringContaining('~ visibility: "share-link" -> "public"'),
    ]);
    expect((await cli(['sites', 'get', SITE, '--jq', '.visibility'])).stdout).toBe('share-link\n');
  });

  it('is the same command for the first run and for later ones', async () => {
    plan('title: Parcels\nspaces: [Guides]\n');
    const first = await apply('', 'Parcels');
    expect([first.exitCode, first.stderr], first.stderr).toEqual([
      0,
      expect.stringContaining('created site "Parcels"'),
    ]);
    const second = await apply('--debug', 'Parcels');
    expect(second.exitCode, second.stderr).toBe(0);
    expect(second.stderr).not.toMatch(/ (POST|PATCH|PUT|DELETE) /);
    const other = await apply('', 'Parcel');
    expect([other.exitCode, other.stderr]).toEqual([5, expect.stringContaining('did you mean "Parcels"')]);
  });

  it.each([
    ['type: basic\nspaces: [API reference]\n', SITE, /type of a site cannot be changed to basic/],
    ['sections: [{ spaces: [API reference] }]\n', SITE, /shows its spaces without sections/],
    ['spaces: [Crew notes]\n', 'Tarnpost Docs', /has sections, and the plan shows space "Crew notes"/],
    [
      'sections: [{ title: Reference, spaces: [Guides] }]\n',
      'Tarnpost Docs',
      /space "Guides" is in section "Guides" of site "Tarnpost Docs", not in "Reference"/,
    ],
  ])('refuses before it sends anything: %j', async (text, site, message) => {
    await cli('spaces create --title "Crew notes"');
    plan(`title: ${site}\n${text}`);
    const { exitCode, stderr } = await apply('--yes --debug', site);
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(message)]);
    expect(stderr).not.toMatch(/ (POST|PATCH|PUT|DELETE) /);
  });

  it('changes the icon of a group', async () => {
    plan(
      'title: Tarnpost Docs\nsections: [{ group: Resources, icon: star, sections: [{ title: Release notes, spaces: [Release notes] }] }]\n',
    );
    const shown = await apply('--dry-run', 'Tarnpost Docs');
    expect(shown.stdout).toContain('~ icon of group "Resources": "folder" -> "star"\n');
    expect((await apply('--yes', 'Tarnpost Docs')).exitCode).toBe(0);
    await expectSameScript(shown.stdout, 'Tarnpost Docs');
  });

  it('reads the plan from standard input', async () => {
    const stdin = 'title: Parcels\nspaces: [Guides]\n';
    const made = await cli('sites setup --from - --site Parcels --json', { stdin });
    expect(made.exitCode, made.stderr).toBe(0);
    expect(JSON.parse(made.stdout)).toMatchObject({ title: 'Parcels' });
  });

  it('--exit-code alone would send: it needs --dry-run', async () => {
    plan('title: Parcels\nspaces: [Guides]\n');
    expect((await apply('--exit-code')).exitCode).toBe(2);
    const fresh = await cli('sites setup --from plan.yaml --dry-run --exit-code');
    expect([fresh.exitCode, fresh.stderr]).toEqual([6, expect.stringContaining('does not exist yet')]);
  });
});

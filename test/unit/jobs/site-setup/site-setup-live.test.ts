import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, BACK } from '../../../../src/context.ts';
import { type Cli, sandboxedCli } from '../../../helpers/cli.ts';
import { siteOf } from '../../../helpers/site-state.ts';

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

describe('docs sites setup --site, by questions', () => {
  it('begins with the site as it is, and changes nothing unless asked to', async () => {
    const before = await siteOf(cli, SITE);
    const { exitCode, stderr } = await setUp(SITE, [BACK, 'visibility', 'share-link', 'Nothing']);
    expect(exitCode, stderr).toBe(0);
    expect(stderr).toContain('Site "Partner portal" (live, share-link) in Tarnpost');
    expect(stderr).toContain('Nothing to change');
    expect(stderr).not.toMatch(/new site/i);
    expect(await siteOf(cli, SITE)).toEqual(before);
  });

  it('shows changes only, and makes them', async () => {
    const { exitCode, stderr } = await setUp(SITE, [
      ...['title', 'Partners', 'space', 'Guides', 'first', 'Guides', 'basename', 'partners'],
      ...['Nothing else: show the changes', 'create'],
    ]);
    expect(exitCode, stderr).toBe(0);
    expect(stderr).toMatch(
      /^\+ site space "Guides".*\n~ site "Partner portal" .*title: Partner portal -> Partners, basename: partner-portal -> partners\n~ site "Partners" .*defaultSiteSpace: site space "API reference" -> site space "Guides"\n~ site space "Guides".*draft: false\n/m,
    );
    expect(await siteOf(cli, 'Partners')).toMatchObject([
      { basename: 'partners' },
      {
        structure: [
          { title: 'API reference' },
          { title: 'Release notes' },
          { title: 'Guides', default: true },
        ],
      },
    ]);
  });

  it('puts a space into a section, old or new', async () => {
    for (const [where, section] of [
      ['Section "Guides"', 'Guides'],
      ['A separate section, "Handbook"', 'Handbook'],
    ] as const) {
      const { exitCode, stderr } = await setUp('Tarnpost Docs', [
        ...['space', 'Handbook', where, 'Nothing else: show the changes', 'create'],
      ]);
      expect(exitCode, stderr).toBe(0);
      const shown = await cli(['sites', 'structure', 'get', '--site', 'Tarnpost Docs', '--json']);
      const nodes: { title: string; siteSpaces?: { title: string }[] }[] = JSON.parse(shown.stdout).structure;
      const titles = nodes.find(({ title }) => title === section)?.siteSpaces?.map(({ title }) => title);
      expect(titles).toContain('Handbook');
      cli.cleanup();
      cli = await sandboxedCli({ columns: 100 });
    }
  });

  it('asks once more before more people get in', async () => {
    const answers: Answer[] = ['visibility', 'public', 'Nothing else: show the changes', 'create'];
    const declined = await setUp(SITE, [...answers, false]);
    expect(declined.exitCode).toBe(3);
    expect(declined.stderr).toContain('visibility: share-link -> public');
    expect(declined.stderr).toMatch(/anyone can read it at \S+/i);
    expect((await cli(['sites', 'get', SITE, '--jq', '.visibility'])).stdout).toBe('share-link\n');
    const agreed = await setUp(SITE, [...answers, true]);
    expect(agreed.exitCode, agreed.stderr).toBe(0);
    expect((await cli(['sites', 'get', SITE, '--jq', '.visibility'])).stdout).toBe('public\n');
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
    const { exitCode, stderr } = await setUp('Status and incidents', [...answers, DONE, 'create', true]);
    expect(exitCode, stderr).toBe(0);
    expect(stderr).toContain('Site "Status and incidents" (not published, unlisted) in Tarnpost');
    expect(await siteOf(cli, 'Status and incidents')).toMatchObject([{ published: true }, {}]);
  });

  it('saves a plan that changes nothing about the site, and is applied to it', async () => {
    const answers: Answer[] = ['title', 'Partners', 'Nothing else: show the changes', 'save', 'kept.yaml'];
    const saved = await setUp(SITE, answers);
    expect(saved.exitCode, saved.stderr).toBe(0);
    const [, line = ''] = /to apply it: docs (.*)/.exec(saved.stderr) ?? [];
    const shown = await cli(`${line} --dry-run`);
    expect(shown.stdout).toMatch(/^~ site "Partner portal" .*title: Partner portal -> Partners\n$/);
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
  it('leaves what the file does not say as it is', async () => {
    plan(`title: ${SITE}\nspaces: [API reference]\n`);
    const { exitCode, stdout, stderr } = await apply('--dry-run --exit-code');
    expect([exitCode, stdout], stderr).toEqual([0, '']);
    expect(stderr).toContain('nothing to change');
    expect((await apply()).stderr).toContain('nothing to change');
  });

  it('asks before more people can read a live site, says what follows, and needs --yes where nobody can be asked', async () => {
    plan(`title: ${SITE}\nvisibility: public\nspaces: [API reference]\n`);
    const refused = await apply();
    expect([refused.exitCode, refused.stderr]).toEqual([
      3,
      expect.stringMatching(/add --yes to apply 1 change.*: anyone can read it at \S+\nhint: .* --yes\n/),
    ]);
    const asked = ['sites', 'setup', '--from', 'plan.yaml', '--site', SITE];
    const declined = await cli(asked, { tty: true, answers: [false] });
    expect([declined.exitCode, declined.stderr]).toEqual([
      3,
      expect.stringContaining('visibility: share-link -> public'),
    ]);
    expect((await cli(['sites', 'get', SITE, '--jq', '.visibility'])).stdout).toBe('share-link\n');
  });

  it('is the same command for the first run and for later ones', async () => {
    plan('title: Parcels\nspaces: [Guides]\n');
    const first = await apply('', 'Parcels');
    expect([first.exitCode, first.stderr], first.stderr).toEqual([
      0,
      expect.stringContaining('applied 2 changes'),
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
    ['spaces: [Crew notes]\n', 'Tarnpost Docs', /has sections, and the file lists spaces without them/],
  ])('refuses before it sends anything: %j', async (text, site, message) => {
    await cli('spaces create --title "Crew notes"');
    plan(`title: ${site}\n${text}`);
    const { exitCode, stderr } = await apply('--yes --debug', site);
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(message)]);
    expect(stderr).not.toMatch(/ (POST|PATCH|PUT|DELETE) /);
  });

  it('reads the plan from standard input', async () => {
    const stdin = 'title: Parcels\nspaces: [Guides]\n';
    const made = await cli('sites setup --from - --site Parcels --json', { stdin });
    expect(made.exitCode, made.stderr).toBe(0);
    expect(JSON.parse(made.stdout)).toHaveLength(2);
  });

  it('--exit-code alone would send: it needs --dry-run', async () => {
    plan('title: Parcels\nspaces: [Guides]\n');
    expect((await apply('--exit-code')).exitCode).toBe(2);
    const fresh = await cli('sites setup --from plan.yaml --dry-run --exit-code');
    expect([fresh.exitCode, fresh.stdout]).toEqual([6, expect.stringContaining('+ site "Parcels"')]);
  });
});

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Answer, BACK } from '../../../../src/context.ts';
import { sandboxedCli } from '../../../helpers/cli.ts';
import { perTest, untilEnd } from '../../../helpers/lasting.ts';
import { commandsIn, runCommands, siteOf } from '../../../helpers/site-state.ts';

const cli = perTest(() => sandboxedCli({ columns: 100 }));

const GO_ON = 'Continue with these';
const setUp = (answers: Answer[], argv = 'sites setup') => cli(argv, { tty: true, answers });

describe('docs sites setup', () => {
  it('makes one site of a plan that two runs carry out at a time', async () => {
    writeFileSync(join(cli.cwd, 'twice.yaml'), 'title: Twice\nspaces: [Guides]\n');
    const ends = await Promise.all([1, 2].map(() => cli('sites setup --from twice.yaml')));
    const said = ends.map(({ stderr }) => stderr).join('');
    expect(ends.map(({ exitCode }) => exitCode).sort(), said).toEqual([0, 0]);
    expect(said).toMatch(/nothing to change/);
    const { stdout } = await cli('sites list --json');
    const sites: { title: string }[] = JSON.parse(stdout);
    expect(sites.filter(({ title }) => title === 'Twice')).toHaveLength(1);
  });

  it('asks, shows the plan, and makes the site', async () => {
    const { exitCode, stderr, stdout } = await setUp([
      'Parcels',
      'basic',
      'unlisted',
      'Guides',
      GO_ON,
      '',
      false,
      'create',
    ]);
    expect(exitCode, stderr).toBe(0);
    expect(stdout).toBe('');
    expect(stderr).toContain(
      'Parcels (basic, unlisted; not published yet) in Tarnpost\n└── space Guides [shown first]\n',
    );
    expect(stderr).toContain('✓ Applied 2 changes\n✓ Site "Parcels" ');
    expect(stderr).toContain(
      'The same without questions:\n  docs sites pull Parcels --to site.yaml\n  docs sites apply site.yaml\n',
    );
  });

  it('says it in the same order where its commands name the profile', async () => {
    const answers = ['Parcels', 'basic', 'unlisted', 'Guides', GO_ON, '', false, 'create'];
    const { stderr } = await setUp(answers, 'sites setup --profile sandbox');
    expect(stderr).toMatch(
      /Applied 2 changes\n✓ Site [\s\S]+\nThe same without questions:\n {2}docs sites pull Parcels .+\n {2}docs sites apply .+\n$/,
    );
  });

  it('prints commands that make the same site on another host, from the file that the first of them writes', async () => {
    const { exitCode, stderr } = await setUp([
      'Parcels and more',
      'ultimate',
      'public',
      'Handbook',
      'Guides',
      'Release notes',
      GO_ON,
      'grouped sections',
      true,
      'Teamwork',
      'users',
      'How we work, and why',
      '',
      '',
      '',
      'News',
      'bullhorn',
      '',
      '(none)',
      'A new group',
      'For developers',
      'For developers',
      'Guides',
      'parcels',
      true,
      'create',
    ]);
    expect(exitCode, stderr).toBe(0);
    const [pull = '', apply = ''] = commandsIn(stderr);
    await runCommands(cli, [pull]);
    const other = untilEnd(await sandboxedCli());

    writeFileSync(join(other.cwd, 'site.yaml'), readFileSync(join(cli.cwd, 'site.yaml'), 'utf8'));
    await runCommands(other, [`${apply} --yes`]);
    expect(await siteOf(other, 'Parcels and more')).toEqual(await siteOf(cli, 'Parcels and more'));
  });

  it('saves a plan that makes the same site again', async () => {
    const answers: Answer[] = [
      'Parcels',
      'basic',
      'public',
      'Guides',
      'Handbook',
      GO_ON,
      'one section per space',
      false,
      'Handbook',
      'parcels',
      false,
      'create',
    ];
    const made = await setUp(answers, 'sites setup --save plan.yaml');
    expect(made.exitCode, made.stderr).toBe(0);
    const other = untilEnd(await sandboxedCli());

    writeFileSync(join(other.cwd, 'plan.yaml'), readFileSync(join(cli.cwd, 'plan.yaml'), 'utf8'));
    const again = await other('sites setup --from plan.yaml');
    expect(again.exitCode, again.stderr).toBe(0);
    expect(await siteOf(other, 'Parcels')).toEqual(await siteOf(cli, 'Parcels'));
  });

  it('goes back, any number of questions, and keeps what was not taken back', async () => {
    const { exitCode, stderr } = await setUp([
      BACK,
      'Wrong',
      'basic',
      BACK,
      BACK,
      'Right',
      'premium',
      'public',
      'Guides',
      'Handbook',
      BACK,
      'Release notes',
      'Remove "Release notes"',
      GO_ON,
      'right',
      true,
      BACK,
      false,
      'create',
    ]);
    expect(exitCode, stderr).toBe(0);
    expect(stderr).toContain('Right (premium, public, address right; not published yet)');
    expect(stderr).not.toContain('space Handbook');
  });

  it('refuses a title that is taken', async () => {
    const { stderr } = await setUp(['Partner portal']);
    expect(stderr).toContain('There is a site "Partner portal" already');
  });

  it('asks for another address when one is taken, and goes on', async () => {
    const { exitCode, stderr } = await setUp([
      'Parcels',
      'basic',
      'unlisted',
      'Guides',
      GO_ON,
      'partner-portal',
      false,
      'create',
      'Choose another address',
      'parcels-2',
    ]);
    expect(exitCode, stderr).toBe(0);
    expect(stderr).toMatch(/failed: site "Parcels" [\s\S]*is taken by another site/);
    expect((await cli('sites get Parcels --jq .basename')).stdout).toBe('parcels-2\n');
  });

  it('takes back what it has begun, when asked to', async () => {
    const answers: Answer[] = [
      'Parcels',
      'basic',
      'unlisted',
      'Guides',
      GO_ON,
      'partner-portal',
      false,
      'create',
      'Undo: delete site "Parcels"',
    ];
    const { exitCode, stderr } = await setUp(answers);
    expect(exitCode).toBe(7);
    expect(stderr).toContain('Deleted site "Parcels"');
    expect((await cli('sites list --fields title')).stdout).not.toContain('Parcels');
  });

  it('keeps the plan when it stops in the middle, and goes on with it later', async () => {
    const answers: Answer[] = [
      'Parcels',
      'basic',
      'unlisted',
      'Guides',
      'Handbook',
      GO_ON,
      'as variants',
      'Guides',
      'partner-portal',
      false,
      'create',
      'Stop here: site "Parcels" stays as it is',
    ];
    const stopped = await setUp(answers);
    expect(stopped.exitCode).toBe(7);
    const hint = /hint: docs (sites apply (\S+) --site \w+)/.exec(stopped.stderr);
    const [, command = '', file = ''] = hint ?? [];
    expect(existsSync(file), stopped.stderr).toBe(true);
    writeFileSync(file, readFileSync(file, 'utf8').replace('partner-portal', 'parcels-2'));
    const resumed = await cli(command);
    expect(resumed.exitCode, resumed.stderr).toBe(0);
    expect(resumed.stderr).toContain('applied 1 change');
    const again = await cli(`${command} --debug`);
    expect(again.stderr).not.toMatch(/ (POST|PATCH|PUT|DELETE) /);
    expect(again.stderr).toContain('nothing to change');
  });

  it('sends nothing when the plan is only saved, or left', async () => {
    const answers: Answer[] = ['Parcels', 'basic', 'unlisted', 'Guides', GO_ON, '', false];
    const saved = await setUp([...answers, 'save', '']);
    expect(saved).toMatchObject({ exitCode: 0 });
    expect(readdirSync(cli.cwd)).toContain('site.yaml');
    expect((await setUp([...answers, 'stop'])).exitCode).toBe(3);
    expect((await cli('sites list --fields title')).stdout).not.toContain('Parcels');
  });

  it('writes a plan of what was answered with --plan-out, and sends nothing', async () => {
    const answers: Answer[] = ['Parcels', 'basic', 'unlisted', 'Guides', GO_ON, '', false, 'create'];
    const planned = await setUp(answers, 'sites setup --plan-out plan.json');
    expect(planned.exitCode, planned.stderr).toBe(0);
    expect((await cli('sites list --fields title')).stdout).not.toContain('Parcels');
    const applied = await cli('apply plan.json --yes');
    expect(applied.exitCode, applied.stderr).toBe(0);
    expect((await cli('sites list --fields title')).stdout).toContain('Parcels');
  });

  it('ends with a limit that the answers exceed', async () => {
    const answers: Answer[] = ['Parcels', 'basic', 'unlisted', 'Guides', GO_ON, '', false, 'create'];
    const { exitCode, stderr } = await setUp(answers, 'sites setup --max-changes 1');
    expect([exitCode, stderr]).toEqual([3, expect.stringContaining('2 changes')]);
    expect((await cli('sites list --fields title')).stdout).not.toContain('Parcels');
  });

  it('keeps later answers when going back, and never offers everyone by itself', async () => {
    const wrong: Answer[] = ['Wrong', 'premium', 'visitor-auth', BACK, BACK, BACK];
    const right: Answer[] = ['Right', 'premium', 'visitor-auth', 'Guides', GO_ON, '', false, 'create'];
    const { exitCode, stderr } = await setUp([...wrong, ...right]);
    expect(exitCode, stderr).toBe(0);
    expect(stderr).toContain('Right (premium, visitor-auth; not published yet)');
  });

  it('overwrites no file unasked', async () => {
    const notes = '# my own notes\n';
    writeFileSync(join(cli.cwd, 'site.yaml'), notes);
    const answers: Answer[] = ['Parcels', 'basic', 'unlisted', 'Guides', GO_ON, '', false];
    const other = await setUp([...answers, 'save', '', false, 'other.yaml']);
    expect(other.exitCode, other.stderr).toBe(0);
    expect(readFileSync(join(cli.cwd, 'site.yaml'), 'utf8')).toBe(notes);
    expect(readFileSync(join(cli.cwd, 'other.yaml'), 'utf8')).toContain('title: Parcels');
    expect((await setUp([...answers, 'both', '', true])).exitCode).toBe(0);
    expect(readFileSync(join(cli.cwd, 'site.yaml'), 'utf8')).toContain('title: Parcels');
    expect((await cli('sites list --fields title')).stdout).toContain('Parcels');
  });

  it('asks before --save replaces a file', async () => {
    const notes = '# my own notes\n';
    writeFileSync(join(cli.cwd, 'mine.yaml'), notes);
    const given = await cli('sites setup --from plan.yaml --save mine.yaml');
    expect([given.exitCode, given.stderr]).toEqual([2, expect.stringContaining('--from asks nothing')]);
    const declined = await setUp([false], 'sites setup --save mine.yaml');
    expect(declined.exitCode).toBe(3);
    expect(readFileSync(join(cli.cwd, 'mine.yaml'), 'utf8')).toBe(notes);
    expect((await cli('sites list --fields title')).stdout).not.toContain('Parcels');
  });

  it('needs a terminal or a plan', async () => {
    for (const options of [{}, { tty: true, env: { CI: '1' } }]) {
      const { exitCode, stderr } = await cli('sites setup', options);
      expect([exitCode, stderr]).toEqual([3, expect.stringContaining('--from site.yaml')]);
    }
    expect((await cli('sites setup --no-input', { tty: true })).exitCode).toBe(3);
  });

  it('does with --from what docs sites apply does', async () => {
    writeFileSync(join(cli.cwd, 'site.yaml'), 'title: Parcels\nspaces: [Guides, Handbook]\npublish: true\n');
    for (const more of ['--dry-run', '--dry-run --json', '']) {
      const [setup, apply] = [
        await cli(`sites setup --from site.yaml ${more}`),
        await cli(`sites apply site.yaml ${more}`),
      ];
      expect([setup.exitCode, setup.stdout]).toEqual([apply.exitCode, apply.stdout]);
    }
    const made = await cli('sites setup --from site.yaml --yes');
    expect(made.exitCode, made.stderr).toBe(0);
    const again = await cli('sites setup --from site.yaml --yes --debug');
    expect(again.exitCode, again.stderr).toBe(0);
    expect(again.stderr).not.toMatch(/(POST|PATCH|PUT|DELETE) \S*(sandbox|http)/);
    await cli('undo --yes');
    expect((await cli('sites get Parcels --jq .published')).stdout).toBe('false\n');
  });
});

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
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

const GO_ON = 'Continue with these';
const setUp = (answers: Answer[], argv = 'sites setup') => cli(argv, { tty: true, answers });

describe('docs sites setup', () => {
  it('makes one site of a plan that two runs carry out at a time', async () => {
    writeFileSync(join(cli.cwd, 'twice.yaml'), 'title: Twice\nspaces: [Guides]\n');
    const ends = await Promise.all([1, 2].map(() => cli('sites setup --from twice.yaml')));
    const said = ends.map(({ stderr }) => stderr).join('');
    expect(ends.map(({ exitCode }) => exitCode).sort(), said).toEqual([0, 1]);
    expect(said).toMatch(/there is a site "Twice" already \((\w+)\)\nhint: .* --site \1\n/);
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
    expect(stderr).toMatch(/✓ Created site "Parcels"\n✓ Now shows space "Guides"\n/);
    expect(commandsIn(stderr)).toEqual([
      'sites create Parcels --type basic --visibility unlisted',
      'sites spaces add Guides --site Parcels',
    ]);
  });

  it('prints commands that make the same site on another host', async () => {
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
    const other = await sandboxedCli();
    try {
      await runCommands(other, commandsIn(stderr));
      expect(await siteOf(other, 'Parcels and more')).toEqual(await siteOf(cli, 'Parcels and more'));
    } finally {
      other.cleanup();
    }
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
    const other = await sandboxedCli();
    try {
      writeFileSync(join(other.cwd, 'plan.yaml'), readFileSync(join(cli.cwd, 'plan.yaml'), 'utf8'));
      const again = await other('sites setup --from plan.yaml');
      expect(again.exitCode, again.stderr).toBe(0);
      expect(await siteOf(other, 'Parcels')).toEqual(await siteOf(cli, 'Parcels'));
    } finally {
      other.cleanup();
    }
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
    expect(stderr).toMatch(/warning: address ending in "partner-portal": [\s\S]*taken/);
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
    expect(exitCode).toBe(1);
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
    expect(stopped.exitCode).toBe(1);
    const hint = /hint: docs (sites setup --from (\S+) --site \w+)/.exec(stopped.stderr);
    const [, command = '', file = ''] = hint ?? [];
    expect(existsSync(file), stopped.stderr).toBe(true);
    writeFileSync(file, readFileSync(file, 'utf8').replace('partner-portal', 'parcels'));
    const resumed = await cli(command);
    expect(resumed.exitCode, resumed.stderr).toBe(0);
    expect(resumed.stderr).toMatch(
      /already done: settings of site "Parcels"\nalready done: address ending in "parcels"\nnow shows space "Guides"\n/,
    );
    const again = await cli(`${command} --debug`);
    expect(again.stderr).not.toMatch(/ (POST|PATCH|PUT|DELETE) /);
    expect(again.stderr).toContain('nothing to change: site "Parcels" is as planned');
  });

  it('sends nothing when the plan is only saved, or left', async () => {
    const answers: Answer[] = ['Parcels', 'basic', 'unlisted', 'Guides', GO_ON, '', false];
    const saved = await setUp([...answers, 'save', '']);
    expect(saved).toMatchObject({ exitCode: 0 });
    expect(readdirSync(cli.cwd)).toContain('site.yaml');
    expect((await setUp([...answers, 'stop'])).exitCode).toBe(3);
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

  it('asks before --save replaces a file, and refuses where nobody can be asked', async () => {
    const notes = '# my own notes\n';
    writeFileSync(join(cli.cwd, 'mine.yaml'), notes);
    writeFileSync(join(cli.cwd, 'plan.yaml'), 'title: Parcels\nspaces: [Guides]\n');
    const refused = await cli('sites setup --from plan.yaml --save mine.yaml');
    expect([refused.exitCode, refused.stderr]).toEqual([3, expect.stringContaining('"mine.yaml"')]);
    const declined = await setUp([false], 'sites setup --from plan.yaml --save mine.yaml');
    expect(declined.exitCode).toBe(3);
    expect(readFileSync(join(cli.cwd, 'mine.yaml'), 'utf8')).toBe(notes);
    expect((await cli('sites list --fields title')).stdout).not.toContain('Parcels');
  });

  it('needs a terminal or a plan', async () => {
    for (const options of [{}, { tty: true, env: { CI: '1' } }]) {
      const { exitCode, stderr } = await cli('sites setup', options);
      expect([exitCode, stderr]).toEqual([3, expect.stringContaining('--from plan.yaml')]);
    }
    expect((await cli('sites setup --no-input', { tty: true })).exitCode).toBe(3);
  });

  it('shows a plan and its commands, and sends nothing, with --dry-run', async () => {
    writeFileSync(join(cli.cwd, 'plan.yaml'), 'title: Parcels\nspaces: [Guides, Handbook]\npublish: true\n');
    const { stdout } = await cli('sites setup --from plan.yaml --dry-run');
    expect(stdout).toMatch(
      /^Parcels \(basic, public; published\) in Tarnpost\n├── space Guides \[shown first\]\n└── space Handbook\n\ndocs sites create/,
    );
    const json = JSON.parse((await cli('sites setup --from plan.yaml --dry-run --json')).stdout);
    expect(json.commands.at(-1)).toBe('docs sites publish Parcels --yes');
    expect((await cli('sites list --fields title')).stdout).not.toContain('Parcels');
  });

  it('does not publish to everybody without a word, nor make a second site of the same title', async () => {
    writeFileSync(join(cli.cwd, 'plan.yaml'), 'title: Parcels\nspaces: [Guides]\npublish: true\n');
    const refused = await cli('sites setup --from plan.yaml');
    expect([refused.exitCode, refused.stderr]).toEqual([
      3,
      expect.stringContaining('docs sites setup --from plan.yaml --yes'),
    ]);
    const made = await cli('sites setup --from plan.yaml --yes --json');
    expect(JSON.parse(made.stdout)).toMatchObject({ object: 'site', title: 'Parcels', published: true });
    const again = await cli('sites setup --from plan.yaml --yes');
    expect([again.exitCode, again.stderr]).toEqual([
      1,
      expect.stringMatching(/there is a site "Parcels" already[\s\S]*--site/),
    ]);
    const same = await cli('sites setup --from plan.yaml --yes --site Parcels --debug');
    expect(same.exitCode, same.stderr).toBe(0);
    expect(same.stderr).not.toMatch(/(POST|PATCH|PUT|DELETE) \S*(sandbox|http)/);
  });
});

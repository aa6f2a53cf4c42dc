import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { BACK } from '../../../src/context.ts';
import { type Cli, freshCli, sandboxedCli } from '../../helpers/cli.ts';
import { perTest } from '../../helpers/lasting.ts';

const cli = perTest(sandboxedCli);

const asked = (argv: string, ...answers: (string | boolean | typeof BACK)[]) =>
  cli(argv, { tty: true, answers });

describe('an argument that is missing on a terminal', () => {
  it('is chosen from a list', async () => {
    const { exitCode, stdout, stderr } = await asked('spaces get --json', 'Guides');
    expect(exitCode, stderr).toBe(0);
    expect(JSON.parse(stdout).title).toBe('Guides');
  });

  it('is chosen where it stands, once its place is known', async () => {
    const [first] = JSON.parse((await cli('cr list --space Guides --json')).stdout);
    const { exitCode, stdout, stderr } = await asked(
      'cr get -q',
      'Guides',
      `#${first.number} ${first.subject}`,
    );
    expect([exitCode, stderr], stderr).toEqual([0, '']);
    expect(stdout).toMatch(/^\w+\n$/);
  });

  it('is typed where there is no list of it', async () => {
    const { exitCode, stderr } = await asked('sites create --visibility unlisted', 'Parcels');
    expect(exitCode, stderr).toBe(0);
    expect(stderr).toContain('Created site "Parcels"');
    expect((await asked('sites create', ' ')).exitCode).toBe(3);
  });

  it('is asked for before the question of a dangerous command, and never taken from the context', async () => {
    await cli('use --space Handbook');
    const { exitCode, stderr } = await asked('spaces delete', 'Guides', false);
    expect([exitCode, stderr]).toEqual([3, expect.stringContaining('you answered no')]);
    expect((await asked('spaces delete', 'Guides', true)).stderr).toContain('Deleted space "Guides"');
  });

  it('leads to the command that makes the first one where there is none', async () => {
    const empty = await freshCli();
    await empty('sandbox init');
    const { exitCode, stderr } = await empty('comments list', { tty: true });
    expect([exitCode, stderr]).toEqual([5, expect.stringContaining('hint: docs spaces create\n')]);
    expect((await empty('spaces create', { tty: true, answers: ['Guides'] })).exitCode).toBe(0);
    empty.cleanup();
  });

  it('may be left unanswered', async () => {
    expect((await asked('spaces get', BACK)).exitCode).toBe(3);
  });

  it('is an error everywhere else', async () => {
    const elsewhere: Parameters<Cli>[1][] = [{}, { tty: true, env: { CI: 'true' } }, { stdin: 'Guides\n' }];
    for (const options of elsewhere) {
      const { exitCode, stderr, stdout } = await cli('spaces get', options);
      expect([exitCode, stdout, stderr]).toEqual([2, '', expect.stringContaining('<space> is missing')]);
    }
    expect((await cli('spaces get --no-input', { tty: true })).exitCode).toBe(2);
  });
});

describe('a place that is missing on a terminal', () => {
  it('is chosen, and elsewhere an error', async () => {
    const { exitCode, stdout } = await asked('pages list -q', 'Guides');
    expect([exitCode, stdout.split('\n').length > 5]).toEqual([0, true]);
    const refused = await cli('pages list');
    expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('no space given')]);
    expect((await cli('pages list --no-input', { tty: true })).exitCode).toBe(2);
  });
});

describe('a name or a subject that is missing on a terminal', () => {
  it('is asked for before anything is made, and the empty answer makes nothing', async () => {
    for (const argv of ['spaces create', 'cr create --space Guides']) {
      for (const answer of [' ', BACK] as const) expect((await asked(argv, answer)).exitCode).toBe(3);
    }
    expect((await cli('spaces list --fields title -o tsv')).stdout).not.toContain('Untitled');
    expect((await asked('spaces create', 'Runbook')).stderr).toContain('Created space "Runbook"');
    const made = await asked('cr create', 'Guides', 'Explain limits');
    expect(made.stderr).toContain('Explain limits');
  });

  it('is not asked for where the body or a flag gives it, and nobody is asked elsewhere', async () => {
    expect((await asked('spaces create --title Runbook')).exitCode).toBe(0);
    expect((await cli('spaces create --data {}', { tty: true })).exitCode).toBe(0);
    expect((await cli('spaces create')).exitCode).toBe(2);
  });
});

describe('a required flag that is missing on a terminal', () => {
  it('is asked for, a choice from its values and a name from its list', async () => {
    const renamed = await asked('teams update Documentation --dry-run --json', 'Docs crew');
    expect(renamed.exitCode, renamed.stderr).toBe(0);
    expect(JSON.parse(renamed.stdout).body).toEqual({ title: 'Docs crew' });
    const role = await asked('teams members update Documentation jonas@tarnpost.example --json', 'owner');
    expect(role.exitCode, role.stderr).toBe(0);
    const run = await asked(
      'git import --space Handbook --dry-run --json',
      'https://git.example.com/a.git',
      'main',
    );
    expect(JSON.parse(run.stdout).body).toMatchObject({ ref: 'refs/heads/main' });
    expect(run.stderr).toContain('--ref main is read as refs/heads/main');
  });

  it('is an error elsewhere', async () => {
    const { exitCode, stderr } = await cli('teams update Documentation');
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('--title')]);
  });
});

describe('what a person chooses from', () => {
  it('is the team first, then who joins it', async () => {
    const { exitCode, stderr } = await asked('teams members add', 'Documentation', 'Priya Nair');
    expect(exitCode, stderr).toBe(0);
    expect((await cli('teams members list Documentation')).stdout).toContain('priya@tarnpost.example');
  });

  it('is the trash where something is restored, not what is alive', async () => {
    const none = await asked('spaces restore');
    expect([none.exitCode, none.stderr]).toEqual([5, expect.stringContaining('no space was deleted')]);
    await cli('spaces delete Handbook --yes');
    const { exitCode, stderr } = await asked('spaces restore', 'Handbook, 7 days left');
    expect(exitCode, stderr).toBe(0);
    expect(stderr).toContain('Restored space "Handbook"');
    await cli('spaces delete "API reference" --yes');
    const offered = await cli('complete -- spaces restore ""');
    expect(offered.stdout).toContain('API reference');
    expect(offered.stdout).not.toContain('Guides');
  });

  it('is a shell, a member of the sandbox, a profile', async () => {
    expect((await asked('completion', 'fish')).stdout).toContain('complete -c docs');
    expect((await asked('sandbox token', 'Mei Tanaka  mei@tarnpost.example')).stderr).toContain(
      'sandbox-mei',
    );
    expect((await asked('profiles use', 'sandbox-mei')).exitCode).toBe(0);
    expect((await cli("profiles list --json --jq '.[]|select(.isDefault).name'")).stdout).toContain('mei');
  });
});

describe('two things of one name', () => {
  const ids = async (): Promise<string[]> =>
    JSON.parse((await cli('spaces list --json --fields id,title')).stdout)
      .filter(({ title }: { title: string }) => title === 'Guides')
      .map(({ id }: { id: string }) => id);

  beforeEach(async () => {
    await cli('spaces create --title Guides');
  });

  it('are told apart in a list to choose from', async () => {
    const [first = '', second = ''] = await ids();
    for (const id of [first, second]) {
      const { exitCode, stdout, stderr } = await asked('spaces get Guides --json --fields id', id);
      expect(exitCode, stderr).toBe(0);
      expect(JSON.parse(stdout)).toEqual({ id });
    }
    expect((await asked('spaces delete Guides --yes', second)).stderr).toContain(second);
    expect(await ids()).toEqual([first]);
  });

  it('are an error elsewhere, with what tells them apart', async () => {
    const [first = '', second = ''] = await ids();
    const { exitCode, stderr } = await cli('spaces get Guides');
    expect([exitCode, stderr]).toEqual([5, expect.stringContaining('2 spaces are called "Guides"')]);
    for (const id of [first, second]) expect(stderr).toMatch(new RegExp(`${id} \\([^)]*updated \\d{4}-`));
    const json = await cli('spaces get Guides --json');
    const [one, two] = JSON.parse(json.stderr).error.details?.candidates ?? [];
    if (one) expect(one).not.toEqual(two);
    const many = await cli('spaces delete Guides Handbook --yes');
    expect(many.stderr).toMatch(/2 spaces are called "Guides": \w+ \(/);
  });

  it('may be left', async () => {
    expect((await asked('spaces delete Guides --yes', BACK)).exitCode).toBe(3);
    expect(await ids()).toHaveLength(2);
  });
});

describe('docs use', () => {
  it('refuses a name that the host does not know, and keeps what was chosen', async () => {
    await cli('use --space Guides');
    for (const argv of ['--space Nonexistent', '--org Nobody', '--site Nope', '--space Guides --site Nope']) {
      const { exitCode, stderr } = await cli(`use ${argv}`);
      expect([exitCode, stderr], argv).toEqual([5, expect.stringContaining('not found')]);
    }
    expect((await cli('use --profile nobody')).exitCode).toBe(5);
    expect((await cli('context')).stdout).toContain('space\tGuides');
  });

  it('offers what there is', async () => {
    const { exitCode, stderr } = await asked('use', 'Handbook', '(no site)');
    expect(exitCode, stderr).toBe(0);
    const { id } = JSON.parse((await cli('spaces get Handbook --json')).stdout);
    expect((await cli('context')).stdout).toContain(`space\t${id}`);
    expect((await asked('use', BACK)).exitCode).toBe(3);
  });

  it('leaves no empty file behind', async () => {
    await cli('use --space Guides');
    await cli('use --clear');
    expect(existsSync(join(cli.cwd, '.docsrc.json'))).toBe(false);
  });

  it('needs no host to choose names', async () => {
    await cli('auth logout sandbox');
    expect((await cli('use --space Anything')).exitCode).toBe(0);
  });
});

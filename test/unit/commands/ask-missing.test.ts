import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BACK } from '../../../src/context.ts';
import { type Cli, sandboxedCli } from '../../helpers/cli.ts';

let cli: Cli;
beforeEach(async () => {
  cli = await sandboxedCli();
});
afterEach(() => cli.cleanup());

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
    expect(stderr).toContain('created site "Parcels"');
    expect((await asked('sites create', ' ')).exitCode).toBe(3);
  });

  it('is asked for before the question of a dangerous command, and never taken from the context', async () => {
    await cli('use --space Handbook');
    const { exitCode, stderr } = await asked('spaces delete', 'Guides', false);
    expect([exitCode, stderr]).toEqual([3, expect.stringContaining('you said no')]);
    expect((await asked('spaces delete', 'Guides', true)).stderr).toContain('deleted space "Guides"');
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

// What output says of itself: lists that are cut, messages that name what was given.
import { describe, expect, it } from 'vitest';
import { sandboxedCli } from '../../helpers/cli.ts';
import { perFile } from '../../helpers/lasting.ts';

const cli = perFile(() => sandboxedCli({ stdin: '' }));

const countOf = async (line: string): Promise<number> =>
  JSON.parse((await cli(`${line} --json`)).stdout).length;

describe('a list that --limit cuts says so', () => {
  it.each([
    'pages list --space Guides --flat',
    'cr list --space Guides --status all',
    'cr list --space Guides',
    'cr list --all-spaces --status all',
    'cr list --all-spaces',
  ])('%s', async (line) => {
    const all = await countOf(line);
    const cut = await cli(`${line} --limit 1`);
    expect(cut.stderr).toContain(`showing 1 of ${all}; --limit ${all} shows all\n`);
    expect((await cli(`${line} --limit ${all}`)).stderr).not.toContain('showing');
  });

  it('as a tree', async () => {
    const { stderr } = await cli('pages list --space Guides --limit 1', { tty: true });
    const all = await countOf('pages list --space Guides --flat');
    expect(stderr).toContain(`showing 1 of ${all}; --limit ${all} shows all\n`);
  });

  it('where its length is not known', async () => {
    const all = await countOf('comments list --all-spaces');
    const note = (count: number) => `showing the first ${count}; a higher --limit shows more\n`;
    expect((await cli('comments list --all-spaces --limit 1')).stderr).toContain(note(1));
    expect((await cli(`comments list --all-spaces --limit ${all - 1}`)).stderr).toContain(note(all - 1));
    expect((await cli(`comments list --all-spaces --limit ${all}`)).stderr).not.toContain('showing');
  });
});

it('a list of which nothing matches does not say that it is empty', async () => {
  const said = async (line: string) =>
    (await cli([...line.split(' '), '--where', '.action == "zzz"'])).stderr;
  expect(await said('audit-events list')).toContain('no matching audit events in Tarnpost\n');
  const words = 'permissions users list --space Guides --where'.split(' ');
  expect((await cli([...words, '.permission == "zzz"'])).stderr).toContain('no matching results\n');
});

describe('a message names', () => {
  it.each([
    [
      'the largest --limit',
      'spaces list --limit 99999999999999999999',
      'a whole number from 1 to 999999999999999,',
    ],
    ['the argument that is empty', ['teams', 'create', ''], '<title> must not be empty'],
    [
      'who is not in the team, and the team',
      'teams members remove Support jonas@tarnpost.example --yes',
      'docs: Jonas Weber is not in team "Support"\n',
    ],
    [
      'who has no access of his own',
      'permissions users remove aiko@tarnpost.example --space Guides --yes',
      'docs: Aiko Mori has no direct access to space "Guides"\n',
    ],
    [
      'who is not asked for a review',
      'cr reviewers remove Guides#4 aiko@tarnpost.example --yes',
      'docs: Aiko Mori is not asked to review change request ',
    ],
    [
      'the section that is not in the group',
      ['sites', 'groups', 'remove', 'Resources', 'API', '--site', 'Tarnpost Docs'],
      'docs: section "API" is not in the group\n',
    ],
  ])('%s', async (_, line, message) => {
    const { exitCode, stderr } = await cli(line);
    expect(exitCode).toBe(message.startsWith('docs:') ? 5 : 2);
    expect(stderr).toContain(message);
  });

  it('everyone who has a role already', async () => {
    const line = 'permissions add --space Handbook --users mei@tarnpost.example --teams Support --role edit';
    await cli(line);
    expect((await cli(line)).stderr).toContain(
      'member "Mei Tanaka", team "Support" already have the role edit on space "Handbook"\n',
    );
  });

  it('what makes another administrator, where the last one is to leave', async () => {
    const { stderr } = await cli('members update ines@tarnpost.example --role read --yes');
    expect(stderr).toMatch(/^hint: docs members update <member> --role admin/m);
  });
});

// What is typed as other programs have it: verbs of other programs, tables without their ID, one change told as many.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sandboxedCli } from '../../helpers/cli.ts';
import { perFile } from '../../helpers/lasting.ts';

const cli = perFile(() => sandboxedCli({ stdin: '' }));

const hintOf = async (line: string) => {
  const { exitCode, stderr } = await cli(line);
  expect(exitCode).toBe(2);
  return /^hint: (.*)$/m.exec(stderr)?.[1];
};

describe('a verb of another program', () => {
  it.each([
    ['comments new', 'docs comments create'],
    ['spaces add', 'docs spaces create'],
    ['spaces show Guides', 'docs spaces get'],
    ['spaces rename Guides', 'docs spaces update'],
    ['spaces remove Guides', 'docs spaces delete'],
    ['spaces copy Guides', 'docs spaces duplicate'],
    ['members rm jonas@tarnpost.example', 'docs members remove'],
    ['redirects import file.csv', 'docs redirects push'],
    ['invites create', 'docs invites send'],
    ['collections mv a', 'docs collections move'],
    ['docs spaces list', 'docs spaces list'],
  ])('%s', async (line, meant) => {
    expect(await hintOf(line)).toBe(`did you mean ${meant}?`);
  });
});

describe('what is given in another place', () => {
  it('an argument as a flag, and a text without its flag', async () => {
    expect(await hintOf('pages create --title Refunds --space Guides --cr 1')).toBe(
      'give <title> without a flag: docs pages create <title>',
    );
    expect(await hintOf('comments create "Looks good" --space Guides')).toBe(
      "did you mean docs comments create --body 'Looks good' --space Guides?",
    );
  });

  it.each([
    ['spaces create --name Foo', 'give <title> without a flag: docs spaces create [title]'],
    [
      'redirects create --from /a',
      'give <source> without a flag: docs redirects create <source> <destination>',
    ],
    ['permissions grant x --user y', 'give <member> without a flag: docs permissions grant [member] [level]'],
    ['spaces delete Guides --force', 'did you mean --yes?'],
    ['cr create --message x', 'did you mean --subject?'],
    ['members update x --permission edit', 'did you mean --role?'],
    ['spaces list --filter x', 'did you mean --where?'],
    ['spaces list --columns title', 'did you mean --fields?'],
    ['spaces list --format json', 'did you mean --output?'],
    ['pages edit x --content y', 'did you mean --file?'],
    ['pages list --space-id x', 'did you mean --space?'],
    ['comments create --text x', 'did you mean --body or --data?'],
    ['cr merge 1 --squash', 'docs cr merge --help'],
  ])('a flag by the name that other programs give it: docs %s', async (typed, hint) => {
    expect(await hintOf(typed)).toBe(hint);
  });

  it('help of a word that is a command by another name', async () => {
    for (const [typed, meant] of [
      ['login', 'auth login'],
      ['whoami', 'auth status'],
    ])
      expect((await cli(`help ${typed}`)).stdout).toContain(`Usage: docs ${meant}`);
  });
});

describe('one change', () => {
  it('is named when it is done, and fails as itself', async () => {
    const number = (await cli('cr create --space Handbook --subject One --jq .number')).stdout.trim();
    const page = `pages create Refunds --space Handbook --cr ${number} --file page.md`;
    writeFileSync(join(cli.home, 'work/page.md'), 'Hello.');
    expect((await cli(page)).stderr).toContain('pplied 1 change: page "Refunds"');
    expect((await cli(`cr merge ${number} --space Handbook --yes`)).exitCode).toBe(0);
    const again = await cli(`${page} --slug other`);
    expect(again.exitCode).toBe(1);
    expect(again.stderr).toMatch(/^docs: change request #\d+ .* is already merged: it cannot be edited$/m);
    expect(again.stderr).not.toContain('0 of 1');
    expect(again.stderr).not.toContain('hint: docs pages create');
  });

  it('of many that was undone says so', async () => {
    await cli('spaces update Guides Handbook --edit-mode live');
    await cli('undo --yes');
    const [undo, undone] = JSON.parse((await cli('history --json')).stdout);
    expect(undone.undo).toBe(`it was already undone by ${undo.id}`);
  });
});

describe('what is said', () => {
  it('of a thing without a name is not said with an empty one', async () => {
    expect((await cli('cr create --space Handbook')).stderr).toMatch(
      /created change request #\d+ \(\w+\)\n/i,
    );
  });

  it('of a release that is not there leads to those that are', async () => {
    const { exitCode, stderr } = await cli('release retire v9 --site "Tarnpost Docs" --yes');
    expect([exitCode, stderr]).toEqual([
      5,
      expect.stringContaining("hint: docs sites spaces list --site 'Tarnpost Docs'"),
    ]);
  });

  it('of an alias does not change its name', async () => {
    expect((await cli('alias set broken "links check"', { tty: true })).stderr).toContain(
      'Alias "broken" runs',
    );
  });

  it('of an alias as gh has them leaves out its parameters', async () => {
    const { exitCode, stderr } = await cli(['alias', 'set', 'del', 'spaces delete $1 --yes']);
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringContaining(
        'takes no "$1": what follows its name is added at the end\nhint: docs alias set del \'spaces delete --yes\'',
      ),
    ]);
  });
});

describe('tables', () => {
  it('leave out what is empty before what is not', async () => {
    await cli('spaces update Guides Handbook "Release notes" --language nl');
    await cli('cr merge Guides#4 --yes');
    const { stdout } = await cli('history', { tty: true, columns: 80 });
    expect(stdout.split('\n')[0]).toMatch(/ UNDO +ID$/);
    const wide = 'history --fields command,at,undo,actor,outcome,targets,id';
    const { stdout: shown, stderr } = await cli(wide, { tty: true, columns: 70 });
    expect(shown.split('\n')[0]).toMatch(/ UNDO +OUTCOME +TARGETS\b/);
    expect(stderr).toContain('left out: ACTOR');
  });
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sandboxedCli } from '../../../helpers/cli.ts';
import { perTest } from '../../../helpers/lasting.ts';

const cli = perTest(sandboxedCli);

const hintOf = async (call: string) => /^hint: (.*)$/m.exec((await cli(call)).stderr)?.[1];

describe('a hint', () => {
  it.each([
    ['spaces get Nope --profile sandbox', 'docs spaces list --profile sandbox'],
    ['pages get nope --space Guides', 'docs pages list --space Guides'],
    ['pages get nope --space Guides --cr 1', 'docs pages list --space Guides --cr 1'],
    [
      'sites sections update nope --site "Tarnpost Docs" --title Xyz',
      "docs sites sections list --site 'Tarnpost Docs'",
    ],
    [
      'teams members update Documentation nobody@x.test --role member',
      'docs teams members list vJ0N3geaIslqSi8k0Ani',
    ],
    ['cr reviews list 99 --space Guides', 'docs cr list --space Guides'],
    // A list with commas is one word, and what the command was called with is part of the call.
    [
      'cr changes 4 --space Guides -q',
      'docs cr changes 4 --space Guides -o tsv --fields type,page.id,page.type',
    ],
    [
      'spaces links Guides -q',
      'docs spaces links Guides -o tsv --fields status,relation,targetReference.kind',
    ],
    ['git import --space Nope --url https://x.test/a.git --ref refs/heads/main', 'docs spaces list'],
  ])('after `docs %s` is `%s`', async (call, hint) => {
    expect(await hintOf(call)).toBe(hint);
  });

  it('goes with the profile, and not with one that the command names by itself', async () => {
    await cli('sandbox token mei@tarnpost.example');
    expect(await hintOf('spaces delete Guides --yes --profile sandbox-mei')).toMatch(
      /--profile sandbox-mei$/,
    );
    expect(await hintOf('spaces list --profile nowhere')).toMatch(/^docs profiles list, /);
  });

  it('does not offer to throw a sandbox away, or to run in circles', async () => {
    expect(await hintOf('sandbox init --demo')).toBe(
      `docs sandbox status --file ${cli.home}/.local/share/docs/sandbox.db`,
    );
    expect(await hintOf('sandbox init --demo --file x.db')).toBe(undefined);
    expect(await hintOf('sandbox init --demo --file x.db')).toBe(
      `docs sandbox status --file ${cli.cwd}/x.db`,
    );
    expect(await hintOf('spaces restore Guides Handbook')).toBe('docs spaces trash');
  });
});

describe('what comes next', () => {
  it.each(['Guides Handbook', '--rows rows.csv', "--where 'true'"])(
    'goes with the profile for many: %s',
    async (which) => {
      writeFileSync(join(cli.cwd, 'rows.csv'), 'space\nGuides\nHandbook\n');
      const { stderr } = await cli(
        `spaces update ${which} --language fr --plan-out plan.json --profile sandbox`,
      );
      expect(stderr).toContain('next: docs apply plan.json --profile sandbox\n');
    },
  );

  it('is said for the profile that was made', async () => {
    const { stderr } = await cli('sandbox init --demo --file x.db --name x1');
    expect(stderr).toContain('next: docs spaces list --profile x1\n');
  });

  it('undoes with the profile that was used', async () => {
    const { stderr } = await cli('spaces delete Guides --yes --profile sandbox');
    const undo = /: (docs spaces restore .*)$/m.exec(stderr)?.[1] ?? '';
    expect(undo).toMatch(/ --profile sandbox$/);
    expect((await cli(undo.replace('docs ', ''))).exitCode).toBe(0);
  });

  it('names the site, where a change to it cannot be undone by itself', async () => {
    await cli('sites spaces add Handbook --site "Partner portal"');
    const hint = (await hintOf('undo --yes')) ?? '';
    expect(hint).toMatch(/^docs sites spaces remove \w+ (--org \w+ )?--site E3OcU8SWPmA2dK2sav6x/);
    expect((await cli(`${hint.replace('docs ', '')} --yes`)).stderr).toMatch(/^(removed|deleted)/);
  });
});

it('an import that failed is not called applied, and the hint shows why it failed', async () => {
  const call = 'git import --space Handbook --url /nowhere/x.git --ref refs/heads/main --yes --wait';
  const hint = (await hintOf(call)) ?? '';
  expect(hint).toMatch(/^docs git status --space \w+$/);
  expect((await cli(hint.replace('docs ', ''))).stdout).toMatch(/fail/);
  const { stdout } = await cli('history --json --fields outcome,command');
  expect(JSON.parse(stdout)[0]).toMatchObject({ outcome: 'failed' });
  expect((await cli('undo --yes')).stderr).toMatch(/nothing to undo/);
});

// A token that sees several organizations: what is there is found, or the answer says that no organization is given.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { optionsOf } from '../../src/engine/model/flags.ts';
import { type Cli, sandboxedCli } from '../helpers/cli.ts';
import { hostCommands } from '../helpers/command-lines.ts';
import { writeFixtures } from '../helpers/example-files.ts';
import { untilEnd } from '../helpers/lasting.ts';
import { rotated } from '../helpers/rotation.ts';

/** They name what the demo does not have, or look at this machine. */
const OTHER = /^docs (?:use|whatis|open|doctor|migrate|undo|apply|plan |sandbox |orgs |users |urls )/;

const calls = hostCommands.filter(([path]) => !OTHER.test(path));

let one: Cli;
let two: Cli;
beforeAll(async () => {
  [one, two] = [await sandboxedCli({ stdin: '' }), await sandboxedCli({ stdin: '' })];
  await two('orgs create "Second shop"');
  for (const { cwd } of [one, two]) writeFixtures(cwd);
});
afterAll(() => {
  one.cleanup();
  two.cleanup();
});

/** Changes are only planned: each command meets the demo as it was made. */
const dry = ([, words, command]: (typeof calls)[number]): string[] =>
  optionsOf(command).some(({ flags }) => flags === '--dry-run') ? [...words, '--dry-run'] : [...words];

const WAYS = ['no organization chosen', 'its title given'] as const;

describe('with two organizations', () => {
  it.each(rotated(calls, WAYS).map(([call, way]) => [call[0], way, call] as const))(
    '%s, %s',
    async (_, way, call) => {
      const words = dry(call);
      const alone = await one(words);
      if (alone.exitCode !== 0 && alone.exitCode !== 6) return;
      const takesOrg = optionsOf(call[2]).some(({ flags }) => /^--org\b/.test(flags));
      const isGiven = way === 'its title given' && takesOrg;
      const { exitCode, stderr } = await two(isGiven ? [...words, '--org', 'Tarnpost'] : words);
      const isTold = !isGiven && exitCode === 2 && /no organization given/.test(stderr);
      if (!isTold) expect([exitCode, stderr], stderr).toEqual([alone.exitCode, expect.anything()]);
      // Who is told to choose can: the hint is the same command with an organization.
      else expect(takesOrg, stderr).toBe(true);
    },
  );
});

it('all are named where there are two, and counted where there are more', async () => {
  const cli = untilEnd(await sandboxedCli({ stdin: '' }));

  await cli('orgs create "Second shop"');
  expect((await cli('spaces list')).stderr).toMatch(
    /the token has several organizations: "Tarnpost" \(\w+\) and "Second shop" \(\w+\)\n/,
  );
  await cli('orgs create "Third shop"');
  expect((await cli('spaces list')).stderr).toMatch(/"Tarnpost" \(\w+\), "Second shop" \(\w+\) and 1 more\n/);
});

describe('a name that two organizations have', () => {
  it('is listed with both, and neither is taken', async () => {
    const cli = untilEnd(await sandboxedCli({ stdin: '' }));

    await cli('orgs create "Second shop"');
    await cli('spaces create Guides --org "Second shop"');
    const read = await cli('spaces get Guides');
    expect(read.exitCode).toBe(5);
    expect(read.stderr).toMatch(/2 spaces are called "Guides".*of Tarnpost.*of Second shop/s);
    const [, id] = /^hint: docs spaces get (\w{20})$/m.exec(read.stderr) ?? [];
    expect((await cli(`spaces get ${id} -q`)).exitCode, read.stderr).toBe(0);
    const change = await cli('spaces update Guides --title Other');
    expect([change.exitCode, change.stderr]).toEqual([5, expect.stringContaining('use the ID instead')]);
    expect((await cli('spaces get Guides --org Tarnpost -q')).exitCode).toBe(0);
    expect((await cli('spaces update Guides --title Other --org "Second shop"')).exitCode).toBe(0);
  });

  it('is looked for where it is, and not where it goes', async () => {
    const cli = untilEnd(await sandboxedCli({ stdin: '' }));

    await cli('orgs create "Second shop"');
    await cli('spaces create Loose --org Tarnpost');
    const moved = await cli('spaces transfer Loose --organization "Second shop" --yes');
    expect([moved.exitCode, moved.stderr]).toEqual([0, expect.not.stringContaining('not found')]);
    expect((await cli('spaces list --org "Second shop" --fields title -o tsv')).stdout).toContain('Loose');
  });
});

describe('a member of both', () => {
  it('is one member, and not two of one name', async () => {
    const cli = untilEnd(await sandboxedCli({ stdin: '' }));

    await cli('orgs create "Second shop"');
    const given = await cli(
      'permissions add --users ines@tarnpost.example --role edit --space "API reference" --dry-run',
    );
    expect([given.exitCode, given.stderr]).toEqual([0, expect.not.stringContaining('are called')]);
  });
});

describe('the organization of a profile', () => {
  it('is chosen by the title, kept with the profile, and used where none is given', async () => {
    const cli = untilEnd(await sandboxedCli({ stdin: '' }));

    await cli('orgs create "Second shop"');
    expect((await cli('spaces list')).stderr).toContain('docs spaces list --org Tarnpost');
    const used = await cli('profiles use sandbox --org "Second shop"');
    expect(used.stderr).toContain('with organization "Second shop"');
    expect((await cli('spaces list -q')).stdout).toBe('');
    expect((await cli('spaces get Guides')).exitCode).toBe(5);
    expect((await cli('profiles use sandbox --org Nowhere')).exitCode).toBe(5);
  });
});

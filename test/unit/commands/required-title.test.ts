import { describe, expect, it } from 'vitest';
import { sandboxedCli } from '../../helpers/cli.ts';
import { perFile } from '../../helpers/lasting.ts';

const cli = perFile(sandboxedCli);

describe.each([
  ['spaces create', ''],
  ['sites create', ''],
  ['teams create', ''],
  ['collections create', ''],
  ['orgs create', ''],
  ['sites groups create', ' --site "Tarnpost Docs"'],
  ['external-links create', ' --url https://a.example --site "Tarnpost Docs"'],
])('docs %s', (command, more) => {
  it('takes its title by place or by --title', async () => {
    const flagged = await cli(`${command} --title Parcels${more} --dry-run --json`);
    expect(flagged.exitCode, flagged.stderr).toBe(0);
    const placed = await cli(`${command} Parcels${more} --dry-run --json`);
    expect(flagged.stdout).toBe(placed.stdout);
  });

  it('says which is missing, and that both were given', async () => {
    expect(await cli(`${command}${more}`)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining(`<title> is missing\nhint: docs ${command} <title>`),
    });
    expect(await cli(`${command} One --title Two${more}`)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('title is given twice'),
    });
  });
});

import { describe, expect, it } from 'vitest';
import { entries } from '../../../src/commands/index.ts';
import { optionsOf } from '../../../src/engine/model/flags.ts';
import { allCommands } from '../../../src/engine/model/load.ts';
import { sandboxedCli } from '../../helpers/cli.ts';
import { perTest } from '../../helpers/lasting.ts';

const cli = perTest(sandboxedCli);

describe('arguments by position or by flag', () => {
  it('creates a space by its title, as a site, collection or team', async () => {
    expect((await cli('spaces create Changelog')).stderr).toMatch(/^created space "Changelog"/);
    expect((await cli('spaces create --title Changelog2')).stderr).toMatch(/^created space "Changelog2"/);
  });

  it('shows the structure of a site named by position, by flag or by the context', async () => {
    const shown = await cli(['sites', 'structure', 'get', 'Tarnpost Docs']);
    expect(shown).toMatchObject({ exitCode: 0 });
    const flagged = await cli(['sites', 'structure', 'get', '--site', 'Tarnpost Docs']);
    expect(flagged.stdout).toBe(shown.stdout);
    const known = await cli('sites structure get', { env: { DOCS_SITE: 'Tarnpost Docs' } });
    expect(known.stdout).toBe(shown.stdout);
  });

  it('refuses two values for one thing', async () => {
    const { exitCode, stderr } = await cli('spaces create One --title Two');
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/^docs: title is given twice: as "One" and with --title "Two"$/m);
    expect((await cli('sites structure get "Tarnpost Docs" --site "Partner portal"')).exitCode).toBe(2);
  });

  it('takes a flag for every place that may be left out', async () => {
    const places: Record<string, string> = { organizationId: '--org <org>', siteId: '--site <site>' };
    const bad = (await allCommands(entries)).flatMap(({ path, command }) =>
      command.args
        .filter(({ field, required }) => !required && places[field])
        .filter(({ field }) => !optionsOf(command).some(({ flags }) => flags === places[field]))
        .map(() => path),
    );
    expect(bad).toEqual([]);
  });
});

describe('names of one flag', () => {
  it('takes --organization where --org is meant, and the reverse', async () => {
    expect(await cli('spaces list --organization Tarnpost -q')).toEqual(
      await cli('spaces list --org Tarnpost -q'),
    );
    expect(await cli('--organization=Tarnpost spaces list -q')).toEqual(
      await cli('spaces list --org=Tarnpost -q'),
    );
    const { stderr } = await cli('spaces transfer Guides --org Tarnpost --dry-run');
    expect(stderr).not.toMatch(/required/);
    const installed = await cli('integrations install reading-stats --org Tarnpost --dry-run');
    expect(installed).toMatchObject({ exitCode: 0 });
  });

  it('keeps both where a command has both: the place and the destination', async () => {
    const { stdout, stderr } = await cli(
      'spaces transfer Guides --org Tarnpost --organization Nowhere --dry-run',
    );
    expect(stdout + stderr).toMatch(/Nowhere/);
  });

  it('takes --all-spaces for all spaces everywhere, and --all of docs git status as before', async () => {
    const all = await cli('git status --all-spaces --json');
    expect(all).toMatchObject({ exitCode: 0 });
    expect(await cli('git status --all --json')).toEqual(all);
    expect((await cli('git status --help')).stdout).not.toMatch(/--all /);
  });
});

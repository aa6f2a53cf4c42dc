import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Cli, sandboxedCli } from '../../helpers/cli.ts';

let cli: Cli;
let now: Date;
beforeEach(async () => {
  now = new Date();
  cli = await sandboxedCli({ now: () => now });
});
afterEach(() => cli.cleanup());

/** How often a command asked for the list of spaces. */
async function lists(argv: string, tty = false): Promise<number> {
  const { exitCode, stderr } = await cli(`${argv} --debug`, { tty });
  expect(exitCode, stderr).toBe(0);
  return stderr.split('\n').filter((line) => /GET \S+\/spaces\?limit/.test(line)).length;
}

/** Every request of a command. */
async function requests(argv: string[]): Promise<string[]> {
  const { exitCode, stderr } = await cli([...argv, '--debug']);
  expect(exitCode, stderr).toBe(0);
  return stderr.split('\n').filter((line) => /^[A-Z]+ sandbox:\//.test(line));
}

describe('names that were looked up', () => {
  it('cost one request a command', async () => {
    const first = await requests(['spaces', 'get', 'Guides']);
    expect(first.length).toBeGreaterThan(1);
    expect(await requests(['spaces', 'get', 'Guides'])).toHaveLength(1);
    await requests(['sites', 'get', 'Tarnpost Docs']);
    expect(await requests(['sites', 'get', 'Tarnpost Docs']), 'and one for the organization').toHaveLength(2);
    expect(await requests(['pages', 'list', '--space', 'Guides'])).toHaveLength(1);
  });

  it('are looked up together with one that is not known yet', async () => {
    await requests(['spaces', 'get', 'Guides']);
    const all = await requests(['pages', 'get', 'Labels', '--space', 'Guides']);
    expect(all.filter((line) => /\/spaces\?limit/.test(line))).toEqual([]);
  });

  it('are known for minutes', async () => {
    expect(await lists('spaces get Guides')).toBe(1);
    expect(await lists('spaces get Guides')).toBe(0);
    expect(await lists('pages list --space Handbook'), 'the whole list is known').toBe(0);
    now = new Date(now.getTime() + 4 * 60_000);
    expect(await lists('spaces get Guides')).toBe(1);
  });

  it('are known from a list that somebody looked at', async () => {
    expect(await lists('spaces list', true)).toBe(1);
    expect(await lists('spaces get Guides')).toBe(0);
  });

  it('are looked up anew once something was changed, and for every change', async () => {
    await lists('spaces get Guides');
    expect(await lists('spaces update Guides --emoji 1f4d8'), 'never trusted for a change').toBe(1);
    expect(await lists('spaces get Guides')).toBe(1);
  });

  it('are never trusted by a delete', async () => {
    const { stdout: id } = await cli('spaces get Guides -q');
    expect(await lists('spaces get Guides'), 'the old name is known').toBe(0);
    // Somebody else, with a cache of their own.
    const env = { DOCS_CACHE_DIR: `${cli.home}/other` };
    await cli(['api', 'PATCH', `/v1/spaces/${id.trim()}`, '--data', '{"title":"Kept"}'], { env });
    const deleted = await cli('spaces delete Guides --yes');
    expect(deleted).toMatchObject({ exitCode: 5 });
    expect((await cli('spaces list --fields title')).stdout).toContain('Kept');
  });

  it('lead nowhere when the thing has gone, and then the list is read', async () => {
    // Somebody else, with a cache of their own.
    const env = { DOCS_CACHE_DIR: `${cli.home}/other` };
    for (const [kind, title] of [
      ['spaces', 'Guides'],
      ['sites', 'Partner portal'],
    ]) {
      const { stdout: old } = await cli(`${kind} get "${title}" -q`);
      await cli(`${kind} delete ${old.trim()} --yes --confirm "${title}"`, { env });
      const words = kind === 'spaces' ? ['--title', `${title}`] : [`${title}`];
      expect(await cli([`${kind}`, 'create', ...words], { env })).toMatchObject({ exitCode: 0 });
      const { stdout: fresh } = await cli(`${kind} get "${title}" -q`);
      expect(fresh.trim()).toMatch(/^\w+$/);
      expect(fresh).not.toBe(old);
    }
  });
});

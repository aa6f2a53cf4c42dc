import { expect, it } from 'vitest';
import { sandboxedCli } from '../../helpers/cli.ts';
import { perTest } from '../../helpers/lasting.ts';

const cli = perTest(sandboxedCli);

const requests = (stderr: string) =>
  stderr.split('\n').filter((line) => /^[A-Z]+ sandbox:\//.test(line)).length;

it.each(['links check --all-spaces --json', 'audit --only links,pages --json'])(
  'reads only what changed: %s',
  async (line) => {
    const first = await cli(`${line} --debug`);
    const second = await cli(`${line} --debug`);
    expect(second.stdout).toBe(first.stdout);
    expect(second.stderr).toMatch(/\d+ requests? saved: what has not changed since the last run/);
    expect(requests(second.stderr)).toBeLessThan(requests(first.stderr));
    const fresh = await cli(`${line} --fresh --debug`);
    expect(fresh.stdout).toBe(first.stdout);
    expect(requests(fresh.stderr)).toBe(requests(first.stderr));
    expect(fresh.stderr).not.toContain('saved');
  },
);

it('asks everything of a single space', async () => {
  const env = { DOCS_CACHE_DIR: `${cli.home}/none` };
  await cli('links check --space Guides', { env });
  const { stderr } = await cli('links check --space Guides', { env });
  expect(stderr).not.toContain('saved');
});

// A switch that is turned on and off in one line is refused, as a field that is set and cleared is.
import { expect, it } from 'vitest';
import { sandboxedCli } from '../../../helpers/cli.ts';
import { perFile } from '../../../helpers/lasting.ts';

const cli = perFile(sandboxedCli);

it.each([
  ['--draft', 'sites sections update API --site "Tarnpost Docs" --draft --no-draft'],
  ['--draft', 'sites sections update API --site "Tarnpost Docs" --no-draft --draft'],
  ['--permanent', 'redirects update /getting-started --site "Tarnpost Docs" --permanent --no-permanent'],
])('%s: %s', async (flag, line) => {
  const { exitCode, stderr } = await cli(line, { tty: true });
  expect([exitCode, stderr]).toEqual([
    2,
    expect.stringContaining(`${flag} and ${flag.replace('--', '--no-')} cannot be used together`),
  ]);
});

it('takes what only looks like one as a value', async () => {
  expect(await cli('spaces create -- --no-draft')).toMatchObject({ exitCode: 0 });
});

it.each(['spaces list --watch', 'spaces list --watch 7d', 'spaces list --watch 1s'])(
  'the interval that %s lacks is 30s',
  async (line) => {
    const { exitCode, stderr } = await cli(line, { tty: true });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('--watch 30s')]);
  },
);

// The clock here runs ahead of the host: what changed between two runs is younger than the first, whatever ours said.
import { expect, it } from 'vitest';
import { servedCli } from '../../../helpers/cli.ts';
import { untilEnd } from '../../../helpers/lasting.ts';

const now = () => new Date(Date.now() + 2 * 60 * 60 * 1000);

it.each([
  {
    what: 'a clone',
    read: 'sandbox clone --from sandbox --name copy',
    change: 'permissions grant mei@tarnpost.example admin --space Handbook --yes',
    show: 'permissions list --space Handbook --profile copy -o json',
    expected: /Mei Tanaka/,
  },
  {
    what: 'docs changes',
    read: 'changes --since-last last.json -o json',
    change: 'spaces create --title Brand-new',
    show: 'changes --since-last last.json -o json',
    expected: /Brand-new/,
  },
  {
    what: 'docs audit',
    read: 'audit --only access/guest-can-edit -o json',
    change: 'permissions grant sofia@marchetti-writes.example edit --space Handbook --yes',
    show: 'audit --only access/guest-can-edit -o json',
    expected: /Handbook/,
  },
])('$what misses nothing of it', async ({ read, change, show, expected }) => {
  const cli = untilEnd(await servedCli());
  const first = await cli(read, { now });
  expect([first.exitCode, first.stderr]).toEqual([0, expect.anything()]);
  const changed = await cli(change, { now });
  expect([changed.exitCode, changed.stderr]).toEqual([0, expect.anything()]);
  if (read !== show) await cli(read, { now });
  expect((await cli(show, { now })).stdout).toMatch(expected);
});

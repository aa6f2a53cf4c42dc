// What a wrong --confirm leads to: the line that would be right, for one target, for many and for a plan.
import { expect, it } from 'vitest';
import { sandboxedCli } from '../../helpers/cli.ts';
import { perFile } from '../../helpers/lasting.ts';

const cli = perFile(() => sandboxedCli({ stdin: '' }));

const MEMBERS = 'jonas@tarnpost.example mei@tarnpost.example';

it.each<[string, string]>([
  [
    'sites delete "Partner portal" --confirm Partner',
    "docs sites delete 'Partner portal' --confirm 'Partner portal'",
  ],
  [
    'sites delete "Partner portal" --confirm=Partner --json',
    "docs sites delete 'Partner portal' --json --confirm 'Partner portal'",
  ],
  // The wrong word is also the name of a target, which stays.
  [
    `members remove ${MEMBERS} --confirm jonas@tarnpost.example`,
    `docs members remove ${MEMBERS} --confirm '2 members'`,
  ],
  [`members remove ${MEMBERS} --confirm=2`, `docs members remove ${MEMBERS} --confirm '2 members'`],
])('%s', async (line, hint) => {
  const { exitCode, stderr } = await cli(line);
  expect(exitCode).toBe(3);
  const hinted = stderr.startsWith('{') ? JSON.parse(stderr).error.hint : /^hint: (.*)$/m.exec(stderr)?.[1];
  expect(hinted).toBe(hint);
});

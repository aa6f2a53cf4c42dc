import { beforeAll, expect, it } from 'vitest';
import { startSandbox } from '../../src/sandbox/testing/start-sandbox.ts';
import { freshCli, type Outcome, sandboxedCli } from '../helpers/cli.ts';
import { perFile } from '../helpers/lasting.ts';
import { reached } from '../helpers/runs.ts';

const NOW = '2026-03-02T09:00:00.000Z';
const YEAR_MS = 365.25 * 24 * 3600_000;
/** Starts somewhere, and jumps with every look at it. */
function clock(start: string, jumpMs = 0): () => Date {
  let time = Date.parse(start) - jumpMs;
  return () => {
    time += jumpMs;
    return new Date(time);
  };
}
const CLOCKS: [name: string, now: () => Date][] = [
  ['10 years behind', clock('2016-03-02T09:00:00Z')],
  ['10 years ahead', clock('2036-03-02T09:00:00Z')],
  ['on 29 February', clock('2028-02-29T23:59:59.999Z')],
  ['in the hour that is not there', clock('2026-03-08T07:30:00Z')],
  ['in the hour that comes twice', clock('2026-11-01T05:30:00Z')],
  ['in a leap second', clock('2016-12-31T23:59:59.999Z')],
  ['in 1970', clock('1970-01-01T00:00:00Z')],
  ['before 1970', clock('1901-12-13T20:45:52Z')],
  ['in 2038', clock('2038-01-19T03:14:08Z')],
  ['at the end of 9999', clock('9999-12-31T23:59:59.999Z')],
  ['jumping ahead', clock(NOW, YEAR_MS)],
  ['jumping back', clock(NOW, -YEAR_MS)],
];
/** What the platform tells does not depend on the clock here. */
const LISTS = ['spaces list --json', 'cr list --all-spaces --json', 'members list -o csv', 'sites list'];
/** What tells ages does, and says so in words. */
const AGES = ['cr inbox', 'cr list --all-spaces', 'spaces trash', 'history', 'spaces get Guides', 'doctor'];

let usual: Outcome[];
const cli = perFile(sandboxedCli);
/** What it changes must not show in the lists. */
const changing = perFile(sandboxedCli);
beforeAll(async () => {
  await cli('spaces update Guides --emoji 1f4d8');
  usual = [];
  for (const line of LISTS) usual.push(await cli(line, { now: clock(NOW) }));
});

it('a space that a host of another time still shows as deleted can be restored by its title', async () => {
  const host = await startSandbox({ seed: 'demo', now: '2020-01-01' });
  const own = freshCli({ env: { DOCS_TOKEN: host.token, DOCS_BASE_URL: host.url } });
  await own('spaces delete Handbook --yes');
  expect(await own('spaces trash -o tsv --fields title')).toMatchObject({ stdout: 'Handbook\n' });
  expect(await own('spaces restore Handbook')).toMatchObject({ exitCode: 0 });
  own.cleanup();
  await host.stop();
});

it.each(CLOCKS)('lists the same, and shows every age, with a clock %s', async (_, now) => {
  for (const [at, line] of LISTS.entries())
    expect([line, await cli(line, { now })]).toEqual([line, usual[at]]);
  for (const line of AGES) {
    const { exitCode, stdout, stderr } = await cli(line, { now, tty: true, columns: 120, pager: noPager });
    expect([line, exitCode, stderr.match(/unexpected|^\s+at /m)]).toEqual([
      line,
      line === 'doctor' ? exitCode : 0,
      null,
    ]);
    expect(stdout + stderr, line).not.toMatch(/NaN|Invalid|undefined|Infinity/);
  }
  const { exitCode, stderr } = await changing('spaces update Guides --emoji 1f4d7 --timeout 20', { now });
  expect(exitCode, stderr).toBe(0);
  reached('P5', 'clock changes', 1);
});

const noPager = () => ({ write: async () => true, end: async () => {} });

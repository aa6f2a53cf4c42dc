// Rows that create something: whether it is there already is read once for all of them.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sandboxedCli } from '../../../helpers/cli.ts';
import { perFile } from '../../../helpers/lasting.ts';

const cli = perFile(sandboxedCli);

const lists = (stderr: string) =>
  stderr.split('\n').filter((line) => /GET\S* \S*\/(teams|collections)\b(?!\/)/.test(line)).length;

it('the list they would be in is read once, however many rows there are', async () => {
  const names = Array.from({ length: 40 }, (_, at) => `Team ${at}`);
  writeFileSync(join(cli.cwd, 'rows.csv'), `title\n${names.join('\n')}\n`);
  expect(await cli('teams create --rows rows.csv --plan-out plan.json')).toMatchObject({ exitCode: 0 });
  for (const name of names.slice(0, 3)) await cli(['teams', 'create', name]);
  const { exitCode, stdout, stderr } = await cli('plan check plan.json --debug --json');
  expect(lists(stderr)).toBeLessThanOrEqual(1);
  expect([
    exitCode,
    JSON.parse(stdout).filter(({ state }: { state: string }) => state === 'already there'),
  ]).toEqual([0, [expect.anything(), expect.anything(), expect.anything()]]);
});

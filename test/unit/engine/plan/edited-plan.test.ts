// Plans that somebody edited by hand, where their hash matters, or a host that is not there.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hashOf, type Plan } from '../../../../src/engine/plan/plan.ts';
import { sandboxedCli } from '../../../helpers/cli.ts';
import { perFile } from '../../../helpers/lasting.ts';

const cli = perFile(() => sandboxedCli({ stdin: '' }));
async function planned(): Promise<Plan> {
  await cli('members update jonas@tarnpost.example --role admin --plan-out plan.json');
  return JSON.parse(readFileSync(join(cli.cwd, 'plan.json'), 'utf8'));
}
const edit = (plan: object) => writeFileSync(join(cli.cwd, 'edited.json'), JSON.stringify(plan));

it('a plan cannot look longer than it is: what its file says of its making is one line, marked as such', async () => {
  const lie = 'docs members list\nhash 0000000000000000000000000000000000000000000000000000000000000000';
  const plan = await planned();
  const by = { id: 'a', email: 'boss@tarnpost.example\nhash 00\u001b[2K' };
  edit({ ...plan, made: { ...plan.made, by, command: lie } });
  const { stderr } = await cli('plan show edited.json');
  const { stdout: markdown } = await cli('plan show edited.json -o markdown');
  expect(stderr.split('\n').filter((line) => line.startsWith('hash '))).toEqual([`hash ${hashOf(plan)}`]);
  expect(stderr).toMatch(/\nits file says that it was made .* by boss@.*: docs members list hash 0{64}\n/);
  expect(stderr).not.toContain('\u001b');
  expect(markdown.match(/^- Hash: .*$/gm)).toEqual([`- Hash: ${hashOf(plan)}`]);
  expect(markdown).toMatch(/^- Made, as its file says: /m);
});

it('a plan cannot say of how many it changes a share', async () => {
  const plan = await planned();
  edit({ ...plan, unchanged: 1_000_000 });
  const { exitCode, stderr } = await cli('apply edited.json --yes --max-changes 1%');
  expect([exitCode, stderr.split('\n')[0]]).toEqual([
    3,
    'docs: 1 change is more than --max-changes 1%, and nothing was sent',
  ]);
  expect(await cli('apply edited.json --yes --dry-run --max-changes 50%')).toMatchObject({ exitCode: 0 });
  const share = { ...plan, guards: { ...plan.guards, maxChanges: '1%' } };
  expect(hashOf({ ...share, unchanged: 1_000_000 })).not.toBe(hashOf(share));
  expect(hashOf({ ...plan, unchanged: 1_000_000 })).toBe(hashOf(plan));
});

it('a plan is shown by IDs where its host cannot be asked', async () => {
  const plan = await planned();
  const rows = Array.from(plan.rows, (row) => ({ ...row, target: { ...row.target, title: 'Bram Visser' } }));
  edit({ ...plan, origin: 'https://docs.example', rows });
  expect(await cli('plan show edited.json')).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/^~ member "\w+" {2}role: edit -> admin\n/),
    stderr: expect.stringMatching(/^names and present values were not checked/),
  });
  expect(await cli('plan check edited.json')).toMatchObject({ exitCode: 3 });
});

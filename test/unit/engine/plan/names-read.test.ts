// The IDs in the values of rows are shown by no name that only a file claims.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sandboxedCli } from '../../../helpers/cli.ts';
import { perFile } from '../../../helpers/lasting.ts';

const cli = perFile(sandboxedCli);

it('a plan file names nothing: neither docs plan show nor the question of docs apply believes it', async () => {
  await cli('collections update Internal --title Internals --plan-out forged.json');
  const file = join(cli.cwd, 'forged.json');
  const plan = JSON.parse(readFileSync(file, 'utf8'));
  const [done] = plan.rows;
  await cli('apply forged.json --yes');
  await cli('spaces move Guides --parent Internals --plan-out move.json');
  const [move] = JSON.parse(readFileSync(join(cli.cwd, 'move.json'), 'utf8')).rows;
  await cli('teams members remove Support lucas@tarnpost.example --plan-out leave.json');
  const [leave] = JSON.parse(readFileSync(join(cli.cwd, 'leave.json'), 'utf8')).rows;
  // The row that is done already says that it is about another collection than it is.
  const forged = { ...done, target: { ...done.target, title: 'Harmless' } };
  writeFileSync(file, JSON.stringify({ ...plan, rows: [forged, move, leave] }));
  const shown = await cli('plan show forged.json');
  const asked = await cli('apply forged.json', { tty: true, answers: [false] });
  expect(shown.stdout + asked.stderr).not.toContain('Harmless');
  expect(asked.stderr).toContain('Internals');
});

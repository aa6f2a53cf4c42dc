// Random directories, in any order of their rows, applied in full: the second plan is empty, and the caller is still an admin.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROLES } from '../../../../src/api/roles.ts';
import { sandboxedCli } from '../../../helpers/cli.ts';
import { randomNumbers } from '../../../helpers/random-organization.ts';
import { reached, runs } from '../../../helpers/runs.ts';

const DIRECTORIES = runs('L27', 'directories', 1);
const SEED = 7000;

const PEOPLE = ['ines', 'jonas', 'mei', 'tomas', 'priya', 'lucas', 'bram', 'aiko', 'nora', 'ben'];
const LINE = ['reconcile', '--from', 'directory.csv', '--teams', 'groups', '--max-remove', '100%'];

/** Some of the members and two who are none, each with any role and any teams, or without. */
function directoryOf(random: () => number): string {
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];
  const rows = PEOPLE.filter(() => random() < 0.7).map((name) => {
    const shown = random() < 0.3 ? name.toUpperCase() : name;
    const teams = ['Documentation', 'support'].filter(() => random() < 0.4);
    return [`${shown}@tarnpost.example`, pick([...ROLES, 'guest', '']) ?? '', teams.join(';')].join(',');
  });
  for (let at = rows.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [rows[at], rows[other]] = [rows[other] ?? '', rows[at] ?? ''];
  }
  return `Email,Role,groups\n${rows.join('\n')}\n`;
}

async function reconcileOnce(seed: number): Promise<void> {
  const cli = await sandboxedCli();
  try {
    const text = directoryOf(randomNumbers(seed));
    const about = `seed ${seed}:\n${text}`;
    writeFileSync(join(cli.cwd, 'directory.csv'), text);
    const planned = await cli(['members', ...LINE, '--plan-out', 'plan.json']);
    expect(planned.exitCode, about + planned.stderr).toBe(0);
    const shown = await cli(['members', ...LINE, '--dry-run']);
    const amount = /dry run: (.+?) \[/.exec(shown.stderr)?.[1] ?? '';
    if (!amount.startsWith('nothing')) {
      const count = /^\d+/.exec(amount)?.[0];
      const confirm = `${count} ${count === '1' ? 'change' : 'changes'}`;
      const applied = await cli(['apply', 'plan.json', '--confirm', confirm, '--yes']);
      expect(applied.exitCode, about + applied.stderr).toBe(0);
    }
    const again = await cli(['members', ...LINE, '--dry-run', '--exit-code']);
    expect(again.exitCode, about + again.stdout + again.stderr).toBe(0);
    const admins = await cli('members list --role admin -o tsv --fields user.email');
    expect(admins.stdout, about).toContain('ines@tarnpost.example');
  } finally {
    cli.cleanup();
  }
}

it('leaves nothing to do after it was applied', async () => {
  for (let seed = SEED; seed < SEED + DIRECTORIES; seed += 1) await reconcileOnce(seed);
  reached('L27', 'directories', DIRECTORIES);
}, 3_600_000);

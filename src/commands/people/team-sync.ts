// docs teams sync: makes the members of a team equal to a list.
import { listMembers } from '../../api/people/members.ts';
import { changeTeamMembers, listTeamMembers, removeTeamMember } from '../../api/people/team-members.ts';
import { getTeam } from '../../api/people/teams.ts';
import type { Flags } from '../../engine/model/flag-types.ts';
import { job } from '../../engine/plan/job.ts';
import type { Wishes } from '../../engine/plan/job-wishes.ts';
import { readMembers } from '../../engine/rows/people-file.ts';
import type { Run } from '../../engine/run/run.ts';
import { UsageError } from '../../errors.ts';
import { compareTeam } from '../../workflows/team-list.ts';

export const teamSync = job('sync', getTeam, {
  summary: 'Make the members of a team match a list',
  args: ['teamId'],
  options: [
    {
      flags: '--from <file>',
      description: 'members, one per line or in a column email; - for stdin',
      required: true,
      group: 'Fields:',
    },
  ],
  uses: [listTeamMembers, listMembers, changeTeamMembers, removeTeamMember],
  examples: [
    [
      'See whom a list of emails would add and remove',
      'docs teams sync Documentation --from team.txt --dry-run',
    ],
    [
      'Refuse more changes than expected',
      'docs teams sync Documentation --from team.csv --max-changes 10 --yes',
    ],
  ],
  notes:
    'Members that the list names and the team lacks are added, those the list lacks are removed; roles in the team stay. A line that fits no member is an error, and nothing is sent.',
  wishes: wishesOf,
});

async function wishesOf(run: Run<Flags<'--from <file>'>>): Promise<Wishes> {
  const { from } = run.flags;
  if (from === undefined) throw new UsageError('--from is required', { hint: `${run.path} --help` });
  const team = { organizationId: String(run.input.organizationId), teamId: String(run.input.teamId) };
  const names = await readMembers(run, from, '--from');
  const { join, leave, same } = await compareTeam(await run.client(), team, new Set(names.keys()));
  return {
    rows: [
      ...join.map((id) => ({
        operation: changeTeamMembers,
        input: { ...team, add: [id] },
      })),
      ...leave.map((member) => ({
        operation: removeTeamMember,
        input: { ...team, userId: member.organization.id },
        live: { ...member },
      })),
    ],
    unchanged: same,
  };
}

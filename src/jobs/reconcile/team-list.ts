// Who must join a team and who must leave it, so that it is equal to a list.

import type { OrganizationTeamMember as TeamMember } from '../../api/people/members.generated.ts';
import { getTeam, listTeamMembers } from '../../api/people/members.ts';
import { allItems } from '../../client/all-items.ts';
import type { Client } from '../../client/client.ts';
import type { Run } from '../../engine/run/run.ts';
import { note } from '../../output/note.ts';

export interface TeamRef {
  organizationId: string;
  teamId: string;
}

export interface TeamDifference {
  /** IDs of members to add, in the order of the list. */
  join: string[];
  leave: TeamMember[];
  /** Those who are in both. */
  stay: TeamMember[];
}

/** Reads the team and compares it with `wanted`, IDs of members. Throws what the client throws. */
export async function compareTeam(
  client: Client,
  team: TeamRef,
  wanted: ReadonlySet<string>,
): Promise<TeamDifference> {
  const present: TeamMember[] = await allItems(client.pages(listTeamMembers, team));
  const ids = new Set(present.map(({ organization }) => organization.id));
  return {
    join: [...wanted].filter((id) => !ids.has(id)),
    leave: present.filter(({ organization }) => !wanted.has(organization.id)),
    stay: present.filter(({ organization }) => wanted.has(organization.id)),
  };
}

const isOwner = ({ team }: TeamMember): boolean => team.role === 'owner';

/** A team whose last owner leaves stays as it is, and nobody in it can manage it. */
export async function warnOwnerless(
  run: Run,
  ref: TeamRef,
  { leave, stay }: Pick<TeamDifference, 'leave' | 'stay'>,
): Promise<void> {
  if (!leave.some(isOwner) || stay.some(isOwner)) return;
  const { title } = await (await run.client()).call(getTeam, ref);
  note(
    run.context.io,
    `team "${title}" will have no owner: docs teams members update --role owner names one`,
  );
}

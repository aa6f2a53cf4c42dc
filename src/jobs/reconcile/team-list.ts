// Who must join a team and who must leave it, so that it is equal to a list.

import type { OrganizationTeamMember as TeamMember } from '../../api/people/members.generated.ts';
import { listTeamMembers } from '../../api/people/members.ts';
import { allItems } from '../../client/all-items.ts';
import type { Client } from '../../client/client.ts';

export interface TeamRef {
  organizationId: string;
  teamId: string;
}

export interface TeamDifference {
  /** IDs of members to add, in the order of the list. */
  join: string[];
  leave: TeamMember[];
  /** How many are in both. */
  same: number;
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
    same: present.filter(({ organization }) => wanted.has(organization.id)).length,
  };
}
